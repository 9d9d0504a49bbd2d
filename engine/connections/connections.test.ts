import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoConnectionId, type ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { EmbeddedService } from './embeddedService.ts';
import { createConnections, type ConnectionsEffects } from './connections.ts';
import { createKeyVault } from './keyVault.ts';
import { openProfileStore } from './profileStore.ts';
import { createMemoryKeyStorage } from '../storage/keychain/testing/memoryKeyStorage.ts';
import { parseBaseAddress } from '../client/baseAddress.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'connections-'));
  file = path.join(folder, 'connections.json');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const running: EmbeddedService = {
  ensureRunning: async () =>
    succeed({ address: 'http://127.0.0.1:4000', apiKey: 'demo-key', sampleKeys: [] }),
  address: () => 'http://127.0.0.1:4000',
  stop: async () => undefined,
};
const input = {
  name: 'prod',
  baseUrl: 'https://memory.example.com/',
  colour: 'blue',
  readOnly: false,
  apiKey: ' sk-1\n',
} as const;

async function open(change: Partial<ConnectionsEffects> = {}, storage = createMemoryKeyStorage()) {
  const forgotten: ConnectionId[] = [];
  let ids = 0;
  const profiles = await openProfileStore(file, () => 7);
  const connections = createConnections({
    profiles,
    vault: createKeyVault(storage, { now: () => 5, learned: () => undefined }),
    embedded: running,
    now: () => 5,
    newId: () => `id-${String(++ids)}`,
    mayCall: async (baseUrl) => parseBaseAddress(baseUrl),
    forget: async (id) => {
      forgotten.push(id);
    },
    ...change,
  });
  return { connections, profiles, storage, forgotten };
}

async function added(opened: Awaited<ReturnType<typeof open>>): Promise<ConnectionId> {
  const result = await opened.connections.add(input);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.id;
}

