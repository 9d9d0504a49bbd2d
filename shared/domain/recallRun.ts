import { z } from 'zod';
import { verdictStatuses, type VerdictCounts } from '../merkle/verdict.ts';
import { recallAnomaly } from './recallAnomaly.ts';

export const runHit = z.object({
  key: z.string(),
  /** As received; null if the response carried none. */
  score: z.number().nullable(),
  version: z.number().nullable(),
  verdict: z.enum(verdictStatuses),
  /** Enough to tell whether the value changed, not the value itself: SHA-256 in lowercase hex, and its size as UTF-8. */
  value: z.object({ sha256: z.string(), bytes: z.number() }),
});
/** A hit of a saved run. Its rank is its position, counted from 1. */
export type RunHit = z.infer<typeof runHit>;

export const recallRun = z.object({
  id: z.string().min(1),
  query: z.string(),
  limit: z.number(),
  /** When the request was sent, in epoch milliseconds. */
  at: z.number(),
  elapsedMs: z.number(),
  /** In the order received; at most `mostHitsKept`. */
  hits: z.array(runHit).readonly(),
  /** How many hits came after those that are kept. */
  hitsLeftOut: z.int().min(0),
  /** In the order received; at most `mostHitsKept`. */
  predictions: z.array(z.string()).readonly(),
  anomalies: z.array(recallAnomaly).readonly(),
  /** Given by the user. */
  name: z.string().nullable(),
  /** Pinned runs are never dropped to make room. */
  pinned: z.boolean(),
});
/** A saved recall: the query and the response, without values. */
export type RecallRun = z.infer<typeof recallRun>;

/** A run without its hits, for lists. */
export interface RunSummary extends Omit<RecallRun, 'hits' | 'hitsLeftOut' | 'predictions' | 'anomalies'> {
  /** Of the whole answer. */
  readonly hitCount: number;
  /** Of the hits that are kept. */
  readonly verdicts: VerdictCounts;
  readonly anomalyCount: number;
}

export interface RunsListing {
  /** The newest first. */
  readonly runs: readonly RunSummary[];
  /** Where damaged records were moved aside when they were opened, if they were. */
  readonly recoveredFrom: string | null;
}

export const mostHitsKept = 1_000;
/** Of runs that are not pinned; the oldest are dropped. */
export const mostRunsKept = 500;
export const longestRunName = 200;
