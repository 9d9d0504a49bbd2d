import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { AtomHistory, HistorySize, KeptValue } from '#shared/domain/history.ts';
import { atomQuery } from './atoms.ts';
import { rememberConnection } from './connections.ts';
import { ipc } from './ipc.ts';
import { about, queryKey } from './queryKeys.ts';

/**
 * The saved history of an atom.
 *
 * @param readAs the request of the last reading: each reading may add to the history
 */
export function historyQuery(connectionId: ConnectionId, key: string, readAs: string) {
  return queryOptions({
    queryKey: queryKey('history', connectionId, key, readAs),
    queryFn: (): Promise<AtomHistory> => ipc.listHistory({ connectionId, key }),
    // In memory only while it is on screen: on disk it is encrypted.
    gcTime: 0,
    // Reading the atom elsewhere may have added a version.
    refetchOnMount: 'always',
  });
}

export function keptValueQuery(connectionId: ConnectionId, key: string, id: string) {
  return queryOptions({
    queryKey: queryKey('keptValue', connectionId, key, id),
    queryFn: (): Promise<KeptValue> => ipc.readKeptValue({ connectionId, key, id }),
    gcTime: 0,
  });
}

export function historySizeQuery(connectionId: ConnectionId) {
  return queryOptions({
    queryKey: queryKey('historySize', connectionId),
    queryFn: (): Promise<HistorySize> => ipc.historySize({ connectionId }),
    gcTime: 0,
  });
}

/** Turns the history of a connection on or off. @throws AppFailure if the keychain does not accept its key */
export async function setHistoryKept(
  client: QueryClient,
  connectionId: ConnectionId,
  isKept: boolean,
): Promise<void> {
  rememberConnection(client, await ipc.setHistoryKept({ connectionId, isKept }));
}

/** Turns the history on, and reads the atom again, so that the history starts with the atom shown. */
export function useBeginHistory(connectionId: ConnectionId, key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await setHistoryKept(client, connectionId, true);
      await client.refetchQueries({ queryKey: atomQuery(connectionId, key).queryKey, exact: true });
    },
  });
}

/** Turns the history off, and deletes the saved values if requested. */
export async function endHistory(
  client: QueryClient,
  connectionId: ConnectionId,
  isDeleted: boolean,
): Promise<void> {
  await setHistoryKept(client, connectionId, false);
  if (isDeleted) await clearHistory(client, connectionId, null);
}

/** Deletes the history of an atom, or of all atoms of the connection (`key: null`). */
export async function clearHistory(
  client: QueryClient,
  connectionId: ConnectionId,
  key: string | null,
): Promise<void> {
  try {
    await ipc.clearHistory(key === null ? { connectionId } : { connectionId, key });
  } finally {
    // Even if the keychain did not delete its key, because the records are deleted by then.
    await client.invalidateQueries(about(['history', 'keptValue', 'historySize'], connectionId));
  }
}
