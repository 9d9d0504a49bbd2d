import type { Outcome } from '../../ui/OutcomeNotice.tsx';

/** The outcome of a store whose receipt could not be saved. */
export function withoutReceipt(outcome: Outcome): Outcome {
  return {
    ...outcome,
    tone: outcome.tone === 'good' ? 'warning' : outcome.tone,
    sentences: [
      ...outcome.sentences,
      'The receipt could not be saved, so this store is not in the list of writes. Check whether the disk is full.',
    ],
  };
}
