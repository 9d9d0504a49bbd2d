import type { ProofSample } from '#shared/merkle/infer.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { eachInThread } from '../jobs/thread.ts';

export interface InferenceTask {
  readonly pin: SchemePin | null;
  readonly samples: readonly ProofSample[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The calls of `inferenceWorker`. */
export interface InferenceCalls {
  readonly narrow: (task: InferenceTask) => SchemePin | null;
}

/**
 * Several times what the largest task takes. A thread that exceeds this is terminated, and the promise
 * rejects.
 */
const resourceLimits = { maxOldGenerationSizeMb: 256 };

/** Inference is rare, so its thread ends with its task to free its memory. `workerFile`: the built `inferenceWorker`. */
export const inferInThread = (workerFile: string | URL, task: InferenceTask): Promise<SchemePin | null> =>
  eachInThread<InferenceCalls>(workerFile, { resourceLimits }).narrow(task);
