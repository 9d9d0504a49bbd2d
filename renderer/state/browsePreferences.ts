import { z } from 'zod';
import {
  filterModes,
  searchPlaces,
  sortColumns,
  type AtomsQuery,
  type SortColumn,
} from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createSavedStore } from './savedStore.ts';
import { textsByName } from './textsByName.ts';

export type RowSort = AtomsQuery['sort'];

const defaultDelimiter = '.';
/** Longer than any known delimiter; short enough for its button. */
export const longestDelimiter = 8;

const saved = z.object({
  /** The columns of the table, in their order, for connections whose columns were not chosen. */
  columns: z.array(z.unknown()).transform(inOrder).catch(['key', 'version', 'leaf', 'verdict', 'readAt']),
  /** By a field of values only in this session: its name is data of a service. */
  sort: z
    .object({ column: z.enum(sortColumns), direction: z.enum(['ascending', 'descending']) })
    .catch({ column: 'key', direction: 'ascending' })
    .transform((sort): RowSort => sort),
  filterMode: z.enum(filterModes).catch('contains'),
  /** Where the text of the filter is searched, and how values are compared with it. */
  searchIn: z.enum(searchPlaces).catch('keys'),
  matchCase: z.boolean().catch(false),
  wholeWord: z.boolean().catch(false),
  /** Whether atoms that were never read are read when they come into view. */
  readsInSight: z.boolean().catch(true),
  /** What separates the segments of keys, by connection, if it is not the default. */
  delimiters: textsByName(isDelimiter),
});

/** The user's settings for Browse. */
export const useBrowsePreferences = createSavedStore('atom-explorer-browse', saved);

export function useDelimiter(id: ConnectionId): string {
  return useBrowsePreferences(({ delimiters }) => delimiters[id] ?? defaultDelimiter);
}

/** The current value, for code that runs outside of rendering. */
export function delimiterOf(id: ConnectionId): string {
  return useBrowsePreferences.getState().delimiters[id] ?? defaultDelimiter;
}

export function separateBy(id: ConnectionId, delimiter: string): void {
  useBrowsePreferences.setState(({ delimiters }) => ({ delimiters: { ...delimiters, [id]: delimiter } }));
}

export function isDelimiter(text: string): boolean {
  return text.length > 0 && text.length <= longestDelimiter;
}

/** The columns in their fixed order, each once; the key is always included. */
function inOrder(columns: readonly unknown[]): readonly SortColumn[] {
  return sortColumns.filter((column) => column === 'key' || columns.includes(column));
}
