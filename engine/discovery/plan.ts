import { guessKeys } from './guesses.ts';
import { keyWords } from './keyWords.ts';
import { createWordSets, type WordSet } from './wordSets.ts';

export type DiscoveryRequest =
  | { readonly kind: 'recall'; readonly query: string }
  /** Known keys that were never read, so their place in the tree is unknown. */
  | { readonly kind: 'predicted'; readonly keys: readonly string[] }
  | { readonly kind: 'guess'; readonly keys: readonly string[] };

/** The result of a request. */
export type DiscoveryOutcome =
  | {
      readonly kind: 'recall';
      readonly query: string;
      /** Hits requested. */
      readonly limit: number;
      /** Hits returned, and how many of them have every word of the query. */
      readonly hits: number;
      readonly fullHits: number;
      readonly newKeys: number;
    }
  | { readonly kind: 'predicted'; readonly newKeys: number }
  | { readonly kind: 'guess'; readonly missing: readonly string[]; readonly newKeys: number };

/** Decides what to request next. It sends nothing itself, and never repeats a request. */
export interface DiscoveryPlan {
  /** A key became known; `isRead`: its place in the tree is known. Does nothing for known keys. */
  readonly addKey: (key: string, isRead: boolean) => void;
  readonly isKnown: (key: string) => boolean;
  readonly note: (outcome: DiscoveryOutcome) => void;
  /** Empty responses to large limits cannot be trusted, so those requests may be repeated. */
  readonly distrustEmpty: () => void;
  /** The service refuses batches of keys, so no more are planned. */
  readonly stopBatches: () => void;
  /** null if there is nothing left to request. */
  readonly next: (situation: {
    /** Number of hits that a recall returns. */
    readonly limit: number;
    /** Known leaves out of all; null if that is unknown. */
    readonly knownShare: number | null;
  }) => DiscoveryRequest | null;
  readonly wordsLeft: () => number;
}

/** As many as a batch recall is likely to accept. Refused batches are split. */
const batchSize = 500;
/** Fewer unread keys wait until there is nothing better to do. */
const manyUnread = 100;
/** Number of requests between two searches for patterns in the known keys. */
const guessEvery = 8;
/** How many of the newest known keys to search for patterns. Searching very many would block the app. */
const mostToGuessFrom = 10_000;
/** How many sets to compare before each recall; if there are more, the oldest. */
const mostCompared = 20_000;
const assumedShare = 0.1;
/** A limit that every service supports. With a larger one, an empty response may be caused by the limit. */
export const safeLimit = 10;

