/** The values of a column of the file, in the rows that match a filter. */
export interface ColumnValues {
  /** Rows that match the filter. */
  readonly total: number;
  /** How many of them were counted by now. */
  readonly done: number;
  /** Where to continue; null if all were counted. */
  readonly next: number | null;
  /** The most frequent first, at most `mostListedValues`; null: the rows have none. Empty until all were counted. */
  readonly values: readonly { readonly text: string | null; readonly rows: number }[];
  /** Values that are not listed, and their rows. */
  readonly others: { readonly values: number; readonly rows: number };
  /** Rows with values longer than `longestCounted`, which are not told apart. */
  readonly longRows: number;
  /** Rows with values that came after `mostValues` different ones, which are not told apart either. */
  readonly furtherRows: number;
}

export const mostListedValues = 100;
/** So many different values are held in memory. */
export const mostValues = 100_000;
