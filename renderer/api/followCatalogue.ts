import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { onEvent } from './ipc.ts';

/** While mounted: what was asked under `[name, connectionId, …]` is asked anew whenever the known keys changed. */
export function useFollowCatalogue(connectionId: ConnectionId, name: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent('catalogueChanged', (event) => {
        if (event.connectionId !== connectionId) return;
        void client.invalidateQueries({ queryKey: [name, connectionId] });
      }),
    [client, connectionId, name],
  );
}
