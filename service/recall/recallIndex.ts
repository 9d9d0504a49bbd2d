import { yieldRegularly } from '../yieldRegularly.ts';
import { keyTerms } from './keyTerms.ts';
import { queryConcepts } from './queryConcepts.ts';
import type { QueryConcept } from './queryConcepts.ts';

export interface RecallHit {
  readonly key: string;
  /** In (0, 1); see `RecallIndex.match`. */
  readonly score: number;
}

/** The keys that match one query, at the time of the query. */
export interface RecallMatch {
  /** Best first; equal scores are in key order (UTF-16 code units). */
  readonly hits: readonly RecallHit[];
  /** Of any key, whether it is among the hits or not; 0 if it has no term of the query. */
  scoreOf(keyNumber: number): number;
}

/** Finds atoms by the words in their keys. Values are not used. */
export interface RecallIndex {
  /** Makes a key findable. Adding it again changes nothing. */
  add(key: string): void;
  /** Keys are numbered from 0 in the order they were added. */
  keyOf(keyNumber: number): string;
  numberOf(key: string): number | undefined;
  /**
   * The matching keys, at most `limit` of them as hits.
   *
   * The score is the share of the query that the key matches: each concept of the query counts by how rare it
   * is among all keys (BM25's inverse document frequency); a key that has the term gets nearly all of that
   * (slightly less for longer keys, 0.7 of it for a synonym); the sum is divided by the maximum. So a key
   * with every term of the query scores around 0.9, and one with none is not returned. A key equal to the
   * query is first, with 0.999.
   *
   * Yields to other work every few milliseconds, because a term that is in most of many keys takes longer
   * than that.
   */
  match(query: string, limit: number): Promise<RecallMatch>;
  /** The hits of `match`, without yielding. */
  search(query: string, limit: number): readonly RecallHit[];
  /** Number of keys. */
  readonly size: number;
}

/** The keys that have one term. */
interface Postings {
  /** Their numbers, ascending; only the first `size` are in use. */
  keyNumbers: Int32Array;
  size: number;
  /** How often a key has the term, where that is more than once. */
  readonly repeated: Map<number, number>;
}

/** Steps between two checks of the clock: far less than a millisecond. */
const stepsAtOnce = 8_192;

/** BM25's k1: small, because a key that repeats a word is hardly more relevant. */
const saturation = 0.1;
/** BM25's b: how much the length of the key matters. */
const lengthShare = 0.75;
const exactScore = 0.999;
/** Keeps every other key below an exact match, however often it repeats the terms. */
export const ceiling = 0.99;

