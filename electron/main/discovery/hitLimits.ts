import type { DiscoveryRecord } from './discoveryRecord.ts';
import { safeLimit } from './plan.ts';

/** Hits to ask for, the largest number first that is still likely to be taken. */
const limitsToTry = [1_000, 100, 50, 20, 10, 5, 1] as const;
/** So many empty answers are tried again with few hits; after that only some of them. */
const firstDoubts = 3;
const doubtEvery = 10;

/** How many hits to ask for, as far as the service shows what it gives. */
export interface HitLimits {
  readonly toAsk: () => number;
  /** What an answer holds at most; null until one came. A service may give fewer hits than asked without a word. */
  readonly given: () => number | null;
  readonly noteHits: (hits: number) => void;
  /** After a refusal. False where it cannot be lower. */
  readonly lower: () => Promise<boolean>;
  /** Whether an answer without hits to this limit is to be tried again with few hits. */
  readonly isDoubtful: (limit: number) => boolean;
  /** How that went: whether there were hits after all. Where there were, so many are not asked for again. */
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
