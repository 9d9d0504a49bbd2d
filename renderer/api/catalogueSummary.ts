import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CatalogueSummary, LeafMap } from '#shared/domain/catalogue.ts';
import type { ConnectionId, RootSighting } from '#shared/domain/connection.ts';
import { ipc } from './ipc.ts';

/** Counts of a connection's known keys, kept up to date while shown. Its revision shows when rows are out of date. */
export function useCatalogueSummary(connectionId: ConnectionId) {
  return useQuery(catalogueSummaryQuery(connectionId));
}

export function catalogueSummaryQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: ['catalogueSummary', connectionId] as const,
    queryFn: (): Promise<CatalogueSummary> => ipc.catalogueSummary({ connectionId }),
  });
}

/** The tags in use, as suggestions. */
export function useKnownTags(connectionId: ConnectionId): string[] {
  const { data } = useCatalogueSummary(connectionId);
  return (data?.tags ?? []).map(({ tag }) => tag);
}

/**
 * The newest root of a connection: `ofThisSession`, or the one that an earlier session saw last. null if none was
 * ever seen, undefined until that is known.
 */
export function useLastRoot(
  connectionId: ConnectionId,
  ofThisSession: RootSighting | null,
): RootSighting | null | undefined {
  const { data: last } = useQuery({ ...catalogueSummaryQuery(connectionId), select: lastRootOf });
  return ofThisSession ?? last;
}

function lastRootOf({ lastRoot }: CatalogueSummary): RootSighting | null {
  return lastRoot;
}

/** Accepts a root on behalf of the user. Resolves to the newest root of the ledger afterwards. */
export function useAcceptRoot(connectionId: ConnectionId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ rootHash, note }: { readonly rootHash: string; readonly note?: string }) =>
      ipc.acceptRoot({ connectionId, rootHash, ...(note !== undefined && { note }) }),
    onSuccess: () =>
      Promise.all(
        ['catalogueSummary', 'leafMap', 'rootInLedger', 'ledgerSummary', 'ledgerRoot'].map((name) =>
          client.invalidateQueries({ queryKey: [name, connectionId] }),
        ),
      ),
  });
}

/** Which leaves of a connection's memory are known, kept up to date while shown. */
export function useLeafMap(connectionId: ConnectionId, cells: number) {
  return useQuery({
    queryKey: ['leafMap', connectionId, cells] as const,
    queryFn: (): Promise<LeafMap> => ipc.leafMap({ connectionId, cells }),
    structuralSharing: false,
  });
}

/**
 * What the root ledger of a connection knows about a root, read again whenever it is shown; disabled while an
 * argument is
 * null.
 */
export function useRootInLedger(connectionId: ConnectionId | null, rootHash: string | null) {
  return useQuery({
    queryKey: ['rootInLedger', connectionId, rootHash] as const,
    queryFn:
      connectionId === null || rootHash === null ? skipToken : () => ipc.findRoot({ connectionId, rootHash }),
    gcTime: 0,
  });
}
