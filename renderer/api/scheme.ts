import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import { rememberConnection } from './connections.ts';
import { ipc } from './ipc.ts';

/** Pins rules chosen by hand, or forgets the pin. What was read is read again: its verdicts rest on the old one. */
export function useSetScheme(id: ConnectionId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (scheme: ChosenScheme | null) => ipc.setConnectionScheme({ id, scheme }),
    onSuccess: (connection) => {
      rememberConnection(client, connection);
      for (const what of ['atom', 'recall']) void client.invalidateQueries({ queryKey: [what, id] });
    },
  });
}
