import type { VerdictCounts, VerdictStatus } from '../merkle/verdict.ts';
import type { RecallAnomaly } from './recallAnomaly.ts';

/** What is saved about a value: enough to tell whether it changed, not the value itself. */
export interface ValuePrint {
  /** Of the value as UTF-8; lowercase hex. */
  readonly sha256: string;
  /** Size of the value as UTF-8. */
  readonly bytes: number;
}

/** A hit of a saved run. Its rank is its position, counted from 1. */
export interface RunHit {
  readonly key: string;
  /** As received; null if the response carried none. */
  readonly score: number | null;
  readonly version: number | null;
  readonly verdict: VerdictStatus;
  readonly value: ValuePrint;
}

/** A saved recall: the query and the response, without values. */
export interface RecallRun {
  readonly id: string;
  readonly query: string;
  readonly limit: number;
  /** When the request was sent, in epoch milliseconds. */
  readonly at: number;
  readonly elapsedMs: number;
  /** In the order received; at most `mostHitsKept`. */
  readonly hits: readonly RunHit[];
  /** How many hits came after those that are kept. */
  readonly hitsLeftOut: number;
  /** In the order received; at most `mostHitsKept`. */
  readonly predictions: readonly string[];
  readonly anomalies: readonly RecallAnomaly[];
  /** Given by the user. */
  readonly name: string | null;
  /** Pinned runs are never dropped to make room. */
  readonly pinned: boolean;
}

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
