import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnnotationChange, CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { unwrap } from './unwrap.ts';

function entryQuery(connectionId: ConnectionId, key: string) {
  return queryOptions({
    queryKey: ['catalogueEntry', connectionId, key] as const,
    queryFn: async (): Promise<CatalogueEntry | null> => {
      const [entry] = await unwrap(window.atomExplorer.catalogueEntries({ connectionId, keys: [key] }));
      return entry ?? null;
    },
    staleTime: 0,
  });
}

/** What is remembered of one key, kept fresh while shown; null where it is not among the known ones. */
export function useCatalogueEntry(connectionId: ConnectionId, key: string) {
  const client = useQueryClient();
  useEffect(
    () =>
      window.atomExplorer.onCatalogueChanged((event) => {
        if (event.connectionId !== connectionId) return;
        void client.invalidateQueries({ queryKey: entryQuery(connectionId, key).queryKey, exact: true });
      }),
    [client, connectionId, key],
  );
  return useQuery(entryQuery(connectionId, key));
}

/** The tags in use, as they were when they were asked for. */
export function useKnownTags(connectionId: ConnectionId): readonly string[] {
  const { data } = useQuery({
    queryKey: ['knownTags', connectionId],
    queryFn: async () => {
      const { tags } = await unwrap(window.atomExplorer.catalogueSummary({ connectionId }));
      return tags.map(({ tag }) => tag);
    },
    staleTime: 0,
  });
  return data ?? [];
}

/** Changes the user's own words on one key; shown at once, and taken back where it fails. */
export function useAnnotate(connectionId: ConnectionId, key: string) {
  const client = useQueryClient();
  const { queryKey } = entryQuery(connectionId, key);
  return useMutation({
    mutationFn: async (change: AnnotationChange) => {
      const answer = await unwrap(
        window.atomExplorer.annotateKeys({ connectionId, keys: [key], change: sendable(change) }),
      );
      if (answer.annotated === 0) throw new Error('The key is no longer among the known ones.');
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, (entry) =>
        entry === undefined || entry === null ? entry : annotated(entry, change),
      );
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey, exact: true }),
        client.invalidateQueries({ queryKey: ['knownTags', connectionId] }),
      ]),
  });
}

/** Lists that may be written to, as what is sent has them. */
function sendable({ addTags, removeTags, ...rest }: AnnotationChange) {
  return {
    ...rest,
    ...(addTags === undefined ? {} : { addTags: [...addTags] }),
    ...(removeTags === undefined ? {} : { removeTags: [...removeTags] }),
  };
}

function annotated(entry: CatalogueEntry, change: AnnotationChange): CatalogueEntry {
  const { bookmarked = entry.bookmarked, note = entry.note, addTags = [], removeTags = [] } = change;
  const tags = new Set([...entry.tags.filter((tag) => !removeTags.includes(tag)), ...addTags]);
  return { ...entry, bookmarked, note, tags: [...tags].sort() };
}
