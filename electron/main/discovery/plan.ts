import { guessKeys } from './guesses.ts';
import { keyWords } from './keyWords.ts';
import { createWordSets, type WordSet } from './wordSets.ts';

export type DiscoveryRequest =
  | { readonly kind: 'recall'; readonly query: string }
  /** Known keys that were never read: their place in the tree is not known. */
  | { readonly kind: 'predicted'; readonly keys: readonly string[] }
  | { readonly kind: 'guess'; readonly keys: readonly string[] };

/** What a request came to. */
export type DiscoveryOutcome =
  | {
      readonly kind: 'recall';
      readonly query: string;
      /** Hits asked for. */
      readonly limit: number;
      /** Hits that came, and those of them that have every word of the query. */
      readonly hits: number;
      readonly fullHits: number;
      readonly newKeys: number;
    }
  | { readonly kind: 'predicted'; readonly newKeys: number }
  | { readonly kind: 'guess'; readonly missing: readonly string[]; readonly newKeys: number };

/** Decides what to ask next. It asks nothing itself, and never the same twice. */
export interface DiscoveryPlan {
  /** A key became known; `isRead`: with its place in the tree. Does nothing for what it knows. */
  readonly addKey: (key: string, isRead: boolean) => void;
  readonly isKnown: (key: string) => boolean;
  readonly note: (outcome: DiscoveryOutcome) => void;
  /** Answers without hits to large limits are not to be trusted: what got one may be asked again. */
  readonly distrustEmpty: () => void;
  /** The service refuses batches of keys: none is asked for any more. */
  readonly stopBatches: () => void;
  /** null where nothing is left to ask. */
  readonly next: (situation: {
    /** Hits that a recall gives. */
    readonly limit: number;
    /** Known leaves out of all; null where that is not known. */
    readonly knownShare: number | null;
  }) => DiscoveryRequest | null;
  readonly wordsLeft: () => number;
}

/** As many as the interface's batch recall is likely to take; what it refuses is read in parts. */
const batchSize = 500;
/** Fewer unread keys wait until there is nothing better to do. */
const manyUnread = 100;
/** Requests after which the known keys are looked through for patterns again. */
const guessEvery = 8;
/** The newest known keys: where there is most to find. Looking through very many would hold up the app. */
const mostToGuessFrom = 10_000;
/** Sets that are compared before each recall; of more, the oldest. */
const mostCompared = 20_000;
const assumedShare = 0.1;
/** A limit that every service gives; an answer without hits to a larger one may come from the limit. */
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
  /** Whole keys to ask with, the newest last. */
  const keysToAsk: string[] = [];
  // How far what was expected came true, and what a whole key brings.
  const ofSets = createEstimate(1);
  const ofGuesses = createEstimate(1);
  const ofKeys = createEstimate(2);
  /** Queries that got no hits at a large limit. */
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

/** New keys that asking for a set promises. */
function worthOf(set: WordSet, limit: number, knownShare: number): number {
  const unknown = set.newShare ?? 1 - Math.min(knownShare, 0.98);
  const matching = Math.min(limit, set.count / Math.max(1 - unknown, 0.02));
  return matching * unknown * (set.isRedundant ? 0.05 : 1);
}

function queryId(query: string): string {
  return query.trim();
}

/** The mean of what was noted, the newer the more, beginning with a guess. */
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
