import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Draft, DraftListing } from '#shared/domain/draft.ts';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import { ipc, onEvent } from './ipc.ts';

function draftsKey(connectionId: ConnectionId) {
  return ['drafts', connectionId] as const;
}

/** What was typed and not stored, as it changes. */
export function useDrafts(connectionId: ConnectionId) {
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent('draftsChanged', (changed) => {
        if (changed.connectionId !== connectionId) return;
        void client.invalidateQueries({ queryKey: draftsKey(connectionId) });
      }),
    [client, connectionId],
  );
  return useQuery({
    queryKey: draftsKey(connectionId),
    queryFn: (): Promise<DraftListing> => ipc.listDrafts({ connectionId }),
    staleTime: 0,
    // Kept in the window only while it is looked at: it lies sealed on the disk for a reason.
    gcTime: 0,
  });
}

export function keepDraft({ id, connectionId, key, value, base }: Omit<Draft, 'changedAt'>): Promise<Draft> {
  return ipc.keepDraft({ id, connectionId, key, value, base });
}

export function removeDraft({ id, connectionId }: Pick<Draft, 'id' | 'connectionId'>): Promise<null> {
  return ipc.removeDraft({ id, connectionId });
}

/** What the service accepted and refused so far. */
export function useSizeKnowledge(connectionId: ConnectionId) {
  return useQuery({
    queryKey: ['sizes', connectionId] as const,
    queryFn: (): Promise<SizeKnowledge> => ipc.sizeKnowledge({ connectionId }),
    staleTime: 0,
    gcTime: 0,
  });
}
