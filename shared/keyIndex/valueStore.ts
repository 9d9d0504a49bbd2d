import type { KeyFilter } from '../domain/catalogueQuery.ts';
import { clearBits, emptyBits, setBit } from './numberSet.ts';
import { valuePattern } from './valuePattern.ts';

/** Values of keys, by the number of the key, as far as they fit into memory. */
export interface ValueStore {
  /** Counts up with every change. */
  readonly generation: () => number;
  readonly get: (number: number) => string | undefined;
  readonly isTooLarge: (number: number) => boolean;
  /** How many are in memory, too large, and dropped to make room. */
  readonly counts: () => { readonly held: number; readonly tooLarge: number; readonly dropped: number };
  /**
   * The latest value of a key. The values that were read longest ago make room for it; if it is `earlier`, from a history, it does
   * not replace one, and takes only room that is left.
   */
  readonly put: (number: number, value: string, how: 'latest' | 'earlier') => void;
  readonly remove: (number: number) => void;
  readonly clear: () => void;
  readonly numbers: () => Iterable<number>;
  /** Calls `listener` when a value is no longer in memory, so that nothing made from it stays there; null: all values. */
  readonly onGone: (listener: (number: number | null) => void) => void;
  /** The bits of the keys, up to so many, whose value has the text of the filter. */
  readonly find: (filter: KeyFilter, limit: number) => Uint32Array;
}

/** In UTF-16 units. */
const largestValue = 1024 * 1024;
/** In UTF-16 units together: more than 100,000 values of 1 KB. */
const mostValueUnits = 128 * 1024 * 1024;
/** How many results are kept, to be brought up to date by what changed. */
const mostKept = 4;
/** With more changes than this, everything is searched again. */
const mostChanges = 1_000_000;

interface Kept {
  readonly pattern: RegExp;
  bits: Uint32Array;
  /** How many of the changes it includes. */
  seen: number;
}

export function createValueStore(mostUnits: number = mostValueUnits): ValueStore {
  /** In the order of reading. */
  const values = new Map<number, string>();
  const tooLarge = new Set<number>();
  const dropped = new Set<number>();
  let units = 0;
  let generation = 0;
  /** The numbers of the keys whose value changed. */
  let changes: number[] = [];
  const kept = new Map<string, Kept>();
  let gone: (number: number | null) => void = () => undefined;

  const note = (number: number): void => {
    generation += 1;
    if (kept.size === 0) return;
    changes.push(number);
    if (changes.length <= mostChanges) return;
    kept.clear();
    changes = [];
  };
  const drop = (number: number): boolean => {
    const value = values.get(number);
    if (value === undefined) return false;
    units -= value.length;
    values.delete(number);
    gone(number);
    note(number);
    return true;
  };
  const refresh = (search: Kept, limit: number): void => {
    const { pattern } = search;
    if (search.bits.length * 32 < limit) {
      const longer = emptyBits(limit + (limit >>> 2));
      longer.set(search.bits);
      search.bits = longer;
    }
    for (; search.seen < changes.length; search.seen += 1) {
      const number = changes[search.seen] ?? 0;
      const value = values.get(number);
      if (value !== undefined && pattern.test(value)) setBit(search.bits, number);
      else clearBits(search.bits, number, number + 1);
    }
  };
  const search = (pattern: RegExp, limit: number): Kept => {
    const bits = emptyBits(limit);
    for (const [number, value] of values) if (pattern.test(value)) setBit(bits, number);
    return { pattern, bits, seen: changes.length };
  };

  return {
    generation: () => generation,
    get: (number) => values.get(number),
    isTooLarge: (number) => tooLarge.has(number),
    counts: () => ({ held: values.size, tooLarge: tooLarge.size, dropped: dropped.size }),
    put: (number, value, how) => {
      const before = values.get(number);
      const isEarlier = how === 'earlier';
      if (isEarlier && (before !== undefined || tooLarge.has(number))) return;
      tooLarge.delete(number);
      dropped.delete(number);
      if (value.length > largestValue) {
        tooLarge.add(number);
        if (!drop(number)) note(number);
        return;
      }
      if (isEarlier && units + value.length > mostUnits) {
        dropped.add(number);
        note(number);
        return;
      }
      // Again at the end, as the one read last.
      values.delete(number);
      values.set(number, value);
      units += value.length - (before?.length ?? 0);
      if (before !== value) {
        gone(number);
        note(number);
      }
      for (const [oldest] of values) {
        if (units <= mostUnits) break;
        drop(oldest);
        dropped.add(oldest);
      }
    },
    remove: (number) => {
      tooLarge.delete(number);
      dropped.delete(number);
      drop(number);
    },
    clear: () => {
      values.clear();
      tooLarge.clear();
      dropped.clear();
      kept.clear();
      changes = [];
      units = 0;
      gone(null);
      generation += 1;
    },
    numbers: () => values.keys(),
    onGone: (listener) => {
      gone = listener;
    },
    find: (filter, limit) => {
      const { text, matchCase = false, wholeWord = false } = filter;
      const name = JSON.stringify([text, matchCase, wholeWord]);
      let found = kept.get(name);
      if (found === undefined) {
        found = search(valuePattern(filter), limit);
        if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
        kept.set(name, found);
      }
      refresh(found, limit);
      return found.bits.slice(0, emptyBits(limit).length);
    },
  };
}
