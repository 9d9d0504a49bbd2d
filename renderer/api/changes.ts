import { useQuery } from '@tanstack/react-query';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { AtomsQuery } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { KeyChangeList } from '#shared/domain/keyChange.ts';
import { useRowWindow, type AskRows } from './catalogueRows.ts';
import { ipc } from './ipc.ts';
import type { RowNames } from './rowWindow.ts';
import { queryKey } from './queryKeys.ts';

/** What changed since a time (epoch milliseconds), in numbers, kept up to date while shown. */
export function useChangeSummary(connectionId: ConnectionId, since: number) {
  return useQuery({
    queryKey: queryKey('changeSummary', connectionId, since),
    queryFn: () => ipc.changeSummary({ connectionId, since }),
    placeholderData: (before) => before,
  });
}

/** A known key with its recorded changes. */
export interface ChangedKey {
  readonly entry: CatalogueEntry;
  readonly list: KeyChangeList;
}

/** @param query must be the same object for as long as the query is the same */
export function useChangedKeys(query: AtomsQuery, revision: number) {
  return useRowWindow(askChangedKeys, changedKeyNames, query, revision);
}

const askChangedKeys: AskRows<AtomsQuery, ChangedKey> = async (input) => {
  const { rows, ...answer } = await ipc.catalogueAtoms(input);
  const { connectionId } = input.query;
  const lists = await ipc.keyChanges({ connectionId, keys: rows.map(({ key }) => key) });
  return {
    ...answer,
    rows: rows.flatMap((entry, at) => {
      const list = lists[at];
      return list === undefined ? [] : [{ entry, list }];
    }),
  };
};

const changedKeyNames: RowNames<AtomsQuery, ChangedKey> = {
  nameOf: ({ entry }) => entry.key,
  locate: locateChangedKey,
};

export async function locateChangedKey(query: AtomsQuery, key: string): Promise<number> {
  return (await ipc.locateInAtoms({ query, key })).index;
}

/** A known key with its changes, kept up to date while shown; null if it is not known. */
export function useChangedKey(connectionId: ConnectionId, key: string) {
  return useQuery({
    queryKey: queryKey('changedKey', connectionId, key),
    queryFn: async (): Promise<ChangedKey | null> => {
      const [[entry], [list]] = await Promise.all([
        ipc.catalogueEntries({ connectionId, keys: [key] }),
        ipc.keyChanges({ connectionId, keys: [key] }),
      ]);
      return entry === undefined || entry === null || list === undefined ? null : { entry, list };
    },
  });
}

/** Writes the changes of the keys of a query to a file that the user chooses. */
export async function exportChanges(query: AtomsQuery, format: 'csv' | 'json'): Promise<void> {
  const { connectionId } = query;
  const selection = { kind: 'query' as const, query, except: [] };
  await ipc.startExport({ connectionId, selection, content: 'changes', format });
}
