import type { FilterMode } from '../domain/catalogueQuery.ts';
import { createSharing, mergeInOrder, orderBySegments } from './keyOrder.ts';
import { createKeySearch } from './keySearch.ts';
import { buildKeyTree, type KeyTree } from './keyTree.ts';
import { emptyBits, forEachBit, mapBits, NumberSet, setBit } from './numberSet.ts';
import { compareKeys } from './segments.ts';

/**
 * Keys by number: each key gets the next number when it is added, and keeps it. Orders and trees are built when
 * requested, and rebuilt only after keys were added or removed. The search index is built in steps when there is time.
 */
export interface KeyIndex {
  readonly count: () => number;
  /** The numbers of all keys that are not removed, in the order of `<` of the keys. */
  readonly sorted: () => Uint32Array;
  /** The numbers of all keys that are not removed, ascending. */
  readonly numbers: () => Uint32Array;
  /** The key of each number, including removed keys. */
  readonly keys: readonly string[];
  /** Counts up whenever keys are added or removed. */
  readonly generation: () => number;
  /** -1 if the key is not known. */
  readonly numberOf: (key: string) => number;
  /** Adds a key that is not known, and returns its number. Fastest in the order of `<`. */
  readonly add: (key: string) => number;
  readonly remove: (number: number) => void;
  readonly tree: (delimiter: string) => KeyTree;
  /** Number -> its position in the order of a tree; meaningless for removed keys. */
  readonly places: (delimiter: string) => Uint32Array;
  readonly isRemoved: (number: number) => boolean;
  readonly hasRemoved: () => boolean;
  /** The numbers of the keys that match, possibly including removed ones. */
  readonly find: (text: string, mode: FilterMode, delimiter: string) => NumberSet;
  readonly wantsImproving: () => boolean;
  readonly improve: () => Generator<undefined, void>;
}

/** How many trees are kept: those for the delimiters requested last. */
const mostTrees = 2;

/** How many new keys are kept apart before they are sorted in. */
const mostFresh = 8_192;

interface View {
  readonly generation: number;
  /** How many numbers had been assigned when it was built. */
  readonly numbers: number;
  readonly tree: KeyTree;
  readonly places: Uint32Array;
}

/**
 * @param sorted keys that it begins with, in the order of `<`; their numbers count up from 0
 * @param shared of each of them, if known: see `createSharing`
 */
