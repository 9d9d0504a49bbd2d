import { z } from 'zod';
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
/** Longer than any known delimiter; short enough for its button. */
export const longestDelimiter = 8;

/** What an earlier start saved. A field that is not as expected gets its first value. */
const remembered = z.object({
  /** The columns of the table that are shown, in their order. */
  columns: z.array(z.unknown()).transform(inOrder).catch(['key', 'version', 'leaf', 'verdict', 'readAt']),
  sort: z
    .object({ column: z.enum(sortColumns), direction: z.enum(['ascending', 'descending']) })
    .catch({ column: 'key', direction: 'ascending' }),
  filterMode: z.enum(filterModes).catch('contains'),
  /** Whether atoms that were never read are read when they come into view. */
  readsInSight: z.boolean().catch(true),
  /** What separates the segments of keys, by connection, if it is not the default. */
  delimiters: z
    .record(z.string(), z.unknown())
    .transform((stored): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Object.entries(stored).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string' && isDelimiter(entry[1]),
        ),
      ),
    )
    .catch({}),
});
type Remembered = Readonly<z.infer<typeof remembered>>;
const initial: Remembered = remembered.parse({});

interface BrowsePreferences extends Remembered {
  readonly showColumns: (columns: readonly SortColumn[]) => void;
  readonly sortBy: (sort: RowSort) => void;
  readonly filterBy: (filterMode: FilterMode) => void;
  readonly readInSight: (readsInSight: boolean) => void;
  readonly separateBy: (id: ConnectionId, delimiter: string) => void;
}

/** The user's settings for Browse, kept across restarts. */
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
      partialize: (state): Remembered => remembered.parse(state),
      merge: (stored, current) => ({ ...current, ...readBrowsePreferences(stored) }),
    },
  ),
);

export function useDelimiter(id: ConnectionId): string {
  return useBrowsePreferences(({ delimiters }) => delimiters[id] ?? defaultDelimiter);
}

/** The current value, for code that runs outside of rendering. */
export function delimiterOf(id: ConnectionId): string {
  return useBrowsePreferences.getState().delimiters[id] ?? defaultDelimiter;
}

/** Reads what an earlier start saved. A field that is not as expected gets its first value. */
export function readBrowsePreferences(stored: unknown): Remembered {
  return remembered.catch(initial).parse(stored);
}

export function isDelimiter(text: string): boolean {
  return text.length > 0 && text.length <= longestDelimiter;
}

/** The columns in their fixed order, each once; the key is always included. */
function inOrder(columns: readonly unknown[]): readonly SortColumn[] {
  return sortColumns.filter((column) => column === 'key' || columns.includes(column));
}
