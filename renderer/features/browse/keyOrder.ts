/**
 * Orders keys segment by segment: a dot sorts before every other character and the end of a key before a dot.
 * All keys below a prefix are then neighbours, which plain string order does not give (`a-b` would fall
 * between `a` and `a.c`).
 */
export function compareKeys(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at += 1) {
    const leftUnit = left.charCodeAt(at);
    const rightUnit = right.charCodeAt(at);
    if (leftUnit !== rightUnit) return rank(leftUnit) - rank(rightUnit);
  }
  return left.length - right.length;
}

const dot = 0x2e;

function rank(unit: number): number {
  return unit === dot ? -1 : unit;
}

/** A stretch of the sorted keys: from `start`, up to and without `end`. */
export interface KeyRange {
  readonly start: number;
  readonly end: number;
}

/** Where in the sorted keys a prefix lies: the key of that name, if known, and all keys below it. `''` is everything. */
export function rangeOfPrefix(sortedKeys: readonly string[], prefix: string): KeyRange {
  if (prefix === '') return { start: 0, end: sortedKeys.length };
  const start = firstIndex(0, sortedKeys.length, (at) => compareKeys(sortedKeys[at] ?? '', prefix) >= 0);
  return { start, end: endOfPrefix(sortedKeys, prefix, start, sortedKeys.length) };
}

/** Where the keys at or below `prefix` end, given that they begin at `start`. */
export function endOfPrefix(
  sortedKeys: readonly string[],
  prefix: string,
  start: number,
  end: number,
): number {
  return firstIndex(start, end, (at) => !isAtOrBelow(sortedKeys[at] ?? '', prefix));
}

/** Whether a key is the prefix itself or below it, by whole segments. */
export function isAtOrBelow(key: string, prefix: string): boolean {
  if (prefix === '') return true;
  return key.startsWith(prefix) && (key.length === prefix.length || key.charCodeAt(prefix.length) === dot);
}

/** The first index in [start, end) for which `holds` is true, where it stays true once it is; else `end`. */
function firstIndex(start: number, end: number, holds: (at: number) => boolean): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