export function createRecallIndex(): RecallIndex {
  const keys: string[] = [];
  const keyLengths: number[] = [];
  const numberOf = new Map<string, number>();
  const postingsOf = new Map<string, Postings>();
  let totalLength = 0;

  function add(key: string): void {
    if (numberOf.has(key)) return;
    const keyNumber = keys.length;
    const terms = keyTerms(key);
    keys.push(key);
    keyLengths.push(terms.length);
    numberOf.set(key, keyNumber);
    totalLength += terms.length;
    for (const [term, count] of countTerms(terms)) addPosting(postingsOf, term, keyNumber, count);
  }

  /**
   * Adds to `earned` the scores of the keys for one concept, each by its best term, and returns the maximum
   * score. `strengths` is scratch space: zeros before and after.
   */
  function* earn(
    concept: QueryConcept,
    earned: Float64Array,
    strengths: Float64Array,
    averageLength: number,
  ): Generator<void, number> {
    const found = [...concept].flatMap(([term, weight]) => {
      const postings = postingsOf.get(term);
      return postings === undefined ? [] : [{ postings, weight, size: postings.size }];
    });
    let matchCount = 0;
    for (const { postings, weight, size } of found) {
      for (let index = 0; index < size; index += 1) {
        if (index % stepsAtOnce === 0) yield;
        const keyNumber = postings.keyNumbers[index] ?? 0;
        // Added after the query started.
        if (keyNumber >= earned.length) break;
        const count = postings.repeated.get(keyNumber) ?? 1;
        const relativeLength = (keyLengths[keyNumber] ?? 0) / averageLength;
        const drag = saturation * (1 - lengthShare + lengthShare * relativeLength);
        const strength = (weight * count) / (count + drag);
        const earlier = strengths[keyNumber] ?? 0;
        if (earlier === 0) matchCount += 1;
        if (strength > earlier) strengths[keyNumber] = strength;
      }
    }
    const rarity = Math.log(1 + (earned.length - matchCount + 0.5) / (matchCount + 0.5));
    for (const { postings, size } of found) {
      for (let index = 0; index < size; index += 1) {
        if (index % stepsAtOnce === 0) yield;
        const keyNumber = postings.keyNumbers[index] ?? 0;
        if (keyNumber >= earned.length) break;
        earned[keyNumber] = (earned[keyNumber] ?? 0) + rarity * (strengths[keyNumber] ?? 0);
        strengths[keyNumber] = 0;
      }
    }
    return rarity;
  }

  /** A generator that yields regularly, so that the caller can interleave other work. */
  function* matching(query: string, limit: number): Generator<void, RecallMatch> {
    // Typed arrays over all keys instead of maps, because a term such as `v1` is in every key.
    const earned = new Float64Array(keys.length);
    const strengths = new Float64Array(keys.length);
    const averageLength = totalLength / keys.length;
    let obtainable = 0;
    for (const concept of queryConcepts(query)) {
      obtainable += yield* earn(concept, earned, strengths, averageLength);
    }
    const exact = numberOf.get(query);
    const scoreOf = (keyNumber: number): number => {
      if (keyNumber === exact) return exactScore;
      const sum = earned[keyNumber] ?? 0;
      return sum > 0 ? (ceiling * sum) / obtainable : 0;
    };
    const best = createBestHits(limit);
    for (let keyNumber = 0; keyNumber < earned.length; keyNumber += 1) {
      if (keyNumber % stepsAtOnce === 0) yield;
      if (earned[keyNumber] === 0 && keyNumber !== exact) continue;
      best.offer(keys[keyNumber] ?? '', scoreOf(keyNumber));
    }
    return { hits: best.hits, scoreOf };
  }

  async function match(query: string, limit: number): Promise<RecallMatch> {
    const steps = matching(query, limit);
    const turn = yieldRegularly();
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      const others = turn();
      if (others !== null) await others;
    }
  }

  function search(query: string, limit: number): readonly RecallHit[] {
    const steps = matching(query, limit);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value.hits;
    }
  }

  return {
    add,
    keyOf: (keyNumber) => keys[keyNumber] ?? '',
    numberOf: (key) => numberOf.get(key),
    match,
    search,
    get size() {
      return keys.length;
    },
  };
}

function addPosting(postingsOf: Map<string, Postings>, term: string, keyNumber: number, count: number): void {
  let postings = postingsOf.get(term);
  if (postings === undefined) {
    postings = { keyNumbers: new Int32Array(2), size: 0, repeated: new Map() };
    postingsOf.set(term, postings);
  }
  if (postings.size === postings.keyNumbers.length) {
    const larger = new Int32Array(postings.size * 2);
    larger.set(postings.keyNumbers);
    postings.keyNumbers = larger;
  }
  postings.keyNumbers[postings.size] = keyNumber;
  postings.size += 1;
  if (count > 1) postings.repeated.set(keyNumber, count);
}

function countTerms(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/**
 * Keeps the best `limit` hits in order, without sorting all of them, because a common term may match every
 * key.
 */
export function createBestHits(limit: number): {
  offer(key: string, score: number): void;
  readonly hits: readonly RecallHit[];
} {
  const hits: RecallHit[] = [];

  function offer(key: string, score: number): void {
    const last = hits[limit - 1];
    if (limit < 1 || (last !== undefined && precedes(last, key, score))) return;
    let low = 0;
    let high = hits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = hits[middle];
      if (other !== undefined && precedes(other, key, score)) low = middle + 1;
      else high = middle;
    }
    hits.splice(low, 0, { key, score });
    if (hits.length > limit) hits.pop();
  }

  return { offer, hits };
}

function precedes(hit: RecallHit, key: string, score: number): boolean {
  return hit.score === score ? hit.key < key : hit.score > score;
}
