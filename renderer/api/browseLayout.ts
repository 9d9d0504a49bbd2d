import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { noLayout, type BrowseLayout } from '#shared/domain/browseLayout.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { notifyFailure } from '../ui/notify.ts';
import { ipc } from './ipc.ts';

function browseLayoutQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: ['browseLayout', connectionId] as const,
    queryFn: (): Promise<BrowseLayout> => ipc.browseLayout({ connectionId }),
    // Only this window changes it.
    staleTime: Infinity,
  });
}

/** The columns and saved filters of a connection; none until they are loaded. */
export function useBrowseLayout(connectionId: ConnectionId): BrowseLayout {
  return useQuery(browseLayoutQuery(connectionId)).data ?? noLayout;
}

/** Changes them at once, and saves them. */
export function useChangeBrowseLayout(
  connectionId: ConnectionId,
): (step: (before: BrowseLayout) => BrowseLayout) => void {
  const client = useQueryClient();
  return useCallback(
    (step) => void changeLayout(client, connectionId, step).catch(notifyFailure),
    [client, connectionId],
  );
}

async function changeLayout(
  client: QueryClient,
  connectionId: ConnectionId,
  step: (before: BrowseLayout) => BrowseLayout,
): Promise<void> {
  const { queryKey } = browseLayoutQuery(connectionId);
  // What was saved must not be replaced before it was read.
  await client.ensureQueryData(browseLayoutQuery(connectionId));
  const layout = step(client.getQueryData(queryKey) ?? noLayout);
  client.setQueryData(queryKey, layout);
  await ipc.saveBrowseLayout({ connectionId, layout });
}
