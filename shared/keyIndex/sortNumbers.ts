import type { SortKeys } from './sortKeys.ts';

const digitBits = 16;
const digits = 1 << digitBits;

/**
 * Sorts a copy by 64-bit keys, digit by digit. The sort is stable. Numbers without a key come last in both
 * directions.
 */
export function sortNumbers(
  numbers: Uint32Array,
  keys: SortKeys,
  direction: 'ascending' | 'descending',
): Uint32Array {
  const count = numbers.length;
  const nulls = numbers.filter(keys.isNull);
  let sorted = nulls.length === 0 ? Uint32Array.from(numbers) : numbers.filter((n) => !keys.isNull(n));
  const used = sorted.length;
  // Descending is ascending with all bits inverted, which keeps the sort stable.
  const turn = direction === 'ascending' ? 0 : 0xffffffff;
  let upper = Uint32Array.from(sorted, (number) => keys.upper(number) ^ turn);
  let lower = Uint32Array.from(sorted, (number) => keys.lower(number) ^ turn);
  let otherSorted = new Uint32Array(used);
  let otherUpper = new Uint32Array(used);
  let otherLower = new Uint32Array(used);
  const starts = new Uint32Array(digits + 1);
  for (let pass = 0; pass < 4; pass += 1) {
    const half = pass < 2 ? lower : upper;
    const shift = (pass % 2) * digitBits;
    starts.fill(0);
    for (let at = 0; at < used; at += 1) {
      const digit = ((half[at] ?? 0) >>> shift) & (digits - 1);
      starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
    }
    if (starts.includes(used, 1)) continue;
    for (let digit = 0; digit < digits; digit += 1) {
      starts[digit + 1] = (starts[digit + 1] ?? 0) + (starts[digit] ?? 0);
    }
    for (let at = 0; at < used; at += 1) {
      const digit = ((half[at] ?? 0) >>> shift) & (digits - 1);
      const to = starts[digit] ?? 0;
      starts[digit] = to + 1;
      otherSorted[to] = sorted[at] ?? 0;
      otherUpper[to] = upper[at] ?? 0;
      otherLower[to] = lower[at] ?? 0;
    }
    [sorted, otherSorted] = [otherSorted, sorted];
    [upper, otherUpper] = [otherUpper, upper];
    [lower, otherLower] = [otherLower, lower];
  }
  if (keys.compare !== null) sortTies(sorted, upper, lower, keys.compare, direction);
  const all = new Uint32Array(count);
  all.set(sorted);
  all.set(nulls, used);
  return all;
}

/** Sorts numbers whose 64-bit keys are equal with `compare`. */
function sortTies(
  sorted: Uint32Array,
  upper: Uint32Array,
  lower: Uint32Array,
  compare: (a: number, b: number) => number,
  direction: 'ascending' | 'descending',
): void {
  const sign = direction === 'ascending' ? 1 : -1;
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    while (end < sorted.length && upper[end] === upper[start] && lower[end] === lower[start]) end += 1;
    if (end - start > 1) {
      // Array.prototype.sort is stable.
      const ties = [...sorted.subarray(start, end)].sort((a, b) => sign * compare(a, b));
      sorted.set(ties, start);
    }
    start = end;
  }
}
