import { skipToken, useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { ipc } from './ipc.ts';

/** What the ledger of a connection knows of a root, asked anew whenever it is shown; nothing is asked for null. */
export function useRootInLedger(connectionId: ConnectionId | null, rootHash: string | null) {
  return useQuery({
    queryKey: ['rootInLedger', connectionId, rootHash] as const,
    queryFn:
      connectionId === null || rootHash === null ? skipToken : () => ipc.findRoot({ connectionId, rootHash }),
    staleTime: 0,
  });
}
