import { z } from 'zod';

const place = z.int().min(0);

export const recallAnomaly = z.discriminatedUnion('kind', [
  /** The hits from index `limit` on exceed the limit. */
  z.object({ kind: z.literal('too-many'), limit: place, count: place }),
  /** Higher than `before`, the previous score. */
  z.object({ kind: z.literal('out-of-order'), at: place, score: z.number(), before: z.number() }),
  /** Below 0 or above 1. */
  z.object({ kind: z.literal('score-outside'), at: place, score: z.number() }),
  /** Repeats the key of the hit at `first`. */
  z.object({ kind: z.literal('repeated-key'), at: place, first: place }),
  z.object({ kind: z.literal('no-score'), at: place }),
  /** The score is not a valid number; `text` is the original, truncated if long. */
  z.object({ kind: z.literal('odd-score'), at: place, text: z.string() }),
  /** Entries of `predictions` that are not strings, omitted; `text` is the first, as JSON, cut if long. */
  z.object({ kind: z.literal('odd-prediction'), count: place, text: z.string() }),
  /** Predicted keys that no request can carry: empty, or with half of a surrogate pair. `text` is the first. */
  z.object({ kind: z.literal('unsendable-prediction'), count: place, text: z.string() }),
]);
/**
 * One thing that a recall response did that violates the API (section 4.4). `at` and `first` count the hits of the
 * answer from 0, as received.
 */
export type RecallAnomaly = z.infer<typeof recallAnomaly>;

/** One that concerns a single hit. */
export type HitAnomaly = Extract<RecallAnomaly, { readonly at: number }>;

export function isAboutHit(anomaly: RecallAnomaly): anomaly is HitAnomaly {
  return 'at' in anomaly;
}

export type RecallAnomalyKind = RecallAnomaly['kind'];
