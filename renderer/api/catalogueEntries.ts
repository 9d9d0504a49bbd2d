import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnnotationChange, CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { KeyMemory, Settlement } from '#shared/domain/keyMemory.ts';
import { recountKeys } from './catalogueSummary.ts';
import { chunk } from './chunk.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

export const { annotateKeys, catalogueEntries, forgetKeys } = ipc;

/** The limit of the IPC contract. */
const mostKeysAtOnce = 1_000;

/** The entry of one key, kept up to date while shown; null if the key is not known. */
export function useCatalogueEntry(connectionId: ConnectionId, key: string) {
  return useQuery(entryQuery(connectionId, key));
}

/** The entries of some keys, by key, kept up to date while shown. */
export function useCatalogueEntries(
  connectionId: ConnectionId,
  keys: readonly string[],
): ReadonlyMap<string, CatalogueEntry> {
  const { data } = useQuery({
    queryKey: queryKey('catalogueEntries', connectionId, keys),
    queryFn: async () =>
      (await entriesOf(connectionId, keys)).filter((entry): entry is CatalogueEntry => entry !== null),
    enabled: keys.length > 0,
    // A change to one key must not make the marks of all keys flicker.
    placeholderData: (before) => before,
  });
  return useMemo(() => new Map((data ?? []).map((entry) => [entry.key, entry])), [data]);
}

/** Changes the bookmark, note, or tags of one key; shown at once, and undone if it fails. */
export function useAnnotate(connectionId: ConnectionId, key: string) {
  const client = useQueryClient();
  const { queryKey: ofEntry } = entryQuery(connectionId, key);
  return useMutation({
    mutationFn: async (change: AnnotationChange) => {
      const answer = await ipc.annotateKeys({ connectionId, keys: [key], change });
      if (answer.annotated === 0) throw new Error('The key is no longer a known key.');
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: ofEntry, exact: true });
      client.setQueryData(ofEntry, (entry) =>
        entry === undefined || entry === null ? entry : annotated(entry, change),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: ofEntry, exact: true }),
  });
}

/** Removes a key from the known keys. Sends no request, and does not change the memory. */
export function useForgetKey(connectionId: ConnectionId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => ipc.forgetKeys({ connectionId, selection: { kind: 'keys', keys: [key] } }),
    onSuccess: () => recountKeys(client, connectionId),
  });
}

/** What later responses about a key are compared with, kept up to date while shown; null if there is nothing. */
export function useKeyMemory(connectionId: ConnectionId, key: string) {
  return useQuery({
    queryKey: queryKey('keyMemory', connectionId, key),
    queryFn: (): Promise<KeyMemory | null> => ipc.keyMemory({ connectionId, key }),
  });
}

/** Resolves the contradiction of a key as the user decides. */
export function useSettleConflict(connectionId: ConnectionId, key: string) {
  return useMutation({
    mutationFn: (settlement: Settlement) =>
      ipc.settleConflicts({
        connectionId,
        selection: { kind: 'keys', keys: [key] },
        settlement,
      }),
  });
}

function entryQuery(connectionId: ConnectionId, key: string) {
  return queryOptions({
    queryKey: queryKey('catalogueEntry', connectionId, key),
    queryFn: async (): Promise<CatalogueEntry | null> => {
      const [entry] = await entriesOf(connectionId, [key]);
      return entry ?? null;
    },
  });
}

async function entriesOf(
  connectionId: ConnectionId,
  keys: readonly string[],
): Promise<readonly (CatalogueEntry | null)[]> {
  const entries: (CatalogueEntry | null)[] = [];
  for (const part of chunk(keys, mostKeysAtOnce))
    entries.push(...(await ipc.catalogueEntries({ connectionId, keys: part })));
  return entries;
}

function annotated(entry: CatalogueEntry, change: AnnotationChange): CatalogueEntry {
  const { bookmarked = entry.bookmarked, note = entry.note, addTags = [], removeTags = [] } = change;
  const tags = new Set([...entry.tags.filter((tag) => !removeTags.includes(tag)), ...addTags]);
  return { ...entry, bookmarked, note, tags: [...tags].sort() };
}
