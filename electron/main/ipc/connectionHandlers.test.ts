import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createConnectionFiles } from '../../../engine/connections/connectionFiles.ts';
import { createConnections, type Connections } from '../../../engine/connections/connections.ts';
import { createKeyVault } from '../../../engine/connections/keyVault.ts';
import { createOriginConsent } from '../../../engine/connections/originConsent.ts';
import { confirmedAddresses, openProfileStore } from '../../../engine/connections/profileStore.ts';
import { createGateway } from '../../../engine/client/gateway.ts';
import { createHttpClient, type HttpClient, type HttpRequest } from '../../../engine/client/httpClient.ts';
import { createMemoryKeyStorage } from '../../../engine/storage/keychain/testing/memoryKeyStorage.ts';
import { createPins, type Pins } from '../../../engine/roots/pins/pins.ts';
import { createActiveRequests } from './activeRequests.ts';
import { createConnectionHandlers } from './connectionHandlers.ts';
import { testAuthority } from '../../../engine/client/testing/certificates.ts';
import { parseBaseAddress } from '../../../engine/client/baseAddress.ts';
import { succeed } from '#shared/domain/result.ts';
import { startTestService } from '../../../service/testing/startTestService.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';

/* What a script that took over the window could do with connections if the user allows nothing. */

let folder: string;
let connections: Connections;
let sent: HttpRequest[];
let ids: string[];
let asked: string[];
let isAllowed: boolean;
/** Sends a request for real; absent: nothing responds. */
let reaches: HttpClient['send'] | undefined;
let pins: Pins;
let keychain: ReturnType<typeof createMemoryKeyStorage>;
let handlers: ReturnType<typeof createConnectionHandlers>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'connection-handlers-'));
  keychain = createMemoryKeyStorage();
  sent = [];
  ids = [];
  asked = [];
  isAllowed = false;
  reaches = undefined;
  const profiles = await openProfileStore(path.join(folder, 'connections.json'), Date.now);
  connections = createConnections({
    profiles,
    vault: createKeyVault(keychain, { now: Date.now, learned: () => undefined }),
    embedded: {
      ensureRunning: () => Promise.reject(new Error('not needed')),
      address: () => null,
      stop: async () => undefined,
    },
    now: Date.now,
    newId: () => ids.shift() ?? 'one',
    mayCall: async (baseUrl) => parseBaseAddress(baseUrl),
    forget: async () => undefined,
  });
  const send = async (request: HttpRequest) => {
    sent.push(request);
    const real = reaches?.(request);
    if (real !== undefined) return real;
    return {
      kind: 'failed',
      failure: { kind: 'timeout', afterMs: 1, isSlow: false },
      mayHaveArrived: false,
    } as const;
  };
  pins = createPins({
    folder: path.join(folder, 'pins'),
    changed: () => undefined,
    now: () => 1,
    newId: () => 'pin',
  });
  handlers = createConnectionHandlers({
    connections,
    consent: createOriginConsent({
      knownAddresses: () => confirmedAddresses(profiles.all()),
      ask: async (origin) => {
        asked.push(origin);
        return isAllowed;
      },
    }),
    http: { send },
    connectionFiles: createConnectionFiles({
      files: { save: async () => succeed({ path: null }), open: async () => succeed(null) },
      profiles: profiles.all,
      now: Date.now,
    }),
    files: { open: async () => succeed(null) },
    tested: () => undefined,
    gateway: createGateway({
      http: { send },
      now: Date.now,
      random: Math.random,
      sleep: async () => undefined,
    }),
    requests: createActiveRequests(),
    pins,
    trustedKeys: { named: async () => [] },
    embedded: { practice: async () => succeed(null), practiceKey: () => null },
    connectionsChanged: () => undefined,
    readDemoMemory: async () => undefined,
    now: Date.now,
    newId: () => 'probe',
  });
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const settings = { name: 'one', colour: 'blue', readOnly: false } as const;
const elsewhere = 'https://elsewhere.example';
const apiKey = 'any-text';
const refused = { ok: false, error: { code: 'invalid_input', field: 'baseUrl' } };

