import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { cataloguesHere } from '../known/testing/catalogueHere.ts';
import type { Catalogues } from '../known/catalogues.ts';
import { createHttpClient, type HttpClient } from '../client/httpClient.ts';
import { respondJson, startScriptedServer, type ScriptedServer } from '../client/testing/scriptedServer.ts';
import { createSerialKeyStorage, type KeyStorage } from '../storage/keychain/keyStorage.ts';
import {
  createMemoryKeyStorage,
  type MemoryKeyStorage,
} from '../storage/keychain/testing/memoryKeyStorage.ts';
import { type Readings } from '../reading/readings.ts';
import { createConnections, type Connections, type ConnectionsEffects } from './connections.ts';
import { createKeyVault, type KeyVault } from './keyVault.ts';
import { openProfileStore, type ProfileStore } from './profileStore.ts';
import { parseBaseAddress } from '../client/baseAddress.ts';
import { testGateway, testReadings } from '../reading/testing/testReadings.ts';

/*
 * The real connections, readings, and gateway, over HTTP to two servers that record the keys they receive,
 * with a keychain that hangs, fails, or responds late.
 */

let folder: string;
let old: ScriptedServer;
let moved: ScriptedServer;
let http: HttpClient;
let catalogues: Catalogues;
let keychain: MemoryKeyStorage;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'connection-target-'));
  const notThere: Parameters<typeof startScriptedServer>[0] = (request, response) => {
    if (request.method === 'GET') respondJson(response, 404, { error: 'not found' });
    else respondJson(response, 201, { key: 'v1.a', version: 1, hash: '00'.repeat(32) });
  };
  old = await startScriptedServer(notThere);
  moved = await startScriptedServer(notThere);
  http = createHttpClient();
  catalogues = cataloguesHere(path.join(folder, 'catalogue'));
  keychain = createMemoryKeyStorage();
});
afterEach(async () => {
  keychain.answer();
  http.close();
  await catalogues.close();
  await Promise.all([old.close(), moved.close()]);
  await rm(folder, { recursive: true });
});

interface Session {
  readonly connections: Connections;
  readonly readings: Readings;
  readonly profiles: ProfileStore;
  readonly vault: KeyVault;
  readonly forgotten: ConnectionId[];
}

/** The app after a restart: the disk and the keychain of an earlier session, and nothing in memory. */
async function start(
  storage: KeyStorage = keychain,
  mayCall: ConnectionsEffects['mayCall'] = async (baseUrl) => parseBaseAddress(baseUrl),
): Promise<Session> {
  const profiles = await openProfileStore(path.join(folder, 'connections.json'), Date.now);
  const vault = createKeyVault(storage, { now: Date.now, learned: () => undefined });
  const forgotten: ConnectionId[] = [];
  let ids = 0;
  const connections = createConnections({
    profiles,
    vault,
    embedded: {
      ensureRunning: () => Promise.reject(new Error('not needed')),
      address: () => null,
      stop: async () => undefined,
    },
    now: Date.now,
    newId: () => `id-${String(++ids)}`,
    mayCall,
    forget: async (id) => void forgotten.push(id),
  });
  const readings = testReadings({
    gateway: testGateway(http),
    connections,
    catalogues,
  });
  return { connections, readings, profiles, vault, forgotten };
}

const settings = { name: 'one', colour: 'blue', readOnly: false } as const;
const options = { requestId: 'r', signal: null };
const atom = { key: 'v1.a', value: 'x' };

async function added({ connections }: Session): Promise<ConnectionId> {
  const result = await connections.add({ ...settings, baseUrl: old.address, apiKey: 'old-key' });
  if (!result.ok) throw new Error(result.error.message);
  keychain.calls.length = 0;
  return result.value.id;
}
const keysAt = (server: ScriptedServer): readonly string[] => [
  ...new Set(server.seen.map(({ authorization }) => authorization)),
];
/** Resolves when the keychain gets a request. */
const asked = async (call: string): Promise<void> => {
  while (!keychain.calls.includes(call)) await new Promise((resolve) => setImmediate(resolve));
};

it('reads no key and sends nothing to an origin that the user does not allow', async () => {
  const id = await added(await start());
  const refusal = {
    ok: false,
    error: { code: 'invalid_input', field: 'baseUrl', message: 'You did not allow it.', requestId: null },
  } as const;
  const session = await start(keychain, async () => refusal);
  expect(await session.readings.read(id, 'v1.a', options)).toMatchObject({
    ok: false,
    error: { message: 'You did not allow it.' },
  });
  expect(keychain.calls).toEqual([]);
  expect(old.seen).toEqual([]);
});

