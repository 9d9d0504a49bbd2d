import { z } from 'zod';
import { filterModes, sortColumns, type AtomsQuery, type SortColumn } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createSavedStore } from './savedStore.ts';
import { textsByName } from './textsByName.ts';

export type RowSort = AtomsQuery['sort'];

const defaultDelimiter = '.';
/** Longer than any known delimiter; short enough for its button. */
export const longestDelimiter = 8;

const saved = z.object({
  /** The columns of the table that are shown, in their order. */
  columns: z.array(z.unknown()).transform(inOrder).catch(['key', 'version', 'leaf', 'verdict', 'readAt']),
  sort: z
    .object({ column: z.enum(sortColumns), direction: z.enum(['ascending', 'descending']) })
    .catch({ column: 'key', direction: 'ascending' }),
  filterMode: z.enum(filterModes).catch('contains'),
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

export function showColumns(columns: readonly SortColumn[]): void {
  useBrowsePreferences.setState({ columns: inOrder(columns) });
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
