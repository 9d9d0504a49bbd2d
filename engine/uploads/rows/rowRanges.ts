/** Row numbers, as the first and last of each range. */
export type RowRanges = readonly (readonly [first: number, last: number])[];

/** @param rows ascending, without repeats */
export function toRanges(rows: readonly number[]): RowRanges {
  const ranges: [number, number][] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === row) last[1] = row;
    else ranges.push([row, row]);
  }
  return ranges;
}

export function rowsOf(ranges: RowRanges): readonly number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

/** How many rows they contain. */
export function rowsIn(ranges: RowRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}