describe('a connection whose address and key are edited while the keychain hangs', () => {
  it.each(['in memory only', 'in the keychain'])(
    'sends the old key to the old address and the new key to the new one: the old key was %s',
    async (where) => {
      keychain.fault = where === 'in memory only' ? new Error('locked') : null;
      const session = await start();
      const id = await added(session);
      keychain.fault = null;
      keychain.hang();
      const reads = Array.from({ length: 10 }, () => session.readings.read(id, 'v1.a', options));
      const edited = session.connections.edit({ ...settings, id, baseUrl: moved.address, apiKey: 'new-key' });
      await asked(`set ${id}`);
      for (let count = 0; count < 20; count++) await session.readings.read(id, 'v1.a', options);
      await Promise.all(reads);
      keychain.answer();
      expect(await edited).toMatchObject({ value: { keyState: { kind: 'saved' } } });
      await session.readings.read(id, 'v1.a', options);

      expect(keysAt(old).filter((key) => key !== 'Bearer old-key')).toEqual([]);
      expect(keysAt(moved)).toEqual(['Bearer new-key']);
      expect(moved.seen.length).toBeGreaterThanOrEqual(21);
    },
  );

  it('never combines the old key with the new address if the key was not read yet', async () => {
    const before = await start();
    const id = await added(before);
    const session = await start();
    keychain.hang();
    const reads = Array.from({ length: 10 }, () => session.readings.read(id, 'v1.a', options));
    const edited = session.connections.edit({ ...settings, id, baseUrl: moved.address, apiKey: 'new-key' });
    await asked(`set ${id}`);
    keychain.answer();
    await Promise.all([edited, ...reads]);
    expect(keysAt(old)).toEqual([]);
    expect(keysAt(moved)).toEqual(['Bearer new-key']);
  });

  it('holds the new key for this session if the keychain fails, and asks for it after a restart', async () => {
    const session = await start();
    const id = await added(session);
    keychain.fault = new Error('locked');
    await session.connections.edit({ ...settings, id, baseUrl: moved.address, apiKey: 'new-key' });
    await session.readings.read(id, 'v1.a', options);
    expect(keysAt(moved)).toEqual(['Bearer new-key']);

    keychain.fault = null;
    expect(keychain.secrets.get(id)).toBe('old-key');
    const restarted = await start();
    const asking = await restarted.readings.read(id, 'v1.a', options);
    expect(asking).toMatchObject({ error: { code: 'key_missing' } });
    expect(keysAt(moved)).toEqual(['Bearer new-key']);
  });

  it('is not bound to a key that was saved only after the address changed again', async () => {
    const session = await start(createSerialKeyStorage(keychain, 60_000));
    const id = await added(session);
    keychain.hang();
    const slow = session.connections.edit({ ...settings, id, baseUrl: moved.address, apiKey: 'new-key' });
    while (session.profiles.find(id)?.baseUrl !== moved.address) await new Promise(setImmediate);
    const back = session.connections.edit({ ...settings, id, baseUrl: old.address });
    while (session.profiles.find(id)?.baseUrl !== old.address) await new Promise(setImmediate);
    keychain.answer();
    await Promise.all([slow, back]);
    const read = await session.readings.read(id, 'v1.a', options);
    expect(read).toMatchObject({ error: { code: 'key_missing' } });
    expect([...keysAt(old), ...keysAt(moved)]).toEqual([]);
    expect(keychain.secrets.has(id)).toBe(false);
  });
});

describe('an edit that is made while a key is being saved', () => {
  const chosen = { path: embeddedServiceScheme.path, leaf: embeddedServiceScheme.leaf };

  it('is not undone: the lock and the hashing rules stay', async () => {
    const session = await start();
    const id = await added(session);
    keychain.hang();
    const saving = session.connections.setKey(id, 'second-key');
    await asked(`set ${id}`);
    await session.connections.edit({ ...settings, id, baseUrl: old.address, name: 'two', readOnly: true });
    await session.connections.setScheme(id, chosen);
    await session.connections.setKeepsHistory(id, true);
    keychain.answer();
    expect(await saving).toMatchObject({
      value: { name: 'two', readOnly: true, scheme: { origin: 'chosen' }, keepsHistory: true },
    });
    const restarted = await start();
    expect(restarted.connections.profile(id)).toMatchObject({
      value: { name: 'two', readOnly: true, scheme: { origin: 'chosen' }, keepsHistory: true },
    });
    await restarted.readings.read(id, 'v1.a', options);
    expect(keysAt(old)).toEqual(['Bearer second-key']);
  });

  it('removes the connection permanently, including the key that was being saved', async () => {
    const session = await start();
    const id = await added(session);
    keychain.hang();
    const saving = session.connections.setKey(id, 'second-key');
    await asked(`set ${id}`);
    const removed = session.connections.remove(id);
    keychain.answer();
    await Promise.all([saving, removed]);
    expect(session.connections.list()).toEqual([]);
    expect((await start()).connections.list()).toEqual([]);
    expect(keychain.secrets.size).toBe(0);
    expect(session.forgotten).toEqual([id]);
  });

  it('does not bring back a connection when a key is entered while it is being removed', async () => {
    const session = await start();
    const id = await added(session);
    keychain.hang();
    const removed = session.connections.remove(id);
    await asked(`remove ${id}`);
    const saving = session.connections.setKey(id, 'second-key');
    keychain.answer();
    await removed;
    expect(await saving).toMatchObject({ ok: false, error: { field: 'id' } });
    expect((await start()).connections.list()).toEqual([]);
    expect(keychain.secrets.size).toBe(0);
  });

  it('is not undone by rules inferred from a late response: a removed connection stays removed', async () => {
    const session = await start();
    const id = await added(session);
    const inferred: SchemePin = {
      path: [chosen.path],
      leaf: [],
      origin: 'inferred',
      samples: 1,
      pinnedAt: 1,
    };
    await Promise.all([
      session.connections.remove(id),
      session.connections.saveScheme(id, inferred, null),
      session.connections.setScheme(id, chosen),
    ]);
    await session.connections.saveScheme(id, inferred, null);
    expect(session.connections.list()).toEqual([]);
    expect((await start()).connections.list()).toEqual([]);
  });
});

