import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { chunk } from './chunk.ts';
import { unwrap } from './unwrap.ts';

/** The contract's bound. */
const mostKeysAtOnce = 1_000;

function entriesQuery(connectionId: ConnectionId, keys: readonly string[]) {
  return queryOptions({
    queryKey: ['knownEntries', connectionId, keys] as const,
    queryFn: async (): Promise<readonly CatalogueEntry[]> => {
      const parts: (readonly (CatalogueEntry | null)[])[] = [];
      for (const part of chunk(keys, mostKeysAtOnce))
        parts.push(await unwrap(window.atomExplorer.catalogueEntries({ connectionId, keys: [...part] })));
      return parts.flat().filter((entry) => entry !== null);
    },
    staleTime: 0,
  });
}

/** What is known of some keys, by key, kept fresh while shown. */
export function useKnownEntries(
  connectionId: ConnectionId,
  keys: readonly string[],
): ReadonlyMap<string, CatalogueEntry> {
  const client = useQueryClient();
  useEffect(
    () =>
      window.atomExplorer.onCatalogueChanged((event) => {
        if (event.connectionId === connectionId)
          void client.invalidateQueries({ queryKey: ['knownEntries', connectionId] });
      }),
    [client, connectionId],
  );
  const { data } = useQuery({
    ...entriesQuery(connectionId, keys),
    enabled: keys.length > 0,
    // A change of one key must not make the marks of all flicker.
    placeholderData: (before) => before,
  });
  return useMemo(() => new Map((data ?? []).map((entry) => [entry.key, entry])), [data]);
}
