import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { chunk } from '../../api/chunk.ts';
import { ipc, onEvent } from '../../api/ipc.ts';

/** After a read run, outdates the cached readings of atoms that it read, so that they are read again when next shown. */
export function useFreshReadings(connectionId: ConnectionId): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent('job', (job) => {
        if (job.connectionId !== connectionId || job.kind !== 'read' || job.endedAt === null) return;
        // If that fails, the cached readings stay; each is shown with its time.
        outdateReadings(client, connectionId).catch(() => undefined);
      }),
    [client, connectionId],
  );
}

const keysAtOnce = 1_000;

async function outdateReadings(client: QueryClient, connectionId: ConnectionId): Promise<void> {
  const kept = client.getQueryCache().findAll({ queryKey: ['atom', connectionId] });
  for (const queries of chunk(kept, keysAtOnce)) {
    const keys = queries.map(({ queryKey }) => String(queryKey[2]));
    const entries = await ipc.catalogueEntries({ connectionId, keys });
    for (const [at, { queryKey, state }] of queries.entries()) {
      if ((entries[at]?.readAt ?? 0) > state.dataUpdatedAt) {
        await client.invalidateQueries({ queryKey, exact: true });
      }
    }
  }
}
