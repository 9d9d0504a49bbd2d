import { rowsOf, toRanges, type RowRanges } from '../uploads/rows/rowRanges.ts';

/** Numbers of the saved rows of an upload. A list of rows is counted, and read from its middle, without reading the rows before. */
export interface RowNumbers {
  readonly has: (row: number) => boolean;
  readonly add: (row: number) => void;
  readonly count: () => number;
  /** Those at some places of the list, ascending. */
  readonly slice: (from: number, to: number) => readonly number[];
  /** As ranges in JSON. */
  readonly text: () => string;
}

export function createRowNumbers(ranges: RowRanges): RowNumbers {
  const numbers = new Set(rowsOf(ranges));
  let ascending: readonly number[] | null = null;
  const inOrder = (): readonly number[] => (ascending ??= [...numbers].sort((one, other) => one - other));
  return {
    has: (row) => numbers.has(row),
    add: (row) => {
      if (numbers.has(row)) return;
      numbers.add(row);
      ascending = null;
    },
    count: () => numbers.size,
    slice: (from, to) => inOrder().slice(from, to),
    text: () => JSON.stringify(toRanges(inOrder())),
  };
}
