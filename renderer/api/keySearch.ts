import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { AtomsQuery, KeyFilter } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

/** Known keys that match what was typed. */
export interface FoundKeys {
  readonly entries: readonly CatalogueEntry[];
  /** All that match; not all are in `entries`. */
  readonly total: number;
}

const mostFound = 50;

/**
 * Known keys that contain all typed words in this order, from the index in the engine. An exact segment of a key comes
 * first. Empty text finds nothing.
 */
export function useKeySearch(connectionId: ConnectionId | null, typed: string, delimiter: string) {
  return useQuery({
    queryKey: queryKey('keySearch', connectionId, typed, delimiter),
    queryFn: (): Promise<FoundKeys> =>
      connectionId === null ? Promise.resolve(nothingFound) : findKeys(connectionId, typed, delimiter),
    enabled: connectionId !== null && typed !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}

/** The bookmarked keys. */
export function useBookmarks(connectionId: ConnectionId | null, delimiter: string) {
  return useQuery({
    queryKey: queryKey('bookmarks', connectionId, delimiter),
    queryFn: async (): Promise<readonly CatalogueEntry[]> =>
      connectionId === null
        ? []
        : (await ask(connectionId, delimiter, { text: '', mode: 'contains', bookmarked: true })).rows,
    gcTime: 0,
    retry: false,
  });
}

const nothingFound: FoundKeys = { entries: [], total: 0 };

async function findKeys(connectionId: ConnectionId, typed: string, delimiter: string): Promise<FoundKeys> {
  const words = typed.split(/\s+/).filter(Boolean);
  const isPattern = /[*?]/.test(typed);
  const filters: readonly KeyFilter[] =
    words.length > 1 || isPattern
      ? [{ text: isPattern ? typed : `**${words.join('**')}**`, mode: 'glob' }]
      : [
          { text: typed.trim(), mode: 'segment' },
          { text: typed.trim(), mode: 'contains' },
        ];
  const answers = await Promise.all(filters.map((filter) => ask(connectionId, delimiter, filter)));
  const entries = new Map(answers.flatMap(({ rows }) => rows.map((entry) => [entry.key, entry] as const)));
  return {
    entries: [...entries.values()].slice(0, mostFound),
    total: Math.max(...answers.map(({ total }) => total)),
  };
}

function ask(connectionId: ConnectionId, delimiter: string, filter: KeyFilter) {
  const query: AtomsQuery = {
    connectionId,
    filter,
    delimiter,
    path: '',
    sort: { column: 'key', direction: 'ascending' },
  };
  return ipc.catalogueAtoms({ query, window: { from: 0, to: mostFound } });
}
