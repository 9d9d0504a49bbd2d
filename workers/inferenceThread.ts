import { Worker } from 'node:worker_threads';
import type { ProofSample } from '#shared/merkle/infer.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';

export interface InferenceTask {
  readonly pin: SchemePin | null;
  readonly samples: readonly ProofSample[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Several times what the largest task takes. A thread that exceeds this is terminated, and the promise
 * rejects.
 */
const mostMebibytes = 256;

/**
 * Narrows a pin in its own thread, within `inferenceBudget`. `workerFile`: the built `inferenceWorker`.
 * Inference is rare, so the thread ends with its task to free its memory. Rejects if the thread fails.
 */
export function inferInThread(workerFile: string | URL, task: InferenceTask): Promise<SchemePin | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: mostMebibytes },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(new Error('The worker ended without a result.'));
    });
  });
}
