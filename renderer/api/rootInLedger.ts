import { skipToken, useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { ipc } from './ipc.ts';

/** What the ledger of a connection knows of a root, read again whenever it is shown; disabled while an argument is null. */
export function useRootInLedger(connectionId: ConnectionId | null, rootHash: string | null) {
  return useQuery({
    queryKey: ['rootInLedger', connectionId, rootHash] as const,
    queryFn:
      connectionId === null || rootHash === null ? skipToken : () => ipc.findRoot({ connectionId, rootHash }),
    gcTime: 0,
  });
}