describe('connections', () => {
  it('adds a connection with its key in the keychain and in no file, and finds it after a restart', async () => {
    const first = await open();
    const id = await added(first);
    expect(first.storage.secrets.get(id)).toBe('sk-1');
    for (const name of await readdir(folder)) {
      expect(await readFile(path.join(folder, name), 'utf8')).not.toContain('sk-1');
    }

    const second = await open({}, first.storage);
    expect(second.connections.list()).toMatchObject([
      {
        id,
        kind: 'service',
        baseUrl: 'https://memory.example.com',
        keyState: { kind: 'saved' },
        scheme: null,
      },
    ]);
    expect(await second.connections.target(id)).toMatchObject({
      ok: true,
      value: { apiKey: 'sk-1', address: { text: 'https://memory.example.com' } },
    });
  });

  it('refuses an invalid address or key, and saves nothing', async () => {
    const { connections, storage } = await open();
    expect(await connections.add({ ...input, baseUrl: 'http://memory.example.com' })).toMatchObject({
      error: { field: 'baseUrl' },
    });
    expect(await connections.add({ ...input, apiKey: 'a\nb' })).toMatchObject({ error: { field: 'apiKey' } });
    expect(connections.list()).toEqual([]);
    expect(storage.secrets.size).toBe(0);
  });

  it('works for this session if the keychain is locked, and asks for the key after a restart', async () => {
    const storage = createMemoryKeyStorage();
    storage.fault = new Error('locked');
    const first = await open({}, storage);
    const id = await added(first);
    expect(first.connections.list()).toMatchObject([
      { keyState: { kind: 'session', reason: 'the keychain is locked' } },
    ]);
    expect(await first.connections.target(id)).toMatchObject({ value: { apiKey: 'sk-1' } });

    const second = await open({}, storage);
    expect(second.connections.list()).toMatchObject([{ keyState: { kind: 'missing' } }]);
    expect(await second.connections.target(id)).toMatchObject({ error: { code: 'key_missing' } });
  });

  it('saves a session key on request', async () => {
    const opened = await open();
    opened.storage.fault = new Error('locked');
    const id = await added(opened);
    expect(await opened.connections.saveKey(id)).toMatchObject({ value: { keyState: { kind: 'session' } } });
    opened.storage.fault = null;
    expect(await opened.connections.saveKey(id)).toMatchObject({ value: { keyState: { kind: 'saved' } } });
    const restarted = await open({}, opened.storage);
    expect(await restarted.connections.target(id)).toMatchObject({ value: { apiKey: 'sk-1' } });
  });

  it('asks again if the keychain entry was deleted outside the app, and reports a keychain that cannot be read', async () => {
    const before = await open();
    const id = await added(before);
    const opened = await open({}, before.storage);
    opened.storage.fault = new Error('locked');
    expect(await opened.connections.target(id)).toMatchObject({ error: { code: 'keychain_unavailable' } });
    expect(opened.connections.list()).toMatchObject([{ keyState: { kind: 'unreadable' } }]);
    opened.storage.fault = null;
    opened.storage.secrets.clear();
    expect(await opened.connections.readKey(id)).toMatchObject({ value: { keyState: { kind: 'missing' } } });
    expect(await opened.connections.target(id)).toMatchObject({ error: { code: 'key_missing' } });
    expect(await opened.connections.setKey(id, 'sk-2')).toMatchObject({
      value: { keyState: { kind: 'saved' } },
    });
  });

  it.each([
    ['https://other.example.com', true],
    ['https://memory.example.com:8443', true],
    ['https://memory.example.com/other/path', false],
  ])('binds the key to its origin: after moving to %s it is dropped: %s', async (baseUrl, isDropped) => {
    const opened = await open();
    const id = await added(opened);
    const edited = await opened.connections.edit({ ...input, id, baseUrl, apiKey: undefined });
    expect(edited).toMatchObject({ value: { keyState: { kind: isDropped ? 'missing' : 'saved' } } });
    expect(opened.storage.secrets.has(id)).toBe(!isDropped);
  });

  it('never sends a key to a new origin, even if the keychain could not be emptied', async () => {
    const opened = await open();
    const id = await added(opened);
    opened.storage.fault = new Error('locked');
    await opened.connections.edit({ ...input, id, baseUrl: 'https://other.example.com', apiKey: undefined });
    opened.storage.fault = null;
    expect(opened.storage.secrets.get(id)).toBe('sk-1');
    for (const connections of [opened.connections, (await open({}, opened.storage)).connections]) {
      expect(await connections.target(id)).toMatchObject({ ok: false, error: { code: 'key_missing' } });
    }
  });

  it('does not reuse a dropped key when the address is changed back', async () => {
    const opened = await open();
    const id = await added(opened);
    opened.storage.fault = new Error('locked');
    await opened.connections.edit({ ...input, id, baseUrl: 'https://other.example.com', apiKey: undefined });
    await opened.connections.edit({ ...input, id, apiKey: undefined });
    opened.storage.fault = null;
    expect(await opened.connections.target(id)).toMatchObject({ error: { code: 'key_missing' } });
  });

  it('does not send a key to the address in a manipulated file', async () => {
    const opened = await open();
    const id = await added(opened);
    const content = await readFile(file, 'utf8');
    await writeFile(file, content.replace('"baseUrl": "https://memory', '"baseUrl": "https://evil'));
    const { connections } = await open({}, opened.storage);
    expect(connections.list()).toMatchObject([{ baseUrl: 'https://evil.example.com' }]);
    expect(await connections.target(id)).toMatchObject({ error: { code: 'key_missing' } });
  });

  it('drops a key that is held for this session when the origin changes', async () => {
    const opened = await open();
    opened.storage.fault = new Error('locked');
    const id = await added(opened);
    await opened.connections.edit({ ...input, id, baseUrl: 'https://other.example.com', apiKey: undefined });
    expect(await opened.connections.target(id)).toMatchObject({ error: { code: 'key_missing' } });
  });

  it('accepts a new key together with a new address', async () => {
    const opened = await open();
    const id = await added(opened);
    await opened.connections.edit({ ...input, id, baseUrl: 'https://other.example.com', apiKey: 'sk-2' });
    expect(await opened.connections.target(id)).toMatchObject({
      value: { apiKey: 'sk-2', address: { origin: 'https://other.example.com' } },
    });
  });

  it('removes everything, and keeps the connection if its key cannot be removed', async () => {
    const opened = await open();
    const id = await added(opened);
    opened.storage.fault = new Error('locked');
    expect(await opened.connections.remove(id)).toMatchObject({ error: { code: 'keychain_unavailable' } });
    expect(opened.connections.list()).toHaveLength(1);
    opened.storage.fault = null;
    expect(await opened.connections.remove(id)).toMatchObject({ ok: true });
    expect(opened.connections.list()).toEqual([]);
    expect(opened.storage.secrets.size).toBe(0);
    expect(opened.forgotten).toEqual([id]);
    expect(await opened.connections.remove(id)).toMatchObject({
      error: { code: 'invalid_input', field: 'id' },
    });
  });

  it('deletes at the next start what was in use when a connection was removed', async () => {
    let isBusy = true;
    const asked: ConnectionId[] = [];
    const forget = async (forgotten: ConnectionId): Promise<void> => {
      asked.push(forgotten);
      if (isBusy) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    };
    const first = await open({ forget });
    const id = await added(first);
    expect(await first.connections.remove(id)).toMatchObject({ value: { filesLeft: true } });
    expect(first.connections.list()).toEqual([]);
    const second = await open({ forget }, first.storage);
    expect(second.connections.list()).toEqual([]);
    await second.connections.finishRemovals();
    expect(asked).toEqual([id, id]);
    isBusy = false;
    const third = await open({ forget }, first.storage);
    await third.connections.finishRemovals();
    await third.connections.finishRemovals();
    expect(asked).toEqual([id, id, id]);
    expect(await readFile(file, 'utf8')).not.toContain(id);
  });

  it('deletes what is left of the demo memory before it is added again, and nothing of the new one later', async () => {
    const asked: ConnectionId[] = [];
    const forget = async (forgotten: ConnectionId): Promise<void> => {
      asked.push(forgotten);
      throw new Error('in use');
    };
    const { connections } = await open({ forget });
    await connections.openDemo();
    await connections.remove(demoConnectionId);
    await connections.openDemo();
    expect(asked).toEqual([demoConnectionId, demoConnectionId]);
    await connections.finishRemovals();
    expect(asked).toHaveLength(2);
    expect(connections.list()).toHaveLength(1);
  });

  it('removes a connection that never had a keychain entry', async () => {
    const opened = await open();
    opened.storage.fault = new Error('no keychain');
    const id = await added(opened);
    expect(await opened.connections.remove(id)).toMatchObject({ ok: true });
  });
});

