import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { SavedState } from '#shared/domain/stateLoss.ts';
import { ipc } from './ipc.ts';
import { about, queryKey } from './queryKeys.ts';

/** Whether what is saved of a connection is all there, kept up to date while shown. */
export function useSavedState(connectionId: ConnectionId) {
  return useQuery({
    queryKey: queryKey('savedState', connectionId),
    queryFn: () => ipc.savedState({ connectionId }),
  });
}

/** Accepts losses that were shown. Atoms and recalls are read again, because their verdicts named the losses. */
export function useAcceptLostState(connectionId: ConnectionId) {
  const client = useQueryClient();
  return async ({ losses }: SavedState): Promise<void> => {
    const parts = losses.map(({ part }) => part);
    client.setQueryData(
      queryKey('savedState', connectionId),
      await ipc.acceptLostState({ connectionId, parts }),
    );
    void client.invalidateQueries(about(['atom', 'recall'], connectionId));
  };
}