describe('the address that a store goes to', () => {
  it.each(['send', 'sendBatch'] as const)(
    'is the lock at the moment it leaves, not when its key was asked for: `%s`',
    async (how) => {
      const before = await start();
      const id = await added(before);
      const session = await start();
      keychain.hang();
      const write =
        how === 'send'
          ? session.readings.send(id, atom, options)
          : session.readings.sendBatch(id, [atom], options);
      await asked(`get ${id}`);
      await session.connections.edit({ ...settings, id, baseUrl: old.address, readOnly: true });
      keychain.answer();
      expect(await write).toMatchObject({ error: { code: 'read_only' }, mayHaveBeenDone: false });
      expect(old.seen).toEqual([]);
    },
  );

  it('is the address at the time of sending, for a store meant for one address', async () => {
    const before = await start();
    const id = await added(before);
    const session = await start();
    keychain.hang();
    const meant = { ...options, onlyAt: session.readings.addressOf(id) };
    const write = session.readings.send(id, atom, meant);
    await asked(`get ${id}`);
    const edited = session.connections.edit({ ...settings, id, baseUrl: moved.address, apiKey: 'new-key' });
    await asked(`set ${id}`);
    keychain.answer();
    expect(await write).toMatchObject({ error: { code: 'address_changed' }, mayHaveBeenDone: false });
    await edited;
    expect([...old.seen, ...moved.seen]).toEqual([]);
  });

  it('is not used after the caller cancels, even if the keychain still hangs', async () => {
    const before = await start();
    const id = await added(before);
    const session = await start();
    keychain.hang();
    const letGo = new AbortController();
    const read = session.readings.read(id, 'v1.a', { ...options, signal: letGo.signal });
    letGo.abort();
    expect(await read).toMatchObject({ error: { code: 'cancelled' } });
  });
});

describe('the key in memory', () => {
  it('is read from the keychain once for any number of requests', async () => {
    const before = await start();
    const id = await added(before);
    const session = await start();
    keychain.calls.length = 0;
    await Promise.all(Array.from({ length: 50 }, () => session.readings.read(id, 'v1.a', options)));
    for (let count = 0; count < 50; count++) await session.readings.read(id, 'v1.a', options);
    expect(old.seen).toHaveLength(100);
    expect(keychain.calls).toEqual([`get ${id}`]);
  });

  it('is dropped when the computer is locked, and read once more afterwards', async () => {
    const session = await start();
    const id = await added(session);
    keychain.calls.length = 0;
    await session.readings.read(id, 'v1.a', options);
    expect(keychain.calls).toEqual([]);
    session.vault.dropSaved();
    await session.readings.read(id, 'v1.a', options);
    await session.readings.read(id, 'v1.a', options);
    expect(keychain.calls).toEqual([`get ${id}`]);
    expect(keysAt(old)).toEqual(['Bearer old-key']);
  });

  it('serves the batches of an upload with one read, is never the replaced one, and does not follow to a new address', async () => {
    const id = await added(await start());
    const session = await start();
    const reads = (): number => keychain.calls.filter((call) => call === `get ${id}`).length;
    const sendBatches = async (): Promise<readonly string[]> => {
      const from = old.seen.length;
      for (let count = 0; count < 10; count++) await session.readings.sendBatch(id, [atom], options);
      return old.seen.slice(from).map(({ authorization }) => authorization);
    };
    expect(await sendBatches()).toEqual(Array.from({ length: 10 }, () => 'Bearer old-key'));
    expect(reads()).toBe(1);

    session.vault.dropSaved();
    await sendBatches();
    expect(reads()).toBe(2);

    await session.connections.setKey(id, 'new-key');
    expect(await sendBatches()).toEqual(Array.from({ length: 10 }, () => 'Bearer new-key'));
    expect(reads()).toBe(2);

    await session.connections.edit({ ...settings, id, baseUrl: moved.address });
    expect(await sendBatches()).toEqual([]);
    expect(moved.seen).toEqual([]);
    expect(reads()).toBe(2);
  });

  it('is removed together with the connection', async () => {
    const session = await start();
    const id = await added(session);
    await session.connections.remove(id);
    expect(session.vault.held(id, new URL(old.address).origin)).toBeNull();
    expect(await session.readings.read(id, 'v1.a', options)).toMatchObject({
      error: { code: 'invalid_input' },
    });
  });
});
