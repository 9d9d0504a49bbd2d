import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Connection, ConnectionProbe } from '#shared/domain/connection.ts';
import type { AppInfo } from '#shared/ipc/appTypes.ts';
import { callService, ipc } from './ipc.ts';

const connectionsKey = ['connections'] as const;

/** All connections, in the order of the main process. */
export const connectionsQuery = queryOptions({
  queryKey: connectionsKey,
  queryFn: (): Promise<readonly Connection[]> => ipc.listConnections(),
});

export const appInfoQuery = queryOptions({
  queryKey: ['appInfo'],
  queryFn: (): Promise<AppInfo> => ipc.appInfo(),
});

/** Puts the returned connection into the list at once; the event `connectionsChanged` updates the rest. */
export function rememberConnection(client: QueryClient, connection: Connection): void {
  client.setQueryData<readonly Connection[]>(connectionsKey, (known = []) =>
    known.some(({ id }) => id === connection.id)
      ? known.map((entry) => (entry.id === connection.id ? connection : entry))
      : [...known, connection],
  );
}

/** Removes a connection and everything cached about it. */
export function forgetConnection(client: QueryClient, id: Connection['id']): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === id });
  client.setQueryData<readonly Connection[]>(connectionsKey, (known = []) =>
    known.filter((entry) => entry.id !== id),
  );
}

/** What to test: an address and key as typed, or a saved connection. */
export type TestTarget =
  { readonly baseUrl: string; readonly apiKey: string } | { readonly id: Connection['id'] };

export function testConnection(target: TestTarget, signal?: AbortSignal): Promise<ConnectionProbe> {
  return callService(signal, (requestId) => ipc.testConnection({ requestId, ...target }));
}
