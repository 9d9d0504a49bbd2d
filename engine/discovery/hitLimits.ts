import type { DiscoveryRecord } from './discoveryRecord.ts';
import { safeLimit } from './plan.ts';

/** Numbers of hits to request: the largest first that the service is still likely to accept. */
const limitsToTry = [1_000, 100, 50, 20, 10, 5, 1] as const;
/** This many empty responses are retried with few hits; after that only some of them. */
const firstDoubts = 3;
const doubtEvery = 10;

/** How many hits to request, based on what the service has returned so far. */
export interface HitLimits {
  readonly toAsk: () => number;
  /**
   * The most hits that a response has; null until one came. A service may return fewer hits than requested
   * without an error.
   */
  readonly given: () => number | null;
  readonly noteHits: (hits: number) => void;
  /** Called after a refusal. False if the limit cannot be lower. */
  readonly lower: () => Promise<boolean>;
  /** Whether to retry an empty response to this limit with few hits. */
  readonly isDoubtful: (limit: number) => boolean;
  /** Records the retry: if it had hits after all, this limit is not used again. */
  readonly settleDoubt: (limit: number, hadHits: boolean) => Promise<void>;
}

/** `takeSent`: how many requests were sent since the last line of the record. */
export function createHitLimits(
  wanted: number | null,
  record: DiscoveryRecord,
  takeSent: () => number,
): HitLimits {
  const refused = record.lines.flatMap((line) => (line.kind === 'refused' ? [line.limit] : []));
  let ceiling = Math.min(Infinity, ...refused);
  let mostHits = 0;
  let timesMost = 0;
  let confirmed = 0;
  let sinceDoubt = 0;
  const choices = wanted === null ? limitsToTry : [wanted, ...limitsToTry.filter((limit) => limit < wanted)];
  const toAsk = (): number => choices.find((limit) => limit < ceiling) ?? 1;
  const setCeiling = async (limit: number): Promise<void> => {
    ceiling = limit;
    await record.append({ kind: 'refused', limit, requests: takeSent() });
  };
  return {
    toAsk,
    given: () => {
      if (mostHits === 0) return null;
      return timesMost > 1 ? mostHits : toAsk();
    },
    noteHits: (hits) => {
      if (hits > mostHits) {
        mostHits = hits;
        timesMost = 0;
      }
      if (hits === mostHits) timesMost += 1;
    },
    lower: async () => {
      const limit = toAsk();
      if (limit === 1 || mostHits > 0) return false;
      await setCeiling(limit);
      return true;
    },
    isDoubtful: (limit) => {
      if (limit <= safeLimit) return false;
      sinceDoubt += 1;
      return confirmed < firstDoubts || sinceDoubt >= doubtEvery;
    },
    settleDoubt: async (limit, hadHits) => {
      sinceDoubt = 0;
      confirmed = hadHits ? 0 : confirmed + 1;
      if (hadHits && limit < ceiling) await setCeiling(limit);
    },
  };
}
