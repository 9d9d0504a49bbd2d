/**
 * One thing that a recall response did that violates the API (section 4.4). `at` and `first` count the hits of the
 * answer from 0, as received.
 */
export type RecallAnomaly =
  /** The hits from index `limit` on exceed the limit. */
  | { readonly kind: 'too-many'; readonly limit: number; readonly count: number }
  /** Higher than `before`, the previous score. */
  | { readonly kind: 'out-of-order'; readonly at: number; readonly score: number; readonly before: number }
  /** Below 0 or above 1. */
  | { readonly kind: 'score-outside'; readonly at: number; readonly score: number }
  /** Repeats the key of the hit at `first`. */
  | { readonly kind: 'repeated-key'; readonly at: number; readonly first: number }
  | { readonly kind: 'no-score'; readonly at: number }
  /** The score is not a valid number; `text` is the original, truncated if long. */
  | { readonly kind: 'odd-score'; readonly at: number; readonly text: string }
  /** Entries of `predictions` that are not strings, omitted; `text` is the first, as JSON, cut if long. */
  | { readonly kind: 'odd-prediction'; readonly count: number; readonly text: string }
  /** Predicted keys that no request can carry: empty, or with half of a surrogate pair. `text` is the first. */
  | { readonly kind: 'unsendable-prediction'; readonly count: number; readonly text: string };

/** One that concerns a single hit. */
export type HitAnomaly = Extract<RecallAnomaly, { readonly at: number }>;

export function isAboutHit(anomaly: RecallAnomaly): anomaly is HitAnomaly {
  return 'at' in anomaly;
}

export type RecallAnomalyKind = RecallAnomaly['kind'];
