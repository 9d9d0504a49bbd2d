import { yieldRegularly } from '../yieldRegularly.ts';
import { keyTerms } from './keyTerms.ts';
import { queryConcepts } from './queryConcepts.ts';
import type { QueryConcept } from './queryConcepts.ts';
import { ceiling, exactScore, rarityOf, strengthOf } from './scoring.ts';

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
  /** The keys that have the term more than once, ascending by their place in `keyNumbers`. */
  readonly repeated: Repeat[];
}

interface Repeat {
  readonly place: number;
  readonly count: number;
}

/** The average length of a key in terms, and how strongly a key of each length (its index) matches a term. */
interface Lengths {
  readonly average: number;
  readonly strengths: Float64Array;
}

/** Steps between two checks of the clock: far less than a millisecond, and a block of numbers that stays in the processor's cache. */
const stepsAtOnce = 4_096;

export function createRecallIndex(): RecallIndex {
  const keys: string[] = [];
  /** In terms, by key number. */
  let keyLengths = new Uint16Array(1_024);
  let longestLength = 0;
  const numberOf = new Map<string, number>();
  const postingsOf = new Map<string, Postings>();
  let totalLength = 0;
  const block = new Float64Array(stepsAtOnce);

  function add(key: string): void {
    if (numberOf.has(key)) return;
    const keyNumber = keys.length;
    const terms = keyTerms(key);
    keys.push(key);
    if (keyNumber === keyLengths.length) keyLengths = copied(keyLengths, new Uint16Array(keyNumber * 2));
    keyLengths[keyNumber] = terms.length;
    longestLength = Math.max(longestLength, terms.length);
    numberOf.set(key, keyNumber);
    totalLength += terms.length;
    for (const [term, count] of countTerms(terms)) addPosting(postingsOf, term, keyNumber, count);
  }

  /**
   * How strongly a key of each length (its index) matches a term that it has once. Few lengths occur, so that
   * no division is needed for each of the keys.
   */
  function strengthsByLength(averageLength: number): Float64Array {
    return Float64Array.from({ length: longestLength + 1 }, (_, length) =>
      strengthOf(1, length / averageLength),
    );
  }

  /**
   * Adds to `earned` the scores of the keys for one concept, each by its best term, and returns the maximum
   * score. `strengths` is scratch space: zeros before and after.
   */
  function* earn(
    concept: QueryConcept,
    earned: Float64Array,
    strengths: Float64Array,
    lengths: Lengths,
  ): Generator<void, number> {
    const found = [...concept].flatMap(([term, weight]) => {
      const postings = postingsOf.get(term);
      // Keys added after the query started have larger numbers than all others.
      return postings === undefined ? [] : [{ postings, weight, size: sizeBelow(postings, earned.length) }];
    });
    const [only] = found;
    if (only !== undefined && found.length === 1) {
      const rarity = rarityOf(only.size, earned.length);
      for (let from = 0; from < only.size; from += stepsAtOnce) {
        yield;
        earnAtOnce(
          only.postings,
          from,
          Math.min(only.size, from + stepsAtOnce),
          rarity * only.weight,
          earned,
          lengths,
        );
      }
      return rarity;
    }
    let matchCount = 0;
    for (const { postings, weight, size } of found) {
      for (let from = 0; from < size; from += stepsAtOnce) {
        yield;
        matchCount += strengthen(
          postings,
          from,
          Math.min(size, from + stepsAtOnce),
          weight,
          strengths,
          lengths,
        );
      }
    }
    const rarity = rarityOf(matchCount, earned.length);
    for (const { postings, size } of found) {
      for (let from = 0; from < size; from += stepsAtOnce) {
        yield;
        collect(postings, from, Math.min(size, from + stepsAtOnce), rarity, strengths, earned);
      }
    }
    return rarity;
  }

  /** How strongly the keys of a block of postings match; valid until the next call. */
  function strengthsAt(postings: Postings, from: number, to: number, lengths: Lengths): Float64Array {
    const { keyNumbers, repeated } = postings;
    const { strengths } = lengths;
    for (let place = from; place < to; place += 1) {
      block[place - from] = strengths[keyLengths[keyNumbers[place] ?? 0] ?? 0] ?? 0;
    }
    // Few keys repeat a term, so that looking for them one by one would take longer than everything else.
    let index = firstWhere(repeated.length, (one) => (repeated[one]?.place ?? 0) >= from);
    for (let next = repeated[index]; next !== undefined && next.place < to; next = repeated[index]) {
      const length = keyLengths[keyNumbers[next.place] ?? 0] ?? 0;
      block[next.place - from] = strengthOf(next.count, length / lengths.average);
      index += 1;
    }
    return block;
  }

  /** Raises the strengths of the keys of a block of postings. Returns how many of them had none before. */
  function strengthen(
    postings: Postings,
    from: number,
    to: number,
    weight: number,
    strengths: Float64Array,
    lengths: Lengths,
  ): number {
    const { keyNumbers } = postings;
    const found = strengthsAt(postings, from, to, lengths);
    let added = 0;
    for (let place = from; place < to; place += 1) {
      const keyNumber = keyNumbers[place] ?? 0;
      const strength = weight * (found[place - from] ?? 0);
      const earlier = strengths[keyNumber] ?? 0;
      if (earlier === 0) added += 1;
      if (strength > earlier) strengths[keyNumber] = strength;
    }
    return added;
  }

  /** For a concept with a single term: what its keys earn, in one pass. */
  function earnAtOnce(
    postings: Postings,
    from: number,
    to: number,
    worth: number,
    earned: Float64Array,
    lengths: Lengths,
  ): void {
    const { keyNumbers } = postings;
    const found = strengthsAt(postings, from, to, lengths);
    for (let place = from; place < to; place += 1) {
      const keyNumber = keyNumbers[place] ?? 0;
      earned[keyNumber] = (earned[keyNumber] ?? 0) + worth * (found[place - from] ?? 0);
    }
  }

  /** A generator that yields regularly, so that the caller can interleave other work. */
  function* matching(query: string, limit: number): Generator<void, RecallMatch> {
    // Typed arrays over all keys instead of maps, because a term such as `v1` is in every key.
    const earned = new Float64Array(keys.length);
    const strengths = new Float64Array(keys.length);
    const average = totalLength / keys.length;
    const lengths = { average, strengths: strengthsByLength(average) };
    let obtainable = 0;
    for (const concept of queryConcepts(query)) {
      obtainable += yield* earn(concept, earned, strengths, lengths);
    }
    // Slightly less than the sum that gives this score, so that rounding leaves no key out.
    const sumOf = (score: number): number => (score * obtainable * (1 - 1e-12)) / ceiling;
    const exact = numberOf.get(query);
    const scoreOf = (keyNumber: number): number => {
      if (keyNumber === exact) return exactScore;
      const sum = earned[keyNumber] ?? 0;
      return sum > 0 ? (ceiling * sum) / obtainable : 0;
    };
    const best = createBestHits(limit);
    // A function of its own, because a loop inside a generator is not compiled as well.
    const offerBest = (sums: Float64Array, first: number): void => {
      let enough = sumOf(best.least);
      for (let place = 0; place < sums.length; place += 1) {
        const sum = sums[place] ?? 0;
        const keyNumber = first + place;
        if (sum <= enough || keyNumber === exact) continue;
        best.offer(keys[keyNumber] ?? '', (ceiling * sum) / obtainable);
        enough = sumOf(best.least);
      }
    };
    if (exact !== undefined && exact < earned.length) best.offer(query, exactScore);
    for (let from = 0; from < earned.length; from += stepsAtOnce) {
      yield;
      offerBest(earned.subarray(from, from + stepsAtOnce), from);
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

/** Adds the strengths of the keys of some postings to what they earned, and sets them to 0. */
function collect(
  { keyNumbers }: Postings,
  from: number,
  to: number,
  rarity: number,
  strengths: Float64Array,
  earned: Float64Array,
): void {
  for (let index = from; index < to; index += 1) {
    const keyNumber = keyNumbers[index] ?? 0;
    earned[keyNumber] = (earned[keyNumber] ?? 0) + rarity * (strengths[keyNumber] ?? 0);
    strengths[keyNumber] = 0;
  }
}

/** How many of the postings are of keys below this number. */
function sizeBelow({ keyNumbers, size }: Postings, limit: number): number {
  return firstWhere(size, (place) => (keyNumbers[place] ?? 0) >= limit);
}

/** The first place of which the condition holds, which then holds of all later ones; `size` if there is none. */
function firstWhere(size: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function copied<T extends Int32Array | Uint16Array>(numbers: T, larger: T): T {
  larger.set(numbers);
  return larger;
}

function addPosting(postingsOf: Map<string, Postings>, term: string, keyNumber: number, count: number): void {
  let postings = postingsOf.get(term);
  if (postings === undefined) {
    postings = { keyNumbers: new Int32Array(2), size: 0, repeated: [] };
    postingsOf.set(term, postings);
  }
  if (postings.size === postings.keyNumbers.length) {
    postings.keyNumbers = copied(postings.keyNumbers, new Int32Array(postings.size * 2));
  }
  if (count > 1) postings.repeated.push({ place: postings.size, count });
  postings.keyNumbers[postings.size] = keyNumber;
  postings.size += 1;
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
  /** A lower score than this is not kept; of the same score, only an earlier key. */
  readonly least: number;
  readonly hits: readonly RecallHit[];
} {
  const hits: RecallHit[] = [];
  let least = 0;

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
    least = hits[limit - 1]?.score ?? 0;
  }

  return {
    offer,
    hits,
    get least() {
      return least;
    },
  };
}

function precedes(hit: RecallHit, key: string, score: number): boolean {
  return hit.score === score ? hit.key < key : hit.score > score;
}
