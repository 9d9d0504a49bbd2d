import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import { rememberConnection } from './connections.ts';
import { ipc } from './ipc.ts';
import { about } from './queryKeys.ts';

/**
 * Pins hashing rules that the user chose, or removes the pin. Atoms are read again, because their verdicts used the
 * old rules.
 */
export function useSetScheme(id: ConnectionId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (scheme: ChosenScheme | null) => ipc.setConnectionScheme({ id, scheme }),
    onSuccess: (connection) => {
      rememberConnection(client, connection);
      void client.invalidateQueries(about(['atom', 'recall'], id));
    },
  });
}
