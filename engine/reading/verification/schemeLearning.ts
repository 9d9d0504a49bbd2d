import { createHashBudget, inlineBudget } from '#shared/merkle/hashBudget.ts';
import { lengthOf, longestToLearnFrom, type ProofSample } from '#shared/merkle/infer.ts';
import { mayChange, narrowPin } from '#shared/merkle/pin.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { InferenceTask } from '../inferenceThread.ts';

export interface SchemeLearning {
  /** The pin of a connection after a response with these samples; the same object if nothing changed. */
  readonly learn: (
    pin: SchemePin | null,
    samples: readonly ProofSample[],
    now: number,
  ) => Promise<SchemePin | null>;
}

/**
 * Learns from responses without blocking the main process: longer work is done by `inThread`. If that fails,
 * the pin stays unchanged, so that this response is verified with the known rules, and the next one tries
 * again.
 */
export function createSchemeLearning(effects: {
  readonly inThread: (task: InferenceTask) => Promise<SchemePin | null>;
  readonly log: (message: string, error: unknown) => void;
}): SchemeLearning {
  return {
    learn: async (pin, samples, now) => {
      if (pin !== null && !mayChange(pin)) return pin;
      const budget = createHashBudget(inlineBudget);
      const learned = narrowPin(pin, samples, now, { budget });
      if (!budget.isExhausted()) return learned;
      try {
        const found = await effects.inThread({ pin, samples: samples.map(withoutLongContent), now });
        // The result from another thread is a copy, even if nothing changed.
        return JSON.stringify(found) === JSON.stringify(pin) ? pin : found;
      } catch (error) {
        effects.log(
          'Could not infer the hashing rules of the service. The next response will try again.',
          error,
        );
        return pin;
      }
    },
  };
}

/** Content that is not needed to infer a leaf rule is not copied to the other thread. */
function withoutLongContent({ key, value, version, hash, proof }: ProofSample): ProofSample {
  const isLong = lengthOf({ key, value }) > longestToLearnFrom;
  const content = isLong ? { key: null, value: null } : { key, value };
  return { ...content, version, hash: hash ?? null, proof };
}
