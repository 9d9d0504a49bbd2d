import type { FilterMode } from '../domain/catalogueQuery.ts';
import { foldCase } from './caseFold.ts';
import { compileMatcher, type KeyMatcher } from './keyMatcher.ts';
import { sharedUnits, type Sharing } from './keyOrder.ts';
import { emptyBits, forEachBit, NumberSet, setBit } from './numberSet.ts';
import { buildTrigrams, listsFor, setTextsIn, type Lists, type Trigrams } from './trigrams.ts';

/** Finds the keys that match a text, as their places among all keys. */
export interface KeySearch {
  readonly find: (text: string, mode: FilterMode, delimiter: string) => NumberSet;
  /** Whether so many keys are missing from the lists that `improve` pays off. Until then these are scanned. */
  readonly wantsImproving: () => boolean;
  /** Rebuilds the lists in steps, between which keys can be added and found. */
  readonly improve: () => Generator<undefined, void>;
}

/** For fewer keys than this, scanning is as fast as the lists. */
const fewestToImprove = 4_096;
/** How many keys are prepared between two pauses. */
const preparedAtOnce = 4_096;
/** How many results are kept for the next, longer text. */
const mostKept = 16;

/** @param keys the caller may add to them */
export function createKeySearch(keys: readonly string[], sharing: Sharing): KeySearch {
  /** The case-folded keys that were prepared so far; for most keys, the same string. */
  const folded: string[] = [];
  /** How many units at its start each key shares with the previous one, case-folded and not, up to 255. */
  let shared = new Uint8Array(1_024);
  let trigrams: Trigrams | null = null;
  let isImproving = false;
  let kept = new Map<string, Kept>();

  /** Not while keys are loaded, because nobody searches them yet. */
  const prepare = (upTo: number): void => {
    if (folded.length >= upTo) return;
    kept = new Map();
    if (upTo > shared.length) {
      const larger = new Uint8Array(Math.max(upTo, 2 * shared.length));
      larger.set(shared);
      shared = larger;
    }
    for (let number = folded.length; number < upTo; number += 1) {
      const key = keys[number] ?? '';
      const text = foldCase(key);
      // Keeps one string instead of two equal ones.
      folded.push(text === key ? key : text);
      if (number === 0) continue;
      const textBefore = folded[number - 1] ?? '';
      const inKeys = sharing(number - 1, number);
      const isFolded = text === key && textBefore === keys[number - 1];
      shared[number] = Math.min(isFolded ? inKeys : Math.min(inKeys, sharedUnits(textBefore, text)), 255);
    }
  };

  /** The lists with the fewest keys that still contain all matches. */
  const listsOf = (built: Trigrams, matcher: KeyMatcher): Lists | null => {
    let best: Lists | null = null;
    for (const piece of matcher.pieces) {
      const lists = listsFor(built, piece);
      if (best === null || lists.count < best.count) best = lists;
    }
    return best;
  };

  /** An earlier result for a part of this text, if there is one. */
  const narrowed = ({ pieces, isContains }: KeyMatcher): NumberSet | null => {
    if (!isContains) return null;
    let best: NumberSet | null = null;
    for (const earlier of kept.values()) {
      if (!earlier.isContains || pieces[0]?.includes(earlier.text) !== true) continue;
      if (best === null || earlier.found.count < best.count) best = earlier.found;
    }
    return best;
  };

  const search = (matcher: KeyMatcher): NumberSet => {
    const count = folded.length;
    const found = emptyBits(count);
    const look = createLook(keys, folded, shared, matcher, found);
    const lookThrough = (numbers: Uint32Array): void => {
      if (matcher.isContains) keepHolding(matcher.pieces[0] ?? '', numbers, folded, shared, found);
      else forEachBit(numbers, look);
    };
    const part = narrowed(matcher);
    const lists = trigrams === null ? null : listsOf(trigrams, matcher);
    if (part !== null && (lists === null || (part.count <= lists.count && !isWhole(lists, matcher)))) {
      lookThrough(part.bits);
    } else if (trigrams !== null && lists !== null) {
      if (isWhole(lists, matcher)) setTextsIn(trigrams, lists, found);
      else {
        const listed = emptyBits(trigrams.texts);
        setTextsIn(trigrams, lists, listed);
        lookThrough(listed);
      }
      for (let number = trigrams.texts; number < count; number += 1) look(number);
    } else {
      for (let number = 0; number < count; number += 1) look(number);
    }
    return new NumberSet(found);
  };

  return {
    find: (text, mode, delimiter) => {
      prepare(keys.length);
      const name = JSON.stringify([mode, text, delimiter]);
      const before = kept.get(name);
      if (before !== undefined) return before.found;
      const matcher = compileMatcher(text, mode, delimiter);
      const found = search(matcher);
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
      kept.set(name, { text: matcher.pieces[0] ?? '', isContains: matcher.isContains, found });
      return found;
    },
    wantsImproving: () => {
      const inLists = trigrams?.texts ?? 0;
      return !isImproving && keys.length - inLists >= Math.max(fewestToImprove, inLists / 8);
    },
    *improve() {
      isImproving = true;
      try {
        const count = keys.length;
        while (folded.length < count) {
          prepare(Math.min(folded.length + preparedAtOnce, count));
          yield;
        }
        trigrams = yield* buildTrigrams(folded, count);
      } finally {
        isImproving = false;
      }
    },
  };
}

interface Kept {
  readonly text: string;
  readonly isContains: boolean;
  readonly found: NumberSet;
}

/** Whether being in the lists is sufficient for a key to match. */
function isWhole(lists: Lists, matcher: KeyMatcher): boolean {
  return lists.isExact && matcher.isContains;
}

/** Checks one key after the other and sets the bits of those that match. */
function createLook(
  keys: readonly string[],
  folded: readonly string[],
  shared: Uint8Array,
  { matches }: KeyMatcher,
  found: Uint32Array,
): (number: number) => void {
  let last = -2;
  return (number) => {
    const same = number === last + 1 ? (shared[number] ?? 0) : 0;
    last = number;
    if (matches(keys[number] ?? '', folded[number] ?? '', same)) setBit(found, number);
  };
}

/** `createLook` specialized for the most common matcher, because this takes most of the time of a keystroke. */
function keepHolding(
  wanted: string,
  among: Uint32Array,
  folded: readonly string[],
  shared: Uint8Array,
  found: Uint32Array,
): void {
  const length = wanted.length;
  let last = -2;
  let lastEnd = -1;
  for (let at = 0; at < among.length; at += 1) {
    let left = among[at] ?? 0;
    let kept = 0;
    while (left !== 0) {
      const bit = left & -left;
      left ^= bit;
      const number = 32 * at + 31 - Math.clz32(bit);
      const same = number === last + 1 ? (shared[number] ?? 0) : 0;
      last = number;
      // The part that it shares with the previous key need not be searched again.
      if (lastEnd === -1 || lastEnd > same) {
        const place = (folded[number] ?? '').indexOf(wanted, same < length ? 0 : same - length + 1);
        lastEnd = place === -1 ? -1 : place + length;
      }
      if (lastEnd !== -1) kept |= bit;
    }
    if (kept !== 0) found[at] = kept;
  }
}