export function createDiscoveryPlan(options: {
  readonly seeds: readonly string[];
  readonly guesses: boolean;
}): DiscoveryPlan {
  const known = new Set<string>();
  const inOrder: string[] = [];
  const unread = new Set<string>();
  const asked = new Set<string>();
  const tried = new Set<string>();
  const sets = createWordSets();
  /** Whole keys to use as queries, newest last. */
  const keysToAsk: string[] = [];
  // How accurate the expectations were, and how much a whole key finds.
  const ofSets = createEstimate(1);
  const ofGuesses = createEstimate(1);
  const ofKeys = createEstimate(2);
  /** Queries without hits at a large limit. */
  const emptyAnswers = new Set<string>();
  let takesBatches = true;
  let sinceGuess = guessEvery;
  let expected = 1;

  const nextSeed = (): string | null => options.seeds.find((seed) => !asked.has(queryId(seed))) ?? null;
  const nextKey = (): string | null => {
    for (let key = keysToAsk.at(-1); key !== undefined; key = keysToAsk.at(-1)) {
      if (!asked.has(queryId(key))) return key;
      keysToAsk.pop();
    }
    return null;
  };
  const bestSet = (
    limit: number,
    knownShare: number,
  ): { readonly set: WordSet; readonly worth: number } | null => {
    let best: { readonly set: WordSet; readonly worth: number } | null = null;
    let compared = 0;
    for (const set of sets.unasked()) {
      compared += 1;
      if (compared > mostCompared) break;
      const worth = worthOf(set, limit, knownShare);
      if (best === null || worth > best.worth) best = { set, worth };
    }
    return best;
  };
  const recall = (query: string, worth: number): DiscoveryRequest => {
    expected = Math.max(worth, 0.01);
    return { kind: 'recall', query };
  };

  return {
    addKey: (key, isRead) => {
      if (isRead) unread.delete(key);
      else if (!known.has(key)) unread.add(key);
      if (known.has(key)) return;
      known.add(key);
      inOrder.push(key);
      sets.addKey(key);
      keysToAsk.push(key);
    },
    isKnown: (key) => known.has(key),
    note: (outcome) => {
      sinceGuess += 1;
      switch (outcome.kind) {
        case 'predicted':
          return;
        case 'guess':
          for (const key of outcome.missing) tried.add(key);
          ofGuesses.note(outcome.newKeys / expected);
          sinceGuess = outcome.newKeys > 0 ? guessEvery : 0;
          return;
        case 'recall': {
          const { query, limit, hits, fullHits, newKeys } = outcome;
          const words = keyWords(query);
          const isWholeKey = known.has(query);
          if (isWholeKey) ofKeys.note(newKeys);
          else ofSets.note(newKeys / expected);
          asked.add(queryId(query));
          if (hits === 0 && limit > safeLimit) emptyAnswers.add(query);
          else emptyAnswers.delete(query);
          if (words.length > 0) sets.noteAsked(words, fullHits >= limit, hits === 0 ? 0 : newKeys / hits);
        }
      }
    },
    distrustEmpty: () => {
      for (const query of emptyAnswers) {
        asked.delete(queryId(query));
        sets.takeBack(keyWords(query));
        if (known.has(query)) keysToAsk.push(query);
      }
      emptyAnswers.clear();
    },
    stopBatches: () => {
      takesBatches = false;
    },
    next: ({ limit, knownShare }) => {
      if (takesBatches && unread.size >= manyUnread)
        return { kind: 'predicted', keys: [...unread].slice(0, batchSize) };
      const seed = nextSeed();
      if (seed !== null) return recall(seed, limit);

      const set = bestSet(limit, knownShare ?? assumedShare);
      const setWorth = set === null ? 0 : set.worth * ofSets.mean();
      const key = nextKey();
      const keyWorth = key === null ? 0 : ofKeys.mean();
      const guesses =
        takesBatches && options.guesses && sinceGuess >= guessEvery
          ? guessKeys(inOrder.slice(-mostToGuessFrom), (one) => known.has(one) || tried.has(one), batchSize)
          : [];
      const guessed = guesses.reduce((sum, { likelihood }) => sum + likelihood, 0);
      const guessWorth = guessed * ofGuesses.mean();

      if (guesses.length > 0 && guessWorth >= Math.max(setWorth, keyWorth)) {
        expected = guessed;
        return { kind: 'guess', keys: guesses.map((guess) => guess.key) };
      }
      if (takesBatches && unread.size > Math.max(setWorth, keyWorth))
        return { kind: 'predicted', keys: [...unread] };
      if (set !== null && setWorth >= keyWorth) return recall(set.set.words.join(' '), set.worth);
      if (key !== null) return recall(key, keyWorth);
      return null;
    },
    wordsLeft: () => sets.unaskedCount(),
  };
}

/** New keys expected from requesting a set. */
function worthOf(set: WordSet, limit: number, knownShare: number): number {
  const unknown = set.newShare ?? 1 - Math.min(knownShare, 0.98);
  const matching = Math.min(limit, set.count / Math.max(1 - unknown, 0.02));
  return matching * unknown * (set.isRedundant ? 0.05 : 1);
}

function queryId(query: string): string {
  return query.trim();
}

/** The mean of the noted values, weighted toward newer ones; starts with an estimate. */
function createEstimate(first: number): {
  readonly note: (value: number) => void;
  readonly mean: () => number;
} {
  let mean = first;
  return {
    note: (value) => {
      mean = 0.8 * mean + 0.2 * value;
    },
    mean: () => mean,
  };
}
