import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnnotationChange, CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { KeyMemory, Settlement } from '#shared/domain/keyMemory.ts';
import { chunk } from './chunk.ts';
import { ipc } from './ipc.ts';

/** The contract's bound. */
const mostKeysAtOnce = 1_000;

/** What is remembered of one key, kept fresh while shown; null where it is not among the known ones. */
export function useCatalogueEntry(connectionId: ConnectionId, key: string) {
  return useQuery(entryQuery(connectionId, key));
}

/** What is known of some keys, by key, kept fresh while shown. */
export function useCatalogueEntries(
  connectionId: ConnectionId,
  keys: readonly string[],
): ReadonlyMap<string, CatalogueEntry> {
  const { data } = useQuery({
    queryKey: ['catalogueEntries', connectionId, keys] as const,
    queryFn: async () =>
      (await entriesOf(connectionId, keys)).filter((entry): entry is CatalogueEntry => entry !== null),
    enabled: keys.length > 0,
    // A change of one key must not make the marks of all flicker.
    placeholderData: (before) => before,
  });
  return useMemo(() => new Map((data ?? []).map((entry) => [entry.key, entry])), [data]);
}

/** Changes the user's own words on one key; shown at once, and taken back where it fails. */
export function useAnnotate(connectionId: ConnectionId, key: string) {
  const client = useQueryClient();
  const { queryKey } = entryQuery(connectionId, key);
  return useMutation({
    mutationFn: async (change: AnnotationChange) => {
      const answer = await ipc.annotateKeys({ connectionId, keys: [key], change });
      if (answer.annotated === 0) throw new Error('The key is no longer a known key.');
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, (entry) =>
        entry === undefined || entry === null ? entry : annotated(entry, change),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey, exact: true }),
  });
}

/** Takes a key off the known ones. The memory is not asked and not changed. */
export function useForgetKey(connectionId: ConnectionId) {
  return useMutation({
    mutationFn: (key: string) => ipc.forgetKeys({ connectionId, selection: { kind: 'keys', keys: [key] } }),
  });
}

/** What later answers about a key are compared with, kept fresh while shown; null for nothing. */
export function useKeyMemory(connectionId: ConnectionId, key: string) {
  return useQuery({
    queryKey: ['keyMemory', connectionId, key] as const,
    queryFn: (): Promise<KeyMemory | null> => ipc.keyMemory({ connectionId, key }),
  });
}

/** Settles the conflict of a key as the user says. */
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
    queryKey: ['catalogueEntry', connectionId, key] as const,
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
