import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed } from '#shared/domain/result.ts';
import type { Catalogues } from '../../known/catalogues.ts';
import type { KnownKeys } from '../../known/knownKeys.ts';
import { cataloguesHere } from '../../known/testing/catalogueHere.ts';
import { createDataKeys } from '../../storage/dataKeys.ts';
import { createMemoryKeyStorage } from '../../storage/keychain/testing/memoryKeyStorage.ts';
import { testProfile } from '../testing/testReadings.ts';
import { createHistories, type Histories } from './histories.ts';
import { createKeptValues, type KeptValues } from './keptValues.ts';

const id = 'one' as ConnectionId;
let folder: string;
let keepsHistory: boolean;
let histories: Histories;
let catalogues: Catalogues;
let keys: KnownKeys;
let kept: KeptValues;

const storage = createMemoryKeyStorage();
const failOnLog = (message: string, error: unknown): never => {
  throw new Error(message, { cause: error });
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kept-values-'));
  keepsHistory = true;
  await open();
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true });
});

async function open(): Promise<void> {
  histories = createHistories({
    folder: path.join(folder, 'history'),
    dataKeys: createDataKeys(storage, 'history'),
    connections: () => ({
      profile: () => succeed(testProfile('https://memory.example.com', { keepsHistory })),
      setKeepsHistory: () => Promise.reject(new Error('not in this test')),
    }),
    now: () => 7,
    newId: () => crypto.randomUUID(),
    mostWaiting: 1_000_000,
    pause: async () => undefined,
    log: failOnLog,
  });
  catalogues = cataloguesHere(path.join(folder, 'catalogue'));
  keys = await catalogues.keysOf(id);
  kept = createKeptValues({ histories, catalogues, pause: async () => undefined, log: failOnLog });
}

async function close(): Promise<void> {
  await histories.close();
  await catalogues.close();
}

async function restart(): Promise<void> {
  await close();
  await open();
}

/** Reads an atom, as the app remembers it. */
async function read(key: string, value: string, version: number): Promise<void> {
  await keys.learn([
    {
      kind: 'read',
      key,
      source: 'lookup',
      at: 1,
      version,
      hash: null,
      leafIndex: null,
      verdict: 'green',
      placed: null,
      value,
    },
  ]);
  const reading = { key, value, version, hash: null, verdict: { status: 'green' } } as unknown as AtomReading;
  histories.observe(id, { kind: 'read', reading }, 'user', 1);
  // When it is saved.
  if (keepsHistory) await histories.size(id);
}

async function loaded(): Promise<string> {
  for (;;) {
    const state = await kept.load(id);
    if (state !== 'loading') return state;
    await new Promise(setImmediate);
  }
}

async function found(text: string): Promise<readonly string[]> {
  const filter = { text, mode: 'contains', where: 'values' } as const;
  const sort = { column: 'key', direction: 'ascending' } as const;
  const query = { connectionId: id, filter, delimiter: '.', path: '', sort };
  return (await keys.keys(query, { from: 0, to: 1_000 })).rows;
}

it('brings the values of a history into memory after a restart, beside what was read since', async () => {
  await createDataKeys(storage, 'history').make(id);
  for (let at = 0; at < 60; at += 1) await read(`v1.${String(at)}`, `needle ${String(at)}`, 1);
  await restart();
  expect(await found('needle')).toEqual([]);
  await read('v1.0', 'changed', 2);
  expect(await loaded()).toBe('loaded');
  expect(await found('needle')).toHaveLength(59);
  expect(await found('changed')).toEqual(['v1.0']);
});

it('loads no value of an earlier version than the one that was read last', async () => {
  await createDataKeys(storage, 'history').make(id);
  await read('a', 'needle', 1);
  await read('b', 'needle', 1);
  await restart();
  keepsHistory = false;
  await read('a', 'changed', 2);
  await restart();
  keepsHistory = true;
  expect(await loaded()).toBe('loaded');
  expect(await found('needle')).toEqual(['b']);
  expect(await keys.valueCoverage()).toMatchObject({ keys: 2, searched: 1, readable: 1 });
});

it('says at once that there is no history, also where no key is known', async () => {
  keepsHistory = false;
  expect(await kept.load(id)).toBe('none');
});

it('says that the key of the history is missing', async () => {
  await createDataKeys(storage, 'history').make(id);
  await read('a', 'needle', 1);
  await close();
  await createDataKeys(storage, 'history').remove(id);
  await open();
  expect(await loaded()).toBe('key-missing');
});

it('loads nothing while the computer is locked, also what had begun, and all of it afterwards', async () => {
  await createDataKeys(storage, 'history').make(id);
  for (let at = 0; at < 60; at += 1) await read(`v1.${String(at)}`, 'needle', 1);
  await restart();
  await kept.load(id);
  kept.allow(false);
  await catalogues.keepValues(false);
  expect(await kept.load(id)).toBe('locked');
  expect(await found('needle')).toEqual([]);
  kept.allow(true);
  await catalogues.keepValues(true);
  expect(await loaded()).toBe('loaded');
  expect(await found('needle')).toHaveLength(60);
});

it('drops a value with its history', async () => {
  await createDataKeys(storage, 'history').make(id);
  await read('a', 'needle', 1);
  await read('b', 'needle', 1);
  await histories.clearAtom(id, 'a');
  await kept.forget(id, ['a']);
  expect(await found('needle')).toEqual(['b']);
  expect(await loaded()).toBe('loaded');
  expect(await found('needle')).toEqual(['b']);
});
