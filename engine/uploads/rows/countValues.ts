import { longestCounted, type UploadRowFilter } from '#shared/domain/upload.ts';
import { mostListedValues, mostValues, type ColumnValues } from '#shared/domain/uploadValues.ts';
import type { PresentRows } from './presentRows.ts';
import type { RowColumns } from './rowColumns.ts';
import type { RowFilters } from './rowFilters.ts';
import { createSlice } from './slices.ts';

/** Counts the values of a column. Every call is short. */
export interface ValueCounting {
  /** @param from where the last call for the same column, filter, and revision left off; 0 to begin */
  readonly count: (column: number, filter: UploadRowFilter, from: number, revision: number) => ColumnValues;
}

interface Counted {
  readonly name: string;
  readonly rowsOf: Map<string | null, number>;
  longRows: number;
  furtherRows: number;
}

/** The rows whose values are counted. */
interface CountedRows {
  readonly cell: PresentRows['cell'];
  readonly filters: Pick<RowFilters, 'find'>;
  readonly table: { readonly columns: Pick<RowColumns, 'count'> };
}

/** @param most different values that are told apart */
export function createValueCounting(rows: CountedRows, most = mostValues): ValueCounting {
  /** null when nothing is being counted, so that it takes no memory. */
  let counted: Counted | null = null;
  return {
    count: (column, filter, start, revision) => {
      const name = JSON.stringify([column, filter, revision]);
      const isBegun = start > 0 && counted?.name === name;
      const now: Counted =
        isBegun && counted !== null ? counted : { name, rowsOf: new Map(), longRows: 0, furtherRows: 0 };
      counted = now;
      const { rowsOf } = now;
      const listed = rows.filters.find(filter, revision);
      const total = listed?.length ?? rows.table.columns.count;
      const isOver = createSlice();
      let at = isBegun ? start : 0;
      for (; at < total && !isOver(); at++) {
        const text = rows.cell(listed?.[at] ?? at, column);
        const before = rowsOf.get(text);
        if (before !== undefined) rowsOf.set(text, before + 1);
        else if (text !== null && text.length > longestCounted) now.longRows += 1;
        else if (rowsOf.size < most) rowsOf.set(text, 1);
        else now.furtherRows += 1;
      }
      const { longRows, furtherRows } = now;
      if (at < total)
        return {
          total,
          done: at,
          next: at,
          values: [],
          others: { values: 0, rows: 0 },
          longRows,
          furtherRows,
        };
      counted = null;
      const values = [...rowsOf]
        .map(([text, count]) => ({ text, rows: count }))
        .sort((one, other) => other.rows - one.rows || compareTexts(one.text, other.text));
      const others = values.splice(mostListedValues);
      return {
        total,
        done: at,
        next: null,
        values,
        others: { values: others.length, rows: others.reduce((sum, { rows: count }) => sum + count, 0) },
        longRows,
        furtherRows,
      };
    },
  };
}

function compareTexts(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}
