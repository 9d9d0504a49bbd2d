import { skipToken, useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { unwrap } from './unwrap.ts';

/** What the ledger of a connection knows of a root, asked anew whenever it is shown; nothing is asked for null. */
export function useRootInLedger(connectionId: ConnectionId | null, rootHash: string | null) {
  return useQuery({
    queryKey: ['rootInLedger', connectionId, rootHash] as const,
    queryFn:
      connectionId === null || rootHash === null
        ? skipToken
        : () => unwrap(window.atomExplorer.findRoot({ connectionId, rootHash })),
    staleTime: 0,
  });
}
