import type { KeyTree } from './keyTree.ts';
import { emptyBits, NumberSet, setBit } from './numberSet.ts';

/** How many query results are cached for the next page of the same query. */
const mostKept = 2;

/** The positions whose key meets a condition. */
export function placesThat(condition: (number: number) => boolean, order: Uint32Array): NumberSet {
  const bits = emptyBits(order.length);
  for (let place = 0; place < order.length; place += 1) {
    if (condition(order[place] ?? 0)) setBit(bits, place);
  }
  return new NumberSet(bits);
}

/** Atoms in some order, as the numbers of their keys. */
export interface AtomOrder {
  readonly count: number;
  readonly numberAt: (at: number) => number;
  /** -1 if it is not included. */
  readonly indexOf: (number: number) => number;
}

/** In the order of keys: those at positions from `first` up to but not including `last` that pass. `placesOf`: see `KeyIndex`. */
export function placesBetween(
  tree: KeyTree,
  placesOf: (delimiter: string) => Uint32Array,
  matches: NumberSet | null,
  { first, last }: { readonly first: number; readonly last: number },
): AtomOrder {
  const placeOf = (number: number): number => placesOf(tree.delimiter)[number] ?? 0;
  if (matches === null) {
    return {
      count: last - first,
      numberAt: (at) => tree.order[first + at] ?? 0,
      indexOf: (number) => {
        const place = placeOf(number);
        return place >= first && place < last ? place - first : -1;
      },
    };
  }
  const from = matches.rank(first);
  const to = matches.rank(last);
  return {
    count: to - from,
    numberAt: (at) => tree.order[matches.select(from + at)] ?? 0,
    indexOf: (number) => {
      const place = placeOf(number);
      return matches.has(place) && place >= first && place < last ? matches.rank(place) - from : -1;
    },
  };
}

export function reversed({ count, numberAt, indexOf }: AtomOrder): AtomOrder {
  return {
    count,
    numberAt: (at) => numberAt(count - 1 - at),
    indexOf: (number) => {
      const at = indexOf(number);
      return at === -1 ? -1 : count - 1 - at;
    },
  };
}

/** Caches the last few results by name. */
export function createKept<T>(): (name: string, make: () => T) => T {
  const kept = new Map<string, T>();
  return (name, make) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const made = make();
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
    kept.set(name, made);
    return made;
  };
}
