import { foldCase } from '#shared/keyIndex/caseFold.ts';
import {
  comparisons,
  readBacks,
  rowMarks,
  rowOutcomes,
  rowStatuses,
  type UploadRowFilter,
} from '#shared/domain/upload.ts';
import { flags, markFlags, problemBit, type RowColumns } from './rowColumns.ts';

/** Numbers of the rows that pass a filter; null for all rows. */
export type FoundRows = Uint32Array | null;

/** Finds rows, and caches the last result until the rows change. */
export interface RowFilters {
  readonly find: (filter: UploadRowFilter, revision: number) => FoundRows;
  /** Keys have changed. */
  readonly forgetKeys: () => void;
}

const filtersInMind = 4;

/**
 * @param eachKey calls with the current key of every row, which is faster than requesting them one by one
 * @param cellOf the cell of a column of the file
 */
export function createRowFilters(
  columns: RowColumns,
  keyOf: (row: number) => string,
  eachKey: (visit: (key: string, row: number) => void) => void,
  cellOf: (row: number, column: number) => string | null,
): RowFilters {
  const inMind = new Map<string, FoundRows>();
  let revisionInMind = -1;
  let cellInMind: {
    readonly column: number;
    readonly text: string | null;
    readonly rows: Uint32Array;
  } | null = null;
  let textInMind: { readonly folded: string; readonly rows: Uint32Array } | null = null;

  const withText = (text: string): Uint32Array => {
    const folded = foldCase(text);
    if (textInMind?.folded === folded) return textInMind.rows;
    const found = rowList();
    const visit = (key: string, row: number): void => {
      if (foldCase(key).includes(folded)) found.add(row);
    };
    // One more letter finds a subset of the previous result.
    if (textInMind === null || !folded.includes(textInMind.folded)) eachKey(visit);
    else for (const row of textInMind.rows) visit(keyOf(row), row);
    textInMind = { folded, rows: found.rows() };
    return textInMind.rows;
  };
  /** Of the whole file, because cells never change. */
  const withCell = ({ column, text }: NonNullable<UploadRowFilter['cell']>): Uint32Array => {
    if (cellInMind?.column === column && cellInMind.text === text) return cellInMind.rows;
    const found = rowList();
    for (let row = 0; row < columns.count; row++) if (cellOf(row, column) === text) found.add(row);
    cellInMind = { column, text, rows: found.rows() };
    return cellInMind.rows;
  };
  const search = (filter: UploadRowFilter): FoundRows => {
    const withTheText = filter.text === undefined || filter.text === '' ? null : withText(filter.text);
    const withTheCell = filter.cell === undefined ? null : withCell(filter.cell);
    const among =
      withTheText === null || withTheCell === null
        ? (withTheText ?? withTheCell)
        : inBoth(withTheText, withTheCell);
    const passes = conditionOf(columns, filter);
    if (passes === null) return among;
    const found = rowList();
    const count = among?.length ?? columns.count;
    for (let index = 0; index < count; index++) {
      const row = among === null ? index : (among[index] ?? 0);
      if (passes(row)) found.add(row);
    }
    return found.rows();
  };
  return {
    find: (filter, revision) => {
      if (revision !== revisionInMind) {
        inMind.clear();
        revisionInMind = revision;
      }
      const name = JSON.stringify(filter);
      const known = inMind.get(name);
      if (known !== undefined) return known;
      const found = search(filter);
      if (inMind.size === filtersInMind) inMind.clear();
      inMind.set(name, found);
      return found;
    },
    forgetKeys: () => {
      textInMind = null;
    },
  };
}

/**
 * null if every row passes. Without a status, rows are found as `UploadCounts` counts them: problems of those
 * that are not skipped, comparisons of those that are ready.
 */
function conditionOf(columns: RowColumns, filter: UploadRowFilter): ((row: number) => boolean) | null {
  const { status, problem, comparison, outcome, readBack, mark, edited } = filter;
  const conditions: ((row: number) => boolean)[] = [];
  const isAt = (column: Uint8Array, index: number): void => {
    conditions.push((row) => column[row] === index);
  };
  const hasBit = (column: Uint8Array | Uint16Array, bit: number): void => {
    conditions.push((row) => ((column[row] ?? 0) & bit) !== 0);
  };
  if (status !== undefined) isAt(columns.status, rowStatuses.indexOf(status));
  if (problem !== undefined) {
    hasBit(columns.problems, problemBit(problem));
    const dropped = rowStatuses.indexOf('dropped');
    if (status === undefined) conditions.push((row) => columns.status[row] !== dropped);
  }
  if (comparison !== undefined) {
    isAt(columns.comparison, comparisons.indexOf(comparison));
    if (status === undefined) isAt(columns.status, rowStatuses.indexOf('ready'));
  }
  if (outcome !== undefined) isAt(columns.outcome, rowOutcomes.indexOf(outcome));
  if (readBack !== undefined) isAt(columns.readBack, readBacks.indexOf(readBack));
  if (mark !== undefined) hasBit(columns.flags, markFlags[rowMarks.indexOf(mark)] ?? 0);
  if (edited === true) hasBit(columns.flags, flags.edited);
  if (conditions.length === 0) return null;
  return (row) => conditions.every((passes) => passes(row));
}

/** @param one ascending, like the other */
function inBoth(one: Uint32Array, other: Uint32Array): Uint32Array {
  let at = 0;
  return one.filter((row) => {
    while ((other[at] ?? row) < row) at += 1;
    return other[at] === row;
  });
}

interface RowList {
  readonly add: (row: number) => void;
  readonly rows: () => Uint32Array;
}

function rowList(): RowList {
  let rows = new Uint32Array(1024);
  let count = 0;
  return {
    add: (row) => {
      if (count === rows.length) {
        const larger = new Uint32Array(count * 2);
        larger.set(rows);
        rows = larger;
      }
      rows[count] = row;
      count += 1;
    },
    rows: () => rows.slice(0, count),
  };
}
