import { useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Draft, DraftListing } from '#shared/domain/draft.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

/** The drafts, kept up to date. */
export function useDrafts(connectionId: ConnectionId) {
  return useQuery({
    queryKey: queryKey('drafts', connectionId),
    queryFn: (): Promise<DraftListing> => ipc.listDrafts({ connectionId }),
    // In memory only while shown, because drafts are encrypted on disk.
    gcTime: 0,
  });
}

export function keepDraft({ id, connectionId, key, value, base }: Omit<Draft, 'changedAt'>): Promise<Draft> {
  return ipc.keepDraft({ id, connectionId, key, value, base });
}

export function removeDraft({ id, connectionId }: Pick<Draft, 'id' | 'connectionId'>): Promise<null> {
  return ipc.removeDraft({ id, connectionId });
}