describe('the keychain', () => {
  it('is read once per key and session, however often connections are listed and used', async () => {
    const first = await open();
    const ids = [await added(first), await added(first)];
    const { connections, storage } = await open({}, first.storage);
    storage.calls.length = 0;
    for (let round = 0; round < 200; round++) {
      connections.list();
      await Promise.all(ids.flatMap((id) => [connections.target(id), connections.target(id, 'app')]));
    }
    expect(storage.calls).toEqual(ids.map((id) => `get ${id}`));
  });

  it('is not read again and again while it fails', async () => {
    const first = await open();
    const id = await added(first);
    const { connections, storage } = await open({}, first.storage);
    storage.calls.length = 0;
    storage.fault = new Error('locked');
    for (let round = 0; round < 200; round++) {
      expect(await connections.target(id, 'app')).toMatchObject({ error: { code: 'keychain_unavailable' } });
    }
    expect(storage.calls).toEqual([`get ${id}`]);
    storage.fault = null;
    expect(await connections.readKey(id)).toMatchObject({ value: { keyState: { kind: 'saved' } } });
    expect(await connections.target(id, 'app')).toMatchObject({ value: { apiKey: 'sk-1' } });
    expect(storage.calls).toHaveLength(2);
  });
});

describe('the demo connection', () => {
  it('is listed after it is first opened, with the hashing rules that its service specifies', async () => {
    const first = await open();
    expect(first.connections.list()).toEqual([]);
    expect(await first.connections.openDemo()).toMatchObject({
      value: {
        id: demoConnectionId,
        baseUrl: 'http://127.0.0.1:4000',
        keyState: { kind: 'built-in' },
        scheme: { origin: 'specified', pinnedAt: 5 },
      },
    });
    const second = await open();
    await second.connections.openDemo();
    expect(second.connections.list()).toHaveLength(1);
    expect(await second.connections.target(demoConnectionId)).toMatchObject({
      value: { apiKey: 'demo-key' },
    });
  });

  it('is not listed if its service did not start', async () => {
    const error = { code: 'demo_unavailable', message: 'no', requestId: null } as const;
    const { connections } = await open({ embedded: { ...running, ensureRunning: async () => fail(error) } });
    expect(await connections.openDemo()).toEqual({ ok: false, error });
    expect(connections.list()).toEqual([]);
  });

  it('cannot get another address or key, but can be removed', async () => {
    const { connections, forgotten } = await open();
    await connections.openDemo();
    expect(await connections.edit({ ...input, id: demoConnectionId })).toMatchObject({
      error: { field: 'id' },
    });
    expect(await connections.setKey(demoConnectionId, 'sk')).toMatchObject({ error: { field: 'id' } });
    expect(await connections.remove(demoConnectionId)).toMatchObject({ ok: true });
    expect(forgotten).toEqual([demoConnectionId]);
  });
});

