import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import type { RowSort, SortColumn } from '../../state/browseStore.ts';
import { compareKeys } from './keyOrder.ts';

/** Sorts a copy. Atoms without a value in the column come last in both directions; ties go by key. */
export function sortEntries(entries: readonly CatalogueEntry[], sort: RowSort): readonly CatalogueEntry[] {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return [...entries].sort((left, right) => {
    const byColumn = compareColumn(left, right, sort.column, sign);
    return byColumn === 0 ? compareKeys(left.key, right.key) : byColumn;
  });
}

function compareColumn(
  left: CatalogueEntry,
  right: CatalogueEntry,
  column: SortColumn,
  sign: 1 | -1,
): number {
  switch (column) {
    case 'key':
      return sign * compareKeys(left.key, right.key);
    case 'version':
      return nullsLast(left.version, right.version, (a, b) => sign * (a - b));
    case 'leaf':
      return nullsLast(left.leafIndex, right.leafIndex, (a, b) => sign * compareDecimals(a, b));
    case 'verdict':
      return nullsLast(left.verdict, right.verdict, (a, b) => sign * (gravity[a] - gravity[b]));
    case 'readAt':
      return nullsLast(left.readAt, right.readAt, (a, b) => sign * (a - b));
  }
}

/** Ascending shows what needs a look first. */
const gravity: Readonly<Record<VerdictStatus, number>> = { red: 0, amber: 1, green: 2 };

function nullsLast<T>(left: T | null, right: T | null, compare: (left: T, right: T) => number): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return compare(left, right);
}

/** Compares decimal strings without leading zeros of any length: leaf positions may exceed 2^53. */
export function compareDecimals(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : Number(left > right);
}

/** The part of a key that tells it apart below a prefix; the whole key where it is the prefix itself. */
export function keyTail(key: string, prefix: string): string {
  return prefix !== '' && key.startsWith(`${prefix}.`) ? key.slice(prefix.length + 1) : key;
}

/** The next sort when a column's header is pressed. */
export function pressColumn(sort: RowSort, column: SortColumn): RowSort {
  if (sort.column !== column) {
    return { column, direction: column === 'readAt' ? 'descending' : 'ascending' };
  }
  return { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
}
