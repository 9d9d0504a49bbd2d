import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LeafMap } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { ipc, onEvent } from './ipc.ts';

/** Which leaves of a connection's memory are known, kept fresh while shown. */
export function useLeafMap(connectionId: ConnectionId, cells: number) {
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent('catalogueChanged', (event) => {
        if (event.connectionId === connectionId) {
          void client.invalidateQueries({ queryKey: ['leafMap', connectionId] }, { cancelRefetch: false });
        }
      }),
    [client, connectionId],
  );
  return useQuery({
    queryKey: ['leafMap', connectionId, cells] as const,
    queryFn: (): Promise<LeafMap> => ipc.leafMap({ connectionId, cells }),
    staleTime: 0,
    structuralSharing: false,
  });
}
