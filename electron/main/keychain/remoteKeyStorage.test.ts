import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeUtilityProcess, type FakeUtilityProcess } from '#shared/async/testing/fakeUtilityProcess.ts';
import { createRemoteKeyStorage } from './remoteKeyStorage.ts';

let started: FakeUtilityProcess[];
const effects = { spawn: () => spawn(), idleMs: 30_000, graceMs: 500 };

function spawn(): FakeUtilityProcess {
  const child = fakeUtilityProcess();
  started.push(child);
  return child;
}
const only = (): FakeUtilityProcess => {
  const [child] = started;
  if (child === undefined || started.length !== 1)
    throw new Error(`${started.length} processes were started.`);
  return child;
};

beforeEach(() => {
  started = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('starts the process on the first call, and matches results to calls', async () => {
  const storage = createRemoteKeyStorage(effects);
  expect(started).toEqual([]);
  const first = storage.get('a');
  const second = storage.set('b', 'secret');
  const third = storage.remove('c');
  expect(only().asked).toEqual([
    { call: 'get', id: 1, input: ['a'], live: [] },
    { call: 'set', id: 2, input: ['b', 'secret'], live: [] },
    { call: 'remove', id: 3, input: ['c'], live: [] },
  ]);
  only().say({
    ok: false,
    id: 3,
    failure: { name: 'Error', message: 'The collection is locked', code: null },
  });
  only().say({ ok: true, id: 1, value: 'found' });
  only().say({ ok: true, id: 2, value: null });
  expect(await first).toBe('found');
  await second;
  await expect(third).rejects.toThrow('locked');
});

it('fails the calls of a process that crashed, and starts another for the next call', async () => {
  const storage = createRemoteKeyStorage(effects);
  const lost = storage.get('a');
  only().exit();
  await expect(lost).rejects.toThrow('process ended');
  const again = storage.get('a');
  started[1]?.say({ ok: true, id: 1, value: 'found' });
  expect(await again).toBe('found');
});

const hasLeft = ({ asked }: FakeUtilityProcess): boolean =>
  asked.some((message) => 'call' in message && message.call === 'leave');

it('asks the process to end after a while without calls, and starts another for the next one', async () => {
  const storage = createRemoteKeyStorage(effects);
  const first = storage.get('a');
  only().say({ ok: true, id: 1, value: null });
  await first;
  vi.advanceTimersByTime(29_999);
  expect(hasLeft(only())).toBe(false);
  vi.advanceTimersByTime(1);
  expect(hasLeft(only())).toBe(true);
  // Killing it would be logged like a crash.
  expect(only().isKilled).toBe(false);
  void storage.get('a').catch(() => undefined);
  expect(started).toHaveLength(2);
});

it('does not end a process with a pending call', () => {
  const storage = createRemoteKeyStorage(effects);
  void storage.get('a').catch(() => undefined);
  only().say({ ok: true, id: 1, value: null });
  vi.advanceTimersByTime(20_000);
  void storage.get('b').catch(() => undefined);
  vi.advanceTimersByTime(60_000);
  expect(hasLeft(only())).toBe(false);
});

it('closes at once although a read hangs, and returns nothing more', async () => {
  const storage = createRemoteKeyStorage(effects);
  const hanging = storage.get('a');
  const closed = storage.close();
  await expect(hanging).rejects.toThrow('closed');
  await closed;
  expect(only().isKilled).toBe(true);
  await expect(storage.get('b')).rejects.toThrow('closed');
  expect(started).toHaveLength(1);
});

it('lets a save finish before it closes', async () => {
  const storage = createRemoteKeyStorage(effects);
  const saving = storage.set('a', 'secret');
  const closed = storage.close();
  expect(only().isKilled).toBe(false);
  only().say({ ok: true, id: 1, value: null });
  await saving;
  await closed;
  expect(hasLeft(only())).toBe(true);
});

it('waits for a save only briefly', async () => {
  const storage = createRemoteKeyStorage(effects);
  const saving = storage.set('a', 'secret').then(
    () => 'saved',
    () => 'given up',
  );
  const closed = storage.close();
  await vi.advanceTimersByTimeAsync(500);
  await closed;
  expect(await saving).toBe('given up');
  expect(only().isKilled).toBe(true);
});
