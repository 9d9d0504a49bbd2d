/**
 * One thing that a recall answer did against the interface (section 4.4). `at` and `first` count the hits of the
 * answer from 0, as received.
 */
export type RecallOddity =
  /** The hits from index `limit` on are surplus. */
  | { readonly kind: 'too-many'; readonly limit: number; readonly count: number }
  /** Better than `before`, the last score in front of it. */
  | { readonly kind: 'out-of-order'; readonly at: number; readonly score: number; readonly before: number }
  /** Below 0 or above 1. */
  | { readonly kind: 'score-outside'; readonly at: number; readonly score: number }
  /** Its key came before, at `first`. */
  | { readonly kind: 'repeated-key'; readonly at: number; readonly first: number }
  | { readonly kind: 'no-score'; readonly at: number };

export type RecallOddityKind = RecallOddity['kind'];
