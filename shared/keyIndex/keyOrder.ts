import { compareKeys } from './segments.ts';

/**
 * Numbers of keys in the order of `compareKeys`.
 *
 * @param plain the numbers in the order of `<`.
 */
export function orderBySegments(
  keys: readonly string[],
  plain: Uint32Array,
  delimiter: string,
  sharing: Sharing,
): Uint32Array {
  if (delimiter.length > 1) {
    return Uint32Array.from(plain).sort((a, b) => compareKeys(keys[a] ?? '', keys[b] ?? '', delimiter));
  }
  return withDelimitersFirst(keys, plain, delimiter.charCodeAt(0), sharing);
}

/**
 * The two orders differ only if keys with the same beginning continue with a delimiter and with a lower unit: then the
 * former move before the latter as a block. Sorting would take twenty comparisons for each key instead of one.
 */
function withDelimitersFirst(
  keys: readonly string[],
  plain: Uint32Array,
  delimiter: number,
  sharing: Sharing,
): Uint32Array {
  const count = plain.length;
  const shared = new Uint32Array(count);
  const moves: { readonly at: number; readonly depth: number }[] = [];
  for (let at = 1; at < count; at += 1) {
    const before = plain[at - 1] ?? 0;
    const number = plain[at] ?? 0;
    const depth = sharing(before, number);
    shared[at] = depth;
    if ((keys[number] ?? '').charCodeAt(depth) === delimiter && (keys[before] ?? '').length > depth)
      moves.push({ at, depth });
  }
  const order = plain.slice();
  // The deepest first: moves within a block do not change the position of the block.
  moves.sort((a, b) => b.depth - a.depth);
  for (const { at, depth } of moves) {
    let start = at - 1;
    while (start > 0 && (shared[start] ?? 0) >= depth && !isPrefix(keys, plain, start - 1, depth)) start -= 1;
    let end = at + 1;
    while (end < count && (shared[end] ?? 0) > depth) end += 1;
    const block = order.slice(at, end);
    order.copyWithin(start + block.length, start, at);
    order.set(block, start);
  }
  return order;
}

/** Whether this key is exactly the common beginning of the others; then it stays before them. */
function isPrefix(keys: readonly string[], plain: Uint32Array, at: number, length: number): boolean {
  return (keys[plain[at] ?? 0] ?? '').length === length;
}

/** `order` with numbers added (`added`, in any order) and removed (null: none). */
export function mergeInOrder(
  order: Uint32Array,
  added: Uint32Array,
  isRemoved: ((number: number) => boolean) | null,
  compare: (a: number, b: number) => number,
): Uint32Array {
  const sorted = Uint32Array.from(added).sort(compare);
  const merged = new Uint32Array(order.length + sorted.length);
  let from = 0;
  let to = 0;
  const copyUpTo = (end: number): void => {
    if (isRemoved === null) {
      merged.set(order.subarray(from, end), to);
      to += end - from;
      from = end;
      return;
    }
    for (; from < end; from += 1) {
      const number = order[from] ?? 0;
      if (isRemoved(number)) continue;
      merged[to] = number;
      to += 1;
    }
  };
  for (const number of sorted) {
    if (isRemoved?.(number) === true) continue;
    let low = from;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(order[middle] ?? 0, number) < 0) low = middle + 1;
      else high = middle;
    }
    copyUpTo(low);
    merged[to] = number;
    to += 1;
  }
  copyUpTo(order.length);
  return merged.slice(0, to);
}

/** How many units at their start the keys of two numbers share. */
export type Sharing = (before: number, number: number) => number;

/**
 * @param shared of the first keys, how many units each shares with the one before it; 255 for more
 */
export function createSharing(keys: readonly string[], shared: Uint8Array): Sharing {
  return (before, number) => {
    const units = number === before + 1 ? (shared[number] ?? 255) : 255;
    return units < 255 ? units : sharedUnits(keys[before] ?? '', keys[number] ?? '');
  };
}

/** `shared` for `createSharing`. @param ends where the text of each key ends in `units` */
export function sharedInTexts(units: Uint8Array | Uint16Array, ends: Uint32Array): Uint8Array {
  const shared = new Uint8Array(ends.length);
  let before = 0;
  let start = ends[0] ?? 0;
  for (let number = 1; number < ends.length; number += 1) {
    const end = ends[number] ?? 0;
    const most = Math.min(start - before, end - start, 255);
    let at = 0;
    while (at < most && units[before + at] === units[start + at]) at += 1;
    shared[number] = at;
    before = start;
    start = end;
  }
  return shared;
}

export function sharedUnits(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let at = 0;
  while (at < most && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return at;
}
