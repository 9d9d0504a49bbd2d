import { keyTerms } from './keyTerms.ts';
import type { QueryConcept } from './queryConcepts.ts';

// How well a key matches a query by its words: BM25, as a share of what a key with every word would get. See `RecallIndex.match`.

/** BM25's k1: small, because a key that repeats a word is hardly more relevant. */
const saturation = 0.1;
/** BM25's b: how much the length of the key matters. */
const lengthShare = 0.75;
export const exactScore = 0.999;
/** Keeps every other key below an exact match, however often it repeats the terms. */
export const ceiling = 0.99;

/** How strongly a key matches a term that it has `count` times: near 1, less for longer keys. */
export function strengthOf(count: number, relativeLength: number): number {
  const drag = saturation * (1 - lengthShare + lengthShare * relativeLength);
  return count / (count + drag);
}

/** What a concept is worth that `matches` of `keys` keys have: BM25's inverse document frequency. */
export function rarityOf(matches: number, keys: number): number {
  return Math.log(1 + (keys - matches + 0.5) / (matches + 0.5));
}

/** A concept of a query, with what it is worth among all keys. */
export interface WorthyConcept {
  readonly concept: QueryConcept;
  readonly rarity: number;
}

/** The score of one key, in [0, ceiling], from its text alone. @param average length of all keys, in terms */
export function scoreOfKey(key: string, concepts: readonly WorthyConcept[], average: number): number {
  const terms = keyTerms(key);
  let sum = 0;
  let obtainable = 0;
  for (const { concept, rarity } of concepts) {
    obtainable += rarity;
    let best = 0;
    for (const [term, weight] of concept) {
      const count = terms.filter((one) => one === term).length;
      if (count > 0) best = Math.max(best, weight * strengthOf(count, terms.length / average));
    }
    sum += rarity * best;
  }
  return sum > 0 ? (ceiling * sum) / obtainable : 0;
}
