import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CatalogueSummary } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { unwrap } from './unwrap.ts';

function summaryQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: ['catalogue-summary', connectionId] as const,
    queryFn: (): Promise<CatalogueSummary> => unwrap(window.atomExplorer.catalogueSummary({ connectionId })),
    // Changes are only followed while a screen shows the catalogue, so the next screen reads it again.
    staleTime: 0,
  });
}

/** What is known of a connection's memory in numbers, kept fresh while shown. Its revision says when rows are out of date. */
export function useCatalogueSummary(connectionId: ConnectionId) {
  const client = useQueryClient();
  useEffect(
    () =>
      window.atomExplorer.onCatalogueChanged((event) => {
        if (event.connectionId !== connectionId) return;
        void client.invalidateQueries({ queryKey: summaryQuery(connectionId).queryKey });
      }),
    [client, connectionId],
  );
  return useQuery(summaryQuery(connectionId));
}
