import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job } from '#shared/domain/job.ts';
import { ipcEvents, type IpcEvent, type IpcEventName } from '#shared/ipc/events.ts';
import { followEvents, outdatedBy } from './events.ts';
import { createQueryClient } from './queryClient.ts';

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

const isOutdated = (queryKey: readonly string[]): boolean | undefined =>
  client.getQueryState(queryKey)?.isInvalidated;

it.each(Object.entries(outdatedBy))('%s outdates the queries of its connection only', (event, names) => {
  for (const name of names) {
    client.setQueryData([name, 'a', 'x'], 1);
    client.setQueryData([name, 'b', 'x'], 1);
  }
  client.setQueryData(['atom', 'a', 'x'], 1);
  const isOfAll = ['connectionsChanged', 'catalogueRestarted'].includes(event);
  send(event as 'runsChanged', (isOfAll ? null : { connectionId: 'a' }) as { connectionId: ConnectionId });
  for (const name of names) {
    expect(isOutdated([name, 'a', 'x'])).toBe(true);
    expect(isOutdated([name, 'b', 'x'])).toBe(isOfAll);
  }
  expect(isOutdated(['atom', 'a', 'x'])).toBe(false);
});

it('reads a visible query again, even if the event arrives during its first read', async () => {
  const read = vi.fn<() => Promise<number>>(async () => 1);
  const stop = new QueryObserver(client, { queryKey: ['runs', 'a', 'list'], queryFn: read }).subscribe(
    () => undefined,
  );
  await expect.poll(() => read).toHaveBeenCalledTimes(1);
  send('runsChanged', { connectionId: 'a' as ConnectionId });
  await expect.poll(() => read).toHaveBeenCalledTimes(2);
  stop();
});

const job = { id: '1', connectionId: 'a', kind: 'read', startedAt: 1 } as Job;

it('updates a listed job in place, and reads the list again for one that is not listed', () => {
  client.setQueryData(['jobs', 'a'], [job]);
  send('job', { ...job, startedAt: 2 });
  expect(client.getQueryData(['jobs', 'a'])).toEqual([{ ...job, startedAt: 2 }]);
  expect(isOutdated(['jobs', 'a'])).toBe(false);
  send('job', { ...job, id: '2' });
  expect(client.getQueryData(['jobs', 'a'])).toHaveLength(2);
  expect(isOutdated(['jobs', 'a'])).toBe(true);
});

it('does not turn one job into a list of jobs', () => {
  send('job', job);
  expect(client.getQueryData(['jobs', 'a'])).toBeUndefined();
});