export function createKeyIndex(
  sorted: readonly string[] = [],
  shared: Uint8Array = new Uint8Array(),
): KeyIndex {
  const keys = [...sorted];
  const sharing = createSharing(keys, shared);
  const removed = new Set<number>();
  /** Numbers in the order of `<`, without the keys in `fresh`. */
  let plain: Uint32Array = numbersFrom(0, sorted.length);
  const fresh = new Map<string, number>();
  let count = sorted.length;
  let generation = 0;
  const views = new Map<string, View>();
  const search = createKeySearch(keys, sharing);

  const isRemoved = (number: number): boolean => removed.has(number);
  const isGone = () => (removed.size === 0 ? null : isRemoved);
  const merge = (): void => {
    if (fresh.size === 0) return;
    const last = keys[plain.at(-1) ?? -1];
    const added = Uint32Array.from(fresh.values());
    let isInOrder = true;
    let before = last;
    for (const key of fresh.keys()) {
      if (before !== undefined && before >= key) isInOrder = false;
      before = key;
    }
    if (isInOrder) {
      // As when everything is loaded from disk.
      const longer = new Uint32Array(plain.length + added.length);
      longer.set(plain);
      longer.set(added, plain.length);
      plain = longer;
    } else {
      plain = mergeInOrder(plain, added, isGone(), (a, b) => comparePlain(keys[a] ?? '', keys[b] ?? ''));
    }
    fresh.clear();
  };
  const remaining = (): Uint32Array =>
    removed.size === 0 ? plain : plain.filter((number) => !removed.has(number));
  /** Where the last key was among `plain`, or where it would be: many keys in order are looked up one after the other. */
  let lastPlace = 0;
  const plainNumberOf = (key: string): number => {
    const keyAt = (place: number): string | undefined => keys[plain[place] ?? -1];
    for (let tries = 0; tries < 2 && lastPlace <= plain.length; tries += 1) {
      const here = keyAt(lastPlace);
      if (here === key) return plain[lastPlace] ?? -1;
      const before = keyAt(lastPlace - 1);
      if ((before === undefined || before < key) && (here === undefined || key < here)) return -1;
      if (here === undefined || key < here) break;
      lastPlace += 1;
    }
    lastPlace = placeIn(keys, plain, key);
    return keyAt(lastPlace) === key ? (plain[lastPlace] ?? -1) : -1;
  };
  const numberOf = (key: string): number => {
    const found = fresh.get(key) ?? plainNumberOf(key);
    return found === -1 || removed.has(found) ? -1 : found;
  };
  const view = (delimiter: string): View => {
    const before = views.get(delimiter);
    if (before?.generation === generation) return before;
    merge();
    const compare = (a: number, b: number): number => compareKeys(keys[a] ?? '', keys[b] ?? '', delimiter);
    const newNumbers = keys.length - (before?.numbers ?? 0);
    const order =
      before !== undefined && newNumbers < keys.length / 8
        ? mergeInOrder(before.tree.order, numbersFrom(before.numbers, keys.length), isGone(), compare)
        : orderBySegments(keys, remaining(), delimiter, sharing);
    const tree = buildKeyTree(keys, order, delimiter, sharing);
    const places = new Uint32Array(keys.length);
    for (let place = 0; place < order.length; place += 1) places[order[place] ?? 0] = place;
    const made: View = { generation, numbers: keys.length, tree, places };
    views.delete(delimiter);
    views.set(delimiter, made);
    if (views.size > mostTrees) views.delete(views.keys().next().value ?? '');
    return made;
  };

  return {
    count: () => count,
    numbers: () => {
      const all = numbersFrom(0, keys.length);
      return removed.size === 0 ? all : all.filter((number) => !removed.has(number));
    },
    sorted: () => {
      merge();
      return remaining();
    },
    keys,
    generation: () => generation,
    numberOf,
    add: (key) => {
      const number = keys.length;
      keys.push(key);
      fresh.set(key, number);
      count += 1;
      generation += 1;
      if (fresh.size >= mostFresh) merge();
      return number;
    },
    remove: (number) => {
      if (removed.has(number)) return;
      removed.add(number);
      fresh.delete(keys[number] ?? '');
      count -= 1;
      generation += 1;
    },
    tree: (delimiter) => view(delimiter).tree,
    places: (delimiter) => view(delimiter).places,
    isRemoved,
    hasRemoved: () => removed.size > 0,
    find: search.find,
    wantsImproving: search.wantsImproving,
    improve: search.improve,
  };
}

/** Where a key is, or would be. */
function placeIn(keys: readonly string[], plain: Uint32Array, key: string): number {
  let low = 0;
  let high = plain.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[plain[middle] ?? 0] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function comparePlain(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function numbersFrom(from: number, to: number): Uint32Array {
  const numbers = new Uint32Array(to - from);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = from + at;
  return numbers;
}

/** The positions of numbers, without removed keys; null for all positions. */
export function placesOf(index: KeyIndex, delimiter: string, numbers: NumberSet): NumberSet | null {
  if (!index.hasRemoved()) {
    if (numbers.count === index.count()) return null;
    return new NumberSet(mapBits(numbers.bits, index.places(delimiter), index.count()));
  }
  const places = index.places(delimiter);
  const bits = emptyBits(index.count());
  forEachBit(numbers.bits, (number) => {
    if (!index.isRemoved(number)) setBit(bits, places[number] ?? 0);
  });
  return new NumberSet(bits);
}