describe('the scheme of a connection', () => {
  const inferred: SchemePin = {
    path: [{ hash: 'sha-256', node: 'concat', shape: 'duplicate-last', order: 'leaf-to-root' }],
    leaf: [],
    origin: 'inferred',
    samples: 3,
    pinnedAt: 1,
  };

  it('is the one that the user chose, also after a restart', async () => {
    const opened = await open();
    const id = await added(opened);
    expect(await opened.connections.setScheme(id, embeddedServiceScheme)).toMatchObject({
      value: {
        scheme: {
          path: [embeddedServiceScheme.path],
          leaf: [embeddedServiceScheme.leaf],
          origin: 'chosen',
          samples: 0,
          pinnedAt: 5,
        },
      },
    });
    const restarted = await open({}, opened.storage);
    expect(restarted.connections.list()).toMatchObject([{ scheme: { origin: 'chosen' } }]);
  });

  it('may be chosen without a leaf rule', async () => {
    const opened = await open();
    const id = await added(opened);
    const chosen = { path: embeddedServiceScheme.path, leaf: null };
    expect(await opened.connections.setScheme(id, chosen)).toMatchObject({ value: { scheme: { leaf: [] } } });
  });

  it('can be forgotten', async () => {
    const opened = await open();
    const id = await added(opened);
    await opened.connections.saveScheme(id, inferred, null);
    expect(opened.connections.list()).toMatchObject([{ scheme: { samples: 3 } }]);
    expect(await opened.connections.setScheme(id, null)).toMatchObject({ value: { scheme: null } });
  });

  it("goes back to the demo's specification when the choice is forgotten", async () => {
    const { connections } = await open();
    await connections.openDemo();
    await connections.setScheme(demoConnectionId, { path: embeddedServiceScheme.path, leaf: null });
    expect(await connections.setScheme(demoConnectionId, null)).toMatchObject({
      value: { scheme: { origin: 'specified', leaf: [embeddedServiceScheme.leaf] } },
    });
  });

  it('is not undone by a response that was pending while the user chose', async () => {
    const opened = await open();
    const id = await added(opened);
    const before = opened.profiles.find(id)?.scheme ?? null;
    await opened.connections.setScheme(id, embeddedServiceScheme);
    await opened.connections.saveScheme(id, inferred, before);
    expect(opened.connections.list()).toMatchObject([{ scheme: { origin: 'chosen' } }]);
  });

  it('cannot be set for a removed connection', async () => {
    const { connections } = await open();
    expect(await connections.setScheme('gone' as ConnectionId, null)).toMatchObject({ ok: false });
  });
});

describe('openProfileStore', () => {
  it.each(['{"version":1,"profiles":[{"id":', '[]', '{"version":1,"profiles":[{"id":"../x"}]}', ''])(
    'sets a damaged file aside: %j',
    async (content) => {
      await writeFile(file, content);
      const store = await openProfileStore(file, () => 7);
      expect(store.all()).toEqual([]);
      expect(store.setAside).toBe(`${file}.damaged-7`);
      expect(await readFile(`${file}.damaged-7`, 'utf8')).toBe(content);
    },
  );

  it('loses none of several concurrent changes', async () => {
    const opened = await open();
    await Promise.all(Array.from({ length: 20 }, () => opened.connections.add(input)));
    expect((await open({}, opened.storage)).profiles.all()).toHaveLength(20);
  });

  it('changes nothing if it cannot save', async () => {
    const opened = await open();
    await added(opened);
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file in its place');
    const id = 'id-1' as ConnectionId;
    await expect(opened.profiles.remove(id)).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(opened.profiles.find(id)).not.toBeNull();
  });
});
