import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { StorageUse, StoredPart } from '#shared/domain/storageUse.ts';
import { clearHistory } from './history.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

/** How much is saved, measured anew whenever it is shown. */
export const storageUseQuery = queryOptions({
  queryKey: queryKey('storageUse'),
  queryFn: (): Promise<StorageUse> => ipc.storageUse(),
  gcTime: 0,
  refetchOnMount: 'always',
});

/** Deletes one part of what is saved of a connection, or the log (`connectionId: null`). */
export function useDeleteStored() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ connectionId, part }: DeletedPart) => {
      if (connectionId === null) await ipc.clearLog();
      else if (part === 'values') await clearHistory(client, connectionId, null);
      else await deletePart(connectionId, part);
    },
    // Also after a failure: some of it may be deleted. What is cached of the connection may show what is gone.
    onSettled: async (_done, _error, { connectionId }) => {
      await client.invalidateQueries({
        predicate: ({ queryKey: [name, ofConnection] }) =>
          name === 'storageUse' || (connectionId !== null && ofConnection === connectionId),
      });
    },
  });
}

export interface DeletedPart {
  readonly connectionId: ConnectionId | null;
  readonly part: StoredPart;
}

async function deletePart(connectionId: ConnectionId, part: Exclude<StoredPart, 'values'>): Promise<void> {
  switch (part) {
    case 'previous':
      await ipc.clearPrevious({ connectionId });
      return;
    case 'drafts': {
      const { drafts } = await ipc.listDrafts({ connectionId });
      for (const { id } of drafts) await ipc.removeDraft({ connectionId, id });
      return;
    }
    case 'uploads': {
      const upload = await ipc.currentUpload({ connectionId });
      if (upload !== null) await ipc.discardUpload({ uploadId: upload.id });
      return;
    }
    case 'audits': {
      for (const { id, state } of await ipc.listAudits({ connectionId }))
        if (state.kind !== 'running' && state.kind !== 'waiting')
          await ipc.deleteAudit({ connectionId, auditId: id });
      return;
    }
    case 'recalls': {
      const { runs } = await ipc.listRuns({ connectionId });
      if (runs.length > 0) await ipc.removeRuns({ connectionId, ids: runs.map(({ id }) => id) });
      return;
    }
    case 'scoreboard':
      await ipc.clearScoreboard({ connectionId });
      return;
    case 'writes':
      await ipc.clearWrites({ connectionId });
      return;
    case 'keys':
    case 'other':
      throw new Error(`${part} cannot be deleted by itself.`);
  }
}
