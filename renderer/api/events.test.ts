import { QueryObserver, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job } from '#shared/domain/job.ts';
import { ipcEvents, type IpcEvent, type IpcEventName } from '#shared/ipc/events.ts';
import { followEvents, outdatedBy } from './events.ts';
import { createQueryClient } from './queryClient.ts';
import { queryKey, type QueryName } from './queryKeys.ts';

const listeners = new Map<string, Set<(payload: unknown) => void>>();
let client: QueryClient;

function send<E extends IpcEventName>(event: E, payload: IpcEvent<E>): void {
  for (const listener of listeners.get(event.toLowerCase()) ?? []) listener(payload);
}

beforeEach(() => {
  listeners.clear();
  const atomExplorer = Object.fromEntries(
    Object.keys(ipcEvents).map((event) => [
      `on${event.charAt(0).toUpperCase()}${event.slice(1)}`,
      (listener: (payload: unknown) => void) => {
        const all = listeners.get(event.toLowerCase()) ?? new Set();
        listeners.set(event.toLowerCase(), all.add(listener));
        return () => all.delete(listener);
      },
    ]),
  );
  vi.stubGlobal('window', { atomExplorer });
  client = createQueryClient();
  followEvents(client);
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

const isOutdated = (key: QueryKey): boolean | undefined => client.getQueryState(key)?.isInvalidated;
const a = 'a' as ConnectionId;
/** Whatever belongs in the key behind the connection. */
const keyOf = (name: QueryName, id: string): QueryKey => queryKey(name as 'atom', id as ConnectionId, 'x');

it.each(Object.entries(outdatedBy))('%s outdates the queries of its connection only', (event, names) => {
  for (const name of names) {
    client.setQueryData(keyOf(name, 'a'), 1);
    client.setQueryData(keyOf(name, 'b'), 1);
  }
  client.setQueryData(keyOf('atom', 'a'), 1);
  const isOfAll = ['connectionsChanged', 'catalogueRestarted'].includes(event);
  send(event as 'runsChanged', (isOfAll ? null : { connectionId: a }) as { connectionId: ConnectionId });
  for (const name of names) {
    expect(isOutdated(keyOf(name, 'a'))).toBe(true);
    expect(isOutdated(keyOf(name, 'b'))).toBe(isOfAll);
  }
  expect(isOutdated(keyOf('atom', 'a'))).toBe(false);
});

it('reads a visible query again, even if the event arrives during its first read', async () => {
  const read = vi.fn<() => Promise<number>>(async () => 1);
  const stop = new QueryObserver(client, { queryKey: queryKey('runs', a), queryFn: read }).subscribe(
    () => undefined,
  );
  await expect.poll(() => read).toHaveBeenCalledTimes(1);
  send('runsChanged', { connectionId: 'a' as ConnectionId });
  await expect.poll(() => read).toHaveBeenCalledTimes(2);
  stop();
});

const job = { id: '1', connectionId: 'a', kind: 'read', startedAt: 1 } as Job;

it('updates a listed job in place, and reads the list again for one that is not listed', () => {
  client.setQueryData(queryKey('jobs', a), [job]);
  send('job', { ...job, startedAt: 2 });
  expect(client.getQueryData(queryKey('jobs', a))).toEqual([{ ...job, startedAt: 2 }]);
  expect(isOutdated(queryKey('jobs', a))).toBe(false);
  send('job', { ...job, id: '2' });
  expect(client.getQueryData(queryKey('jobs', a))).toHaveLength(2);
  expect(isOutdated(queryKey('jobs', a))).toBe(true);
});

it('does not turn one job into a list of jobs', () => {
  send('job', job);
  expect(client.getQueryData(queryKey('jobs', a))).toBeUndefined();
});