it('adds no connection to an origin that the user does not allow', async () => {
  const added = await handlers.addConnection({ ...settings, baseUrl: elsewhere, apiKey });
  expect(added).toMatchObject(refused);
  expect(asked).toEqual([elsewhere]);
  expect(connections.list()).toEqual([]);
});

it('moves no connection there', async () => {
  isAllowed = true;
  const baseUrl = 'https://memory.example';
  await handlers.addConnection({ ...settings, baseUrl, apiKey });
  isAllowed = false;
  const id = 'one' as ConnectionId;
  expect(await handlers.editConnection({ ...settings, id, baseUrl: elsewhere, apiKey })).toMatchObject(
    refused,
  );
  expect(await handlers.editConnection({ ...settings, id, baseUrl: `${baseUrl}/eu` })).toMatchObject({
    ok: true,
  });
  expect(asked).toEqual([baseUrl, elsewhere]);
  expect(connections.list()).toMatchObject([{ baseUrl: `${baseUrl}/eu` }]);
});

it('tests nothing there: not a single byte is sent', async () => {
  const test = { requestId: 'r', baseUrl: elsewhere, apiKey };
  expect(await handlers.testConnection(test)).toMatchObject(refused);
  expect(sent).toEqual([]);
});

it('asks once for a test and for adding the tested connection', async () => {
  isAllowed = true;
  await handlers.testConnection({ requestId: 'r', baseUrl: elsewhere, apiKey });
  expect(sent.map(({ address }) => address.origin)).toContain(elsewhere);
  await handlers.addConnection({ ...settings, baseUrl: elsewhere, apiKey });
  expect(asked).toEqual([elsewhere]);
  expect(connections.list()).toHaveLength(1);
});

it('saves the hashing rules and the root to expect with a new connection, or adds none', async () => {
  isAllowed = true;
  const pin = {
    rootHash: 'ab'.repeat(32),
    treeSize: '7',
    isExact: true,
    source: { kind: 'person' },
    note: 'from Ada',
  } as const;
  const bad = { checkpoint: { text: 'no checkpoint', verifierKey: null }, isExact: true, note: '' } as const;
  const input = { ...settings, baseUrl: elsewhere, apiKey };
  expect(await handlers.addConnection({ ...input, pin: bad })).toMatchObject({
    ok: false,
    error: { field: 'text' },
  });
  expect(connections.list()).toEqual([]);

  const added = await handlers.addConnection({ ...input, pin, scheme: embeddedServiceScheme });
  expect(added).toMatchObject({ ok: true, value: { scheme: { origin: 'chosen' } } });
  const id = 'one' as ConnectionId;
  expect((await pins.of(id)).pins).toEqual([{ ...pin, id: 'pin', pinnedAt: 1 }]);

  // A second connection gets the ID of the first here, whose pin makes this one fail.
  await connections.remove(id);
  expect(await handlers.addConnection({ ...input, pin })).toMatchObject({ ok: false });
  expect(connections.list()).toEqual([]);
});

it('sends a saved key in a test only to the origin it is bound to', async () => {
  isAllowed = true;
  const baseUrl = 'https://memory.example';
  await handlers.addConnection({ ...settings, baseUrl, apiKey });
  const id = 'one' as ConnectionId;
  sent.length = 0;
  expect(await handlers.testConnection({ requestId: 'r', id, baseUrl: elsewhere })).toMatchObject({
    error: { code: 'invalid_input', field: 'apiKey' },
  });
  expect(sent).toEqual([]);
  await handlers.testConnection({ requestId: 'r', id, baseUrl: `${baseUrl}/eu` });
  expect(sent.map(({ address }) => address.text)).toEqual([`${baseUrl}/eu`]);
});

