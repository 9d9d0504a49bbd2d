import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { noLayout, type BrowseLayout } from '#shared/domain/browseLayout.ts';
import { createTurns } from '#shared/async/inTurn.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { notifyFailure } from '../ui/notify.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

function browseLayoutQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: queryKey('browseLayout', connectionId),
    queryFn: (): Promise<BrowseLayout> => ipc.browseLayout({ connectionId }),
    // Another window may have changed it.
    refetchOnMount: 'always',
  });
}

/** The columns and saved filters of a connection; none until they are loaded. */
export function useBrowseLayout(connectionId: ConnectionId): BrowseLayout {
  return useQuery(browseLayoutQuery(connectionId)).data ?? noLayout;
}

/** Changes them on screen at once, and then what is saved. */
export function useChangeBrowseLayout(
  connectionId: ConnectionId,
): (step: (before: BrowseLayout) => BrowseLayout) => void {
  const client = useQueryClient();
  return useCallback(
    (step) => void changeLayout(client, connectionId, step).catch(notifyFailure),
    [client, connectionId],
  );
}

/** One change after the other, for each connection. */
const changes = createTurns();

export async function changeLayout(
  client: QueryClient,
  connectionId: ConnectionId,
  step: (before: BrowseLayout) => BrowseLayout,
): Promise<void> {
  const { queryKey: ofLayout } = browseLayoutQuery(connectionId);
  // A column stays where the pointer left it.
  client.setQueryData<BrowseLayout>(ofLayout, (shown) => shown && step(shown));
  await changes.inTurn(connectionId, async () => {
    // Another window may have saved a filter since this one read them.
    const layout = step(await ipc.browseLayout({ connectionId }));
    await ipc.saveBrowseLayout({ connectionId, layout });
    client.setQueryData(ofLayout, layout);
  });
}
