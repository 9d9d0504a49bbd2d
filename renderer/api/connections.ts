import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Connection } from '#shared/domain/connection.ts';
import type { ConnectionLimits } from '#shared/domain/connectionLimits.ts';
import type { ConnectionTest, KeyReplacement } from '#shared/domain/connectionTest.ts';
import type { AppInfo } from '#shared/ipc/appTypes.ts';
import { callService, ipc } from './ipc.ts';
import { onEvent } from './onEvent.ts';
import { queryKey } from './queryKeys.ts';

export const {
  addConnection,
  chooseAuthorities,
  editConnection,
  exportConnections,
  importConnections,
  openConnectionFile,
  openDemo,
  readConnectionKey,
  removeConnection,
  saveConnectionKey,
} = ipc;

const connectionsKey = queryKey('connections');

/** All connections, in the order of the main process. */
export const connectionsQuery = queryOptions({
  queryKey: connectionsKey,
  queryFn: (): Promise<readonly Connection[]> => ipc.listConnections(),
});

export const appInfoQuery = queryOptions({
  queryKey: queryKey('appInfo'),
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
  client.removeQueries({ predicate: ({ queryKey: [, ofConnection] }) => ofConnection === id });
  client.setQueryData<readonly Connection[]>(connectionsKey, (known = []) =>
    known.filter((entry) => entry.id !== id),
  );
}

/**
 * What to test: an address and key as typed, with what is saved of `reachedAs`, or a saved connection, perhaps at another
 * address of the same origin.
 */
export type TestTarget =
  | { readonly baseUrl: string; readonly apiKey: string; readonly reachedAs?: Connection['id'] }
  | { readonly id: Connection['id']; readonly baseUrl: string };

/** Absent: as saved, or the defaults; null: the defaults. */
interface Reaching {
  readonly limits?: ConnectionLimits | null;
  readonly authorities?: string | null;
}

export interface TestOptions {
  readonly signal: AbortSignal;
  /** Called with the steps so far. */
  readonly onSteps: (test: ConnectionTest) => void;
}

/** Writes and saves nothing. */
export function testConnection(target: TestTarget & Reaching, options: TestOptions): Promise<ConnectionTest> {
  return followingSteps(options, (requestId) => ipc.testConnection({ requestId, ...target }));
}

/** Tests the new key first, unless `isTested` is false; if that fails, the old one stays. */
export function replaceKey(
  input: { readonly id: Connection['id']; readonly apiKey: string; readonly isTested: boolean },
  options: TestOptions,
): Promise<KeyReplacement> {
  return followingSteps(options, (requestId) => ipc.replaceConnectionKey({ requestId, ...input }));
}

function followingSteps<T>(
  { signal, onSteps }: TestOptions,
  call: (requestId: string) => Promise<T>,
): Promise<T> {
  return callService(signal, async (requestId) => {
    const end = onEvent('connectionTest', (event) => {
      if (event.requestId === requestId && !signal.aborted) onSteps(event.test);
    });
    try {
      return await call(requestId);
    } finally {
      end();
    }
  });
}