it('replaces a key only after the new one passed its test, unless the user wants no test', async () => {
  const service = await startTestService();
  const client = createHttpClient();
  reaches = client.send;
  const baseUrl = service.address();
  await handlers.addConnection({ ...settings, baseUrl, apiKey: service.readKey });
  const id = 'one' as ConnectionId;
  const replace = (newKey: string, isTested = true) =>
    handlers.replaceConnectionKey({ requestId: 'r', id, apiKey: newKey, isTested });
  const keyNow = async () => {
    const target = await connections.target(id);
    return target.ok ? target.value.apiKey : null;
  };

  expect(await replace('wrong')).toMatchObject({
    value: { connection: null, test: { 2: { step: 'key', outcome: 'failed' } } },
  });
  expect([await keyNow(), [...keychain.secrets.values()]]).toEqual([service.readKey, [service.readKey]]);

  expect(await replace(service.fullKey)).toMatchObject({
    value: { connection: { keyState: { kind: 'saved' } } },
  });
  expect([await keyNow(), [...keychain.secrets.values()]]).toEqual([service.fullKey, [service.fullKey]]);

  sent.length = 0;
  expect(await replace('later', false)).toMatchObject({ value: { test: null, connection: { id } } });
  expect(await keyNow()).toBe('later');
  expect(sent).toEqual([]);
  client.close();
  await service.stop();
});

it('imports connections without keys, and asks before the first request to their addresses', async () => {
  ids = ['one', 'two'];
  const imported = { color: 'pink', environment: 'production', readOnly: false } as const;
  const added = await handlers.importConnections({
    connections: [
      { ...imported, name: 'a', address: `${elsewhere}/` },
      { ...imported, name: 'b', address: 'http://memory.example.com' },
      { ...imported, name: 'c', address: 'https://third.example' },
    ],
  });
  expect(added).toMatchObject({
    value: [
      { id: 'one', name: 'a', baseUrl: elsewhere, environment: 'production', keyState: { kind: 'missing' } },
      { id: 'two', name: 'c', keyState: { kind: 'missing' } },
    ],
  });
  expect([asked, sent, [...keychain.secrets]]).toEqual([[], [], []]);

  const id = 'one' as ConnectionId;
  const edit = { ...settings, id, baseUrl: elsewhere, apiKey };
  expect(await handlers.editConnection(edit)).toMatchObject(refused);
  isAllowed = true;
  expect(await handlers.editConnection(edit)).toMatchObject({ value: { keyState: { kind: 'saved' } } });
  expect(asked).toEqual([elsewhere, elsewhere]);
});

it('keeps limits and authorities until they are set or taken back, and tests a new key with them', async () => {
  isAllowed = true;
  const limits = { idleSeconds: 10, totalSeconds: 60, requestsAtOnce: 2 };
  const baseUrl = 'https://memory.example';
  await handlers.addConnection({ ...settings, baseUrl, apiKey, limits, authorities: testAuthority });
  const id = 'one' as ConnectionId;
  expect(connections.list()).toMatchObject([
    { limits, authorities: [{ validTo: expect.any(Number) as number }] },
  ]);
  sent.length = 0;
  await handlers.replaceConnectionKey({ requestId: 'r', id, apiKey: 'new', isTested: true });
  await handlers.testConnection({ requestId: 'r', id, authorities: null });
  expect(sent.map(({ settings: used }) => used)).toMatchObject([
    { id, limits, authorities: testAuthority },
    { id, limits },
  ]);
  expect(sent[1]?.settings?.authorities).toBeUndefined();
  sent.length = 0;
  const typed = { requestId: 'r', baseUrl: elsewhere, apiKey: 'typed', limits: null };
  await handlers.testConnection({ ...typed, reachedAs: id });
  await handlers.testConnection({ ...typed, reachedAs: id, authorities: null });
  expect(sent.map(({ settings: used }) => used?.authorities)).toEqual([testAuthority, undefined]);

  await handlers.editConnection({ ...settings, id, baseUrl, name: 'two' });
  expect(connections.list()).toMatchObject([{ name: 'two', limits, authorities: [{}] }]);
  await handlers.editConnection({ ...settings, id, baseUrl, limits: null, authorities: null });
  const [plain] = connections.list();
  expect([plain?.limits, plain?.authorities]).toEqual([undefined, undefined]);
});
