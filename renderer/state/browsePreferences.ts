import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import {
  filterModes,
  sortColumns,
  type AtomsQuery,
  type FilterMode,
  type SortColumn,
} from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';

export type RowSort = AtomsQuery['sort'];

const defaultDelimiter = '.';
/** Longer than any that was ever seen; short enough for its button. */
export const longestDelimiter = 8;

interface Remembered {
  /** The columns of the table that are shown, in their order. */
  readonly columns: readonly SortColumn[];
  readonly sort: RowSort;
  readonly filterMode: FilterMode;
  /** Whether atoms that were never read are read when they come into sight. */
  readonly readsInSight: boolean;
  /** What separates the segments of keys, by connection, where it is not the usual one. */
  readonly delimiters: Readonly<Record<string, string>>;
}

interface BrowsePreferences extends Remembered {
  readonly showColumns: (columns: readonly SortColumn[]) => void;
  readonly sortBy: (sort: RowSort) => void;
  readonly filterBy: (filterMode: FilterMode) => void;
  readonly readInSight: (readsInSight: boolean) => void;
  readonly separateBy: (id: ConnectionId, delimiter: string) => void;
}

const initial: Remembered = {
  columns: ['key', 'version', 'leaf', 'verdict', 'readAt'],
  sort: { column: 'key', direction: 'ascending' },
  filterMode: 'contains',
  readsInSight: true,
  delimiters: {},
};

/** How the user likes to browse, over restarts. */
export const useBrowsePreferences = create<BrowsePreferences>()(
  persist(
    (set) => ({
      ...initial,
      showColumns: (columns) => set({ columns: inOrder(columns) }),
      sortBy: (sort) => set({ sort }),
      filterBy: (filterMode) => set({ filterMode }),
      readInSight: (readsInSight) => set({ readsInSight }),
      separateBy: (id, delimiter) =>
        set(({ delimiters }) => ({ delimiters: { ...delimiters, [id]: delimiter } })),
    }),
    {
      name: 'atom-explorer-browse',
      version: 1,
      partialize: ({ columns, sort, filterMode, readsInSight, delimiters }): Remembered => ({
        columns,
        sort,
        filterMode,
        readsInSight,
        delimiters,
      }),
      merge: (stored, current) => ({ ...current, ...readBrowsePreferences(stored) }),
    },
  ),
);

export function useDelimiter(id: ConnectionId): string {
  return useBrowsePreferences(({ delimiters }) => delimiters[id] ?? defaultDelimiter);
}

/** As it stands now, for what happens outside of drawing. */
export function delimiterOf(id: ConnectionId): string {
  return useBrowsePreferences.getState().delimiters[id] ?? defaultDelimiter;
}

/** Reads what an earlier start left behind; what is not as expected falls back to its first value. */
export function readBrowsePreferences(stored: unknown): Remembered {
  const { columns, sort, filterMode, readsInSight, delimiters } = fieldsOf(stored);
  return {
    columns: Array.isArray(columns) ? inOrder(columns) : initial.columns,
    sort: readSort(sort),
    filterMode: filterModes.find((mode) => mode === filterMode) ?? initial.filterMode,
    readsInSight: typeof readsInSight === 'boolean' ? readsInSight : initial.readsInSight,
    delimiters: Object.fromEntries(
      Object.entries(fieldsOf(delimiters)).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && isDelimiter(entry[1]),
      ),
    ),
  };
}

export function isDelimiter(text: string): boolean {
  return text.length > 0 && text.length <= longestDelimiter;
}

/** In the one order that columns have, each once; the key is always among them. */
function inOrder(columns: readonly unknown[]): readonly SortColumn[] {
  return sortColumns.filter((column) => column === 'key' || columns.includes(column));
}

function readSort(stored: unknown): RowSort {
  const { column, direction } = fieldsOf(stored);
  const known = sortColumns.find((name) => name === column);
  if (known === undefined || (direction !== 'ascending' && direction !== 'descending')) return initial.sort;
  return { column: known, direction };
}

function fieldsOf(stored: unknown): { readonly [name: string]: unknown } {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}
