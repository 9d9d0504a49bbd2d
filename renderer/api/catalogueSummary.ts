import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { CatalogueSummary, LeafMap } from '#shared/domain/catalogue.ts';
import type { ConnectionId, RootSighting } from '#shared/domain/connection.ts';
import { ipc } from './ipc.ts';
import { about, queryKey } from './queryKeys.ts';

export const { catalogueSummary } = ipc;

/** Counts of a connection's known keys, kept up to date while shown. Its revision shows when rows are out of date. */
export function useCatalogueSummary(connectionId: ConnectionId) {
  return useQuery(catalogueSummaryQuery(connectionId));
}

export function catalogueSummaryQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: queryKey('catalogueSummary', connectionId),
    queryFn: (): Promise<CatalogueSummary> => ipc.catalogueSummary({ connectionId }),
  });
}

/** How many known keys failed when they were last read; null while that is not known, or if it is not asked. */
export function useFailedKeys(connectionId: ConnectionId, isAsked: boolean): number | null {
  const { data } = useQuery({
    queryKey: queryKey('failedKeys', connectionId),
    queryFn: async (): Promise<number> => {
      const filter = { text: '', mode: 'contains' as const, states: ['red' as const] };
      const sort = { column: 'key' as const, direction: 'ascending' as const };
      const query = { connectionId, filter, delimiter: '.', path: '', sort };
      return (await ipc.catalogueKeys({ query, window: { from: 0, to: 0 } })).total;
    },
    enabled: isAsked,
  });
  return isAsked ? (data ?? null) : null;
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
  const { data: last } = useQuery(lastRootQuery(connectionId, ofThisSession));
  return ofThisSession ?? last;
}

/**
 * Not read again once this session has a root: the connection bar is on every screen, and counting the keys takes long
 * while many are stored.
 */
export function lastRootQuery(connectionId: ConnectionId, ofThisSession: RootSighting | null) {
  return queryOptions({
    ...catalogueSummaryQuery(connectionId),
    select: lastRootOf,
    enabled: ofThisSession === null,
  });
}

/** Whether it is known that a connection has no known keys. Read again until there are some, and by `recountKeys`. */
export function useHasNoKeys(connectionId: ConnectionId): boolean {
  return useQuery(noKeysQuery(connectionId)).data ?? false;
}

export function noKeysQuery(connectionId: ConnectionId) {
  return queryOptions({
    ...catalogueSummaryQuery(connectionId),
    select: hasNoKeys,
    enabled: ({ state: { data } }) => data === undefined || hasNoKeys(data),
  });
}

/** Call it when keys were forgotten: what is read only until there are keys would not notice that there are none. */
export function recountKeys(client: QueryClient, connectionId: ConnectionId): Promise<void> {
  return client.prefetchQuery({ ...catalogueSummaryQuery(connectionId), staleTime: 0 });
}

function hasNoKeys({ keys }: CatalogueSummary): boolean {
  return keys === 0;
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
      client.invalidateQueries(
        about(['catalogueSummary', 'leafMap', 'rootInLedger', 'ledgerSummary', 'ledgerRoot'], connectionId),
      ),
  });
}

/** Which leaves of a connection's memory are known, kept up to date while shown. */
export function useLeafMap(connectionId: ConnectionId, cells: number) {
  return useQuery({
    queryKey: queryKey('leafMap', connectionId, cells),
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
    queryKey: queryKey('rootInLedger', connectionId, rootHash),
    queryFn:
      connectionId === null || rootHash === null ? skipToken : () => ipc.findRoot({ connectionId, rootHash }),
    gcTime: 0,
  });
}
