import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AtomReading, BatchReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { IpcInput } from '#shared/ipc/contract.ts';
import { keyMarks } from '../state/keyMarkStore.ts';
import { rememberReadings } from './atoms.ts';
import { readPredicted, statusNow, unreadAmong } from './predictions.ts';

const id = 'c1' as ConnectionId;
const exchange = {
  requestId: 'r',
  method: 'POST',
  path: '/batch-access',
  status: 200,
  startedAt: 1,
  elapsedMs: 1,
  bodyBytes: 2,
  retries: 0,
} as const;

function readingOf(key: string): AtomReading {
  return {
    key,
    value: 'x',
    version: 2,
    hash: null,
    score: null,
    proof: null,
    verdict: { status: 'green', checks: [], binds: [], open: [] },
    raw: '',
    memory: null,
    exchange,
  };
}

/** A memory without these keys; returns the mock, which records the requests. */
function stubMemory(absent: readonly string[]) {
  const readAtoms = vi.fn<(input: IpcInput<'readAtoms'>) => Promise<Result<BatchReading>>>(async ({ keys }) =>
    succeed({
      atoms: keys.filter((key) => !absent.includes(key)).map(readingOf),
      missing: keys.filter((key) => absent.includes(key)),
      unasked: [],
      denials: [],
      roots: [],
      exchange,
    }),
  );
  vi.stubGlobal('window', { atomExplorer: { readAtoms } });
  return readAtoms;
}

let client = new QueryClient();
const { signal } = new AbortController();
const kindOf = (key: string): string => statusNow(client, id, key).kind;

beforeEach(() => {
  client = new QueryClient();
  keyMarks.remove(id);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('reading predicted atoms', () => {
  it('tells existing atoms from missing ones, and marks the request as sent by the app', async () => {
    const readAtoms = stubMemory(['gone']);
    expect(kindOf('a')).toBe('unread');
    await readPredicted(client, id, ['a', 'gone', 'a'], signal);
    expect(statusNow(client, id, 'a')).toMatchObject({ kind: 'read', verdict: 'green', version: 2 });
    expect(kindOf('gone')).toBe('absent');
    expect(readAtoms).toHaveBeenCalledTimes(1);
    expect(readAtoms.mock.calls[0]?.[0]).toMatchObject({ keys: ['a', 'gone'], askedBy: 'app' });
  });

  it('does not request atoms whose status is known', async () => {
    const readAtoms = stubMemory(['gone']);
    await readPredicted(client, id, ['a', 'gone'], signal);
    await readPredicted(client, id, ['a', 'gone'], signal);
    expect(readAtoms).toHaveBeenCalledTimes(1);
    expect(unreadAmong(client, id, ['a', 'gone', 'b', 'b'])).toEqual(['b']);
  });

  it('marks keys as failed if the request fails, and requests them again', async () => {
    const error = { code: 'server_error', message: '503', requestId: null, status: 503 } as const;
    const readAtoms = stubMemory([]);
    readAtoms.mockResolvedValueOnce(fail(error));
    await expect(readPredicted(client, id, ['a'], signal)).rejects.toMatchObject({ error });
    expect(statusNow(client, id, 'a')).toMatchObject({ kind: 'failed', error });
    await readPredicted(client, id, ['a'], signal);
    expect(kindOf('a')).toBe('read');
  });

  it('marks nothing if it is canceled', async () => {
    const readAtoms = stubMemory([]);
    readAtoms.mockResolvedValueOnce(fail({ code: 'cancelled', message: 'stopped', requestId: null }));
    await expect(readPredicted(client, id, ['a'], signal)).rejects.toMatchObject({
      error: { code: 'cancelled' },
    });
    expect(kindOf('a')).toBe('unread');
  });

  it('uses the latest result', async () => {
    vi.useFakeTimers({ now: 1_000 });
    stubMemory(['a']);
    await readPredicted(client, id, ['a'], signal);
    expect(kindOf('a')).toBe('absent');
    vi.setSystemTime(2_000);
    rememberReadings(client, id, [readingOf('a')]);
    expect(kindOf('a')).toBe('read');
    vi.useRealTimers();
  });

  it('keeps connections separate', async () => {
    stubMemory(['a']);
    await readPredicted(client, id, ['a'], signal);
    expect(statusNow(client, 'c2' as ConnectionId, 'a').kind).toBe('unread');
  });
});
