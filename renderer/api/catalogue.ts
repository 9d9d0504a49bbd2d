import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CatalogueEntry, CatalogueSummary } from '#shared/domain/catalogue.ts';
import type { ConnectionId, RootSighting } from '#shared/domain/connection.ts';
import { unwrap } from './unwrap.ts';

function listingKey(connectionId: ConnectionId) {
  return ['catalogue', connectionId] as const;
}

/** The summary with every entry. */
type CatalogueListing = CatalogueSummary & { readonly entries: readonly CatalogueEntry[] };

const rowsAtOnce = 1_000;

async function readListing(connectionId: ConnectionId): Promise<CatalogueListing> {
  const summary = await unwrap(window.atomExplorer.catalogueSummary({ connectionId }));
  const entries: CatalogueEntry[] = [];
  for (let total = 1; entries.length < total;) {
    const answer = await unwrap(
      window.atomExplorer.catalogueAtoms({
        query: {
          connectionId,
          filter: { text: '', mode: 'contains' },
          delimiter: '.',
          path: '',
          sort: { column: 'key', direction: 'ascending' },
        },
        window: { from: entries.length, to: entries.length + rowsAtOnce },
      }),
    );
    if (answer.rows.length === 0) break;
    entries.push(...answer.rows);
    total = answer.total;
  }
  return { ...summary, entries };
}

/** All keys known of a connection's memory, with coverage. */
function catalogueQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: listingKey(connectionId),
    queryFn: () => readListing(connectionId),
    // Changes are only followed while a screen shows the catalogue, so the next screen reads it again.
    staleTime: 0,
    // Comparing entry by entry what is replaced as a whole would cost more than it saves.
    structuralSharing: false,
  });
}

/** Changes come in bursts (a batch read, a write and its read-back): one new listing answers them all. */
const settleMs = 80;

/** The catalogue of a connection, kept fresh while shown. */
export function useCatalogue(connectionId: ConnectionId) {
  const client = useQueryClient();
  useEffect(() => {
    let timer: number | undefined;
    const stop = window.atomExplorer.onCatalogueChanged((event) => {
      if (event.connectionId !== connectionId || timer !== undefined) return;
      timer = window.setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: listingKey(connectionId) });
      }, settleMs);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [client, connectionId]);
  return useQuery(catalogueQuery(connectionId));
}

/**
 * The newest root of a connection: `ofThisSession`, or the one that an earlier session saw last. null where none
 * was ever seen, undefined until that is known.
 */
export function useLastRoot(
  connectionId: ConnectionId,
  ofThisSession: RootSighting | null,
): RootSighting | null | undefined {
  const remembered = useQuery({
    ...catalogueQuery(connectionId),
    select: ({ lastRoot }) => lastRoot,
    enabled: ofThisSession === null,
  });
  return ofThisSession ?? remembered.data;
}

/** Whether a key is among the known ones. */
export function useIsKnown(connectionId: ConnectionId, key: string): boolean {
  const { data } = useQuery({
    ...catalogueQuery(connectionId),
    select: ({ entries }) => entries.some((entry) => entry.key === key),
  });
  return data ?? false;
}

/** Takes a key off the known ones. The memory is not asked and not changed. */
export function useForgetKey(connectionId: ConnectionId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) =>
      unwrap(window.atomExplorer.forgetKeys({ connectionId, selection: { kind: 'keys', keys: [key] } })),
    onSuccess: () => client.invalidateQueries({ queryKey: listingKey(connectionId) }),
  });
}
