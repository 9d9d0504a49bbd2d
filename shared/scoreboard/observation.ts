/**
 * A step of the user in one memory, in the order in which the app learned of them: the best hit of a recall that the
 * user requested, or an atom that they opened (not one of the hits: those came with the recall that is already a step).
 */
export type UserStep =
  | { readonly kind: 'recalled'; readonly key: string; readonly predictions: readonly string[] }
  | { readonly kind: 'opened'; readonly key: string };

/** The step whose predictions the next one will be compared with. */
export interface OpenStep {
  readonly key: string;
  /** Distinct keys in the order of the response; null if the step was not a recall and nothing was predicted. */
  readonly predictions: readonly string[] | null;
}

/** What was predicted after one step, and the user's next step. */
export interface Observation {
  /** When the next step was made; epoch milliseconds. */
  readonly at: number;
  readonly from: string;
  /** Distinct keys, likeliest first as the service listed them; where there are very many, the first of them. */
  readonly predictions: readonly string[];
  /** How many distinct keys were predicted; 0: none, which is neither a hit nor a miss. */
  readonly predicted: number;
  readonly next: string;
  /** Place of `next` among all that was predicted, from 1; null if it was not predicted. */
  readonly rank: number | null;
}

/** Limits on what is saved of one observation. A service may predict any number of keys of any length. */
export const mostPredictionsKept = 100;
export const longestKeyKept = 10_000;

/**
 * Takes one step after the step that is open. The same key twice in a row is one step: if it was recalled again, what
 * was predicted last counts. Any other key closes the open step, and is an observation if that step was a recall.
 */
export function takeStep(
  open: OpenStep | null,
  step: UserStep,
  at: number,
): { readonly open: OpenStep | null; readonly observation: Observation | null } {
  // Such a key is not kept, so the chain breaks here rather than pretend that the steps around it were neighbors.
  if (step.key.length > longestKeyKept) return { open: null, observation: null };
  const predictions = step.kind === 'recalled' ? [...new Set(step.predictions)] : null;
  if (open?.key === step.key) {
    return { open: predictions === null ? open : { key: step.key, predictions }, observation: null };
  }
  return {
    open: { key: step.key, predictions },
    observation: open === null ? null : observationOf(open, step.key, at),
  };
}

function observationOf({ key, predictions }: OpenStep, next: string, at: number): Observation | null {
  if (predictions === null) return null;
  const place = predictions.indexOf(next);
  return {
    at,
    from: key,
    predictions: predictions
      .filter((predicted) => predicted.length <= longestKeyKept)
      .slice(0, mostPredictionsKept),
    predicted: predictions.length,
    next,
    rank: place === -1 ? null : place + 1,
  };
}
