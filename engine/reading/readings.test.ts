import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Activity, ConnectionId } from '#shared/domain/connection.ts';
import type { Json } from '#shared/domain/json.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import type { Catalogues } from '../known/catalogues.ts';
import { cataloguesHere } from '../known/testing/catalogueHere.ts';
import { allEntries } from '../known/testing/allEntries.ts';
import { type Gateway } from '../client/gateway.ts';
import { createHttpClient } from '../client/httpClient.ts';
import { isJsonObject } from '../client/jsonBody.ts';
import { type Readings } from './readings.ts';
import type { CompletedCall } from './readingCalls.ts';
import { testConnection, testGateway, testProfile, testReadings } from './testing/testReadings.ts';

const id = 'one' as ConnectionId;
let service: TestService;
let folder: string;
let catalogues: Catalogues;
const here = { profile: testProfile('') };
let isRemoved: boolean;
const unknownConnection = fail({ code: 'invalid_input', field: 'id', message: 'none', requestId: null });
let activities: Activity[];
let catalogueChanges: number;
let answered: { readonly call: CompletedCall; readonly askedBy: 'user' | 'app' }[];
const http = createHttpClient();
const realGateway = testGateway(http);

beforeEach(async () => {
  service = await startTestService({ faults: true });
  folder = await mkdtemp(path.join(tmpdir(), 'readings-'));
  catalogues = cataloguesHere(folder, () => {
    catalogueChanges += 1;
  });
  here.profile = testProfile(service.address());
  activities = [];
  catalogueChanges = 0;
  answered = [];
  isRemoved = false;
});
afterEach(async () => {
  http.close();
  await catalogues.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

function makeReadings(
  gateway: Gateway = realGateway,
  parts: {
    readonly saveScheme?: () => Promise<void>;
    readonly log?: (message: string, error: unknown) => void;
  } = {},
): Readings {
  return testReadings({
    gateway,
    connections: {
      ...testConnection(here, () => service.fullKey),
      profile: () => (isRemoved ? unknownConnection : succeed(here.profile)),
      ...parts,
    },
    catalogues,
    announce: {
      activity: (activity) => activities.push(activity),
      connectionsChanged: () => undefined,
    },
    observers: [(_id, call, askedBy) => answered.push({ call, askedBy })],
    ...(parts.log !== undefined && { log: parts.log }),
  });
}

const options = { requestId: 'r1', signal: null };

async function seed(...keys: string[]): Promise<void> {
  await service.post('/batch-atoms', { atoms: keys.map((key) => ({ key, value: `value of ${key}` })) });
}

function check(reading: Result<AtomReading>, name: string): string | undefined {
  return reading.ok
    ? reading.value.verdict.checks.find((each) => each.name === name)?.status
    : reading.error.code;
}

describe('reading', () => {
  it('shows what was read even if the pinned rules cannot be saved', async () => {
    await seed('v1.a', 'v1.b');
    const logged: string[] = [];
    const readings = makeReadings(realGateway, {
      saveScheme: () => Promise.reject(new Error('ENOSPC')),
      log: (message) => logged.push(message),
    });
    expect(await readings.read(id, 'v1.a', options)).toMatchObject({
      value: { verdict: { status: 'green' } },
    });
    expect(logged).toEqual(['Could not save the hashing rules of the service.']);
  });

  it('learns the scheme at first use, keeps it, and gives green verdicts', async () => {
    await seed('v1.a', 'v1.b', 'v1.c', 'v1.d', 'v1.e');
    const readings = makeReadings();
    const first = await readings.read(id, 'v1.c', options);
    expect(first).toMatchObject({
      ok: true,
      value: { value: 'value of v1.c', verdict: { status: 'green' } },
    });
    expect(here.profile.scheme).toMatchObject({ origin: 'inferred' });
    const pinned = here.profile.scheme?.leaf.length;
    await readings.readMany(id, ['v1.a', 'v1.b'], options);
    expect(here.profile.scheme?.leaf.length).toBeLessThanOrEqual(pinned ?? 0);
  });

  it.each([
    ['sibling', 'path'],
    ['value', 'content'],
    ['root', 'path'],
  ])('turns red when the %s is tampered with, and green again after', async (tamper, failing) => {
    await seed('v1.a', 'v1.b', 'v1.c');
    const readings = makeReadings();
    await readings.read(id, 'v1.a', options);
    const pin = here.profile.scheme;
    await service.post('/admin/faults', { tamper });
    const tampered = await readings.read(id, 'v1.a', options);
    expect(tampered).toMatchObject({ value: { verdict: { status: 'red' } } });
    expect(check(tampered, failing)).toBe('fail');
    expect(here.profile.scheme).toEqual(pin);
    await service.post('/admin/faults', { tamper: 'none' });
    expect(await readings.read(id, 'v1.a', options)).toMatchObject({
      value: { verdict: { status: 'green' } },
    });
  });

  it('opens nothing for a connection that was removed before the response came', async () => {
    const removing: Gateway = {
      ...realGateway,
      read: async (target, key, given) => {
        const answer = await realGateway.read(target, key, given);
        isRemoved = true;
        return answer;
      },
    };
    const missing = await makeReadings(removing).read(id, 'v1.none', options);
    expect(missing).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await readdir(folder)).toEqual([]);
  });

  it('does not use the tree size in a malformed proof', async () => {
    await seed('v1.a', 'v1.b', 'v1.c');
    await makeReadings().read(id, 'v1.a', options);
    const forging: Gateway = {
      ...realGateway,
      read: async (target, key, given) => {
        const answer = await realGateway.read(target, key, given);
        if (!answer.ok || !isJsonObject(answer.value.proof)) return answer;
        // Hashes with another length than those of the scheme.
        const text = JSON.stringify({ ...answer.value.proof, treeSize: 1_000_000 });
        const proof = JSON.parse(text.replace(/[0-9a-f]{64}/g, '$&$&')) as Json;
        return { ...answer, value: { ...answer.value, proof } };
      },
    };
    const forged = await makeReadings(forging).read(id, 'v1.b', options);
    expect(check(forged, 'wellFormed')).toBe('fail');
    expect((await catalogues.of(id)).ledger.largestSize()).toBe(3n);
    await service.post('/atoms', { key: 'v1.d', value: 'x' });
    expect(await makeReadings().read(id, 'v1.d', options)).toMatchObject({
      value: { verdict: { status: 'green' } },
    });
  });

  it('turns red when the service forgets part of its tree', async () => {
    await seed('v1.a', 'v1.b', 'v1.c');
    const readings = makeReadings();
    await readings.read(id, 'v1.a', options);
    const { ledger } = await catalogues.of(id);
    await ledger.append({
      rootHash: 'f'.repeat(64),
      treeSize: 50n,
      askedAt: 0,
      at: 1,
      endpoint: 'POST /recall',
      path: 'pass',
      requestId: 'r',
    });
    await service.post('/atoms', { key: 'v1.d', value: 'x' });
    const reading = await readings.read(id, 'v1.a', options);
    expect(check(reading, 'root')).toBe('fail');
    expect(activities.at(-1)?.root?.status.kind).toBe('contradiction');
  });

  it('records concurrent responses one after the other, with one pin', async () => {
    await seed('v1.a', 'v1.b', 'v1.c', 'v1.d');
    const readings = makeReadings();
    const all = await Promise.all(
      ['v1.a', 'v1.b', 'v1.c', 'v1.d'].map((key) => readings.read(id, key, options)),
    );
    expect(all.map((reading) => (reading.ok ? reading.value.verdict.status : reading.error))).toEqual(
      Array(4).fill('green'),
    );
    expect(await catalogues.summary(id)).toMatchObject({ keys: 4 });
  });

  it('remembers keys from hits, predictions, and reads, and announces them', async () => {
    await seed('v1.a', 'v1.b', 'v1.theme');
    const readings = makeReadings();
    const gateway: Gateway = {
      ...realGateway,
      recall: async (...call) => {
        const answer = await realGateway.recall(...call);
        return answer.ok
          ? { ...answer, value: { ...answer.value, predictions: ['v1.predicted', 'v1.a'] } }
          : answer;
      },
    };
    await readings.read(id, 'v1.a', options);
    const recalled = await makeReadings(gateway).recall(id, 'theme', 1, options);
    expect(recalled).toMatchObject({
      value: { atoms: [{ key: 'v1.theme', verdict: { status: 'green' } }], anomalies: [] },
    });
    const entries = await allEntries(catalogues, id);
    const { coverage } = await catalogues.summary(id);
    expect(entries.map(({ key, source }) => [key, source])).toEqual([
      ['v1.a', 'lookup'],
      ['v1.predicted', 'prediction'],
      ['v1.theme', 'recall'],
    ]);
    expect(coverage).toEqual({ knownLeaves: 2, treeSize: '3' });
    expect(catalogueChanges).toBe(2);
    expect(activities).toMatchObject([
      { connectionId: id, errorCode: null, root: { treeSize: '3', status: { kind: 'new' } } },
      { connectionId: id, errorCode: null, root: { treeSize: '3', status: { kind: 'seen' } } },
    ]);
  });

  it('reports a key that is not returned, in the known keys too', async () => {
    const { keys } = await catalogues.of(id);
    await keys.learn([{ kind: 'named', key: 'v1.gone', source: 'prediction', at: 1 }]);
    const reading = await makeReadings().read(id, 'v1.gone', options);
    expect(reading).toMatchObject({ error: { code: 'not_found', key: 'v1.gone', requestId: 'r1' } });
    expect(await keys.entries(['v1.gone'])).toMatchObject([{ gone: true }]);
    expect(activities).toMatchObject([{ errorCode: 'not_found', root: null }]);
  });

  it('turns red when the response has another key than the one requested', async () => {
    await seed('v1.a', 'v1.b');
    const gateway: Gateway = {
      ...realGateway,
      read: (target, _key, call) => realGateway.read(target, 'v1.b', call),
    };
    const reading = await makeReadings(gateway).read(id, 'v1.a', options);
    expect(check(reading, 'coherent')).toBe('fail');
  });

  it('never writes the key of an atom to the ledger', async () => {
    await seed('v1.secret-name', 'v1.b');
    await makeReadings().read(id, 'v1.secret-name', options);
    await catalogues.close();
    const text = await readFile(path.join(folder, id, 'root-ledger', 'entries.jsonl'), 'utf8');
    const records = text.split('\n').filter((line) => line.includes('"sequence"'));
    expect(records).toHaveLength(1);
    expect(records[0]).not.toContain('secret-name');
    expect(records[0]).toContain('GET /atoms/:key');
  });
});

describe('a version that goes back', () => {
  const atVersion = (version: number): Gateway => ({
    ...realGateway,
    read: async (target, key, call) => {
      const answer = await realGateway.read(target, key, call);
      if (!answer.ok) return answer;
      // Requested well after the earlier read, even with a clock that counts whole milliseconds.
      const exchange = { ...answer.exchange, startedAt: answer.exchange.startedAt + 1_000 };
      return { ...answer, exchange, value: { ...answer.value, version } };
    },
  });

  it('is red, and stays red when it is read again', async () => {
    await seed('v1.a');
    await service.post('/atoms', { key: 'v1.a', value: 'two' }, { apiKey: service.fullKey });
    const first = await makeReadings().read(id, 'v1.a', options);
    expect(first).toMatchObject({ ok: true, value: { version: 2, verdict: { status: 'green' } } });
    for (let time = 0; time < 2; time += 1) {
      const again = await makeReadings(atVersion(1)).read(id, 'v1.a', options);
      expect(check(again, 'coherent')).toBe('fail');
    }
    expect(check(await makeReadings().read(id, 'v1.a', options), 'coherent')).toBe('pass');
  });
});

describe('reading many', () => {
  it('lists missing and unrequested keys', async () => {
    await seed('v1.a', 'v1.b', 'v1.c');
    const gateway: Gateway = {
      ...realGateway,
      readMany: (target, keys, call) => realGateway.readMany(target, [...keys, 'v1.c'], call),
    };
    const { keys } = await catalogues.of(id);
    await keys.learn([{ kind: 'named', key: 'v1.never', source: 'prediction', at: 1 }]);
    const reading = await makeReadings(gateway).readMany(id, ['v1.never', 'v1.b', 'v1.a', 'v1.b'], options);
    expect(reading).toMatchObject({ value: { missing: ['v1.never'], unasked: ['v1.c'] } });
    expect(reading.ok ? reading.value.atoms.map(({ key }) => key).sort() : reading.error).toEqual([
      'v1.a',
      'v1.b',
      'v1.c',
    ]);
    expect(await keys.entries(['v1.never'])).toMatchObject([{ gone: true }]);
  });

  it('turns all red when the response has two trees', async () => {
    await seed('v1.a', 'v1.b', 'v1.c');
    const gateway: Gateway = {
      ...realGateway,
      readMany: async (target, keys, call) => {
        const before = await realGateway.readMany(target, keys.slice(0, 1), call);
        await service.post('/atoms', { key: 'v1.d', value: 'x' });
        const after = await realGateway.readMany(target, keys.slice(1), call);
        return before.ok && after.ok ? { ...after, value: [...before.value, ...after.value] } : after;
      },
    };
    const reading = await makeReadings(gateway).readMany(id, ['v1.a', 'v1.b'], options);
    expect(reading.ok ? reading.value.atoms.map(({ verdict }) => verdict.status) : reading.error).toEqual([
      'red',
      'red',
    ]);
  });
});

describe('sending', () => {
  const atom = { key: 'v1.new/../key', value: 'x' };
  const many = Array.from({ length: 1_000 }, (_, i) => ({ key: `v1.many.${String(i)}`, value: String(i) }));
  const roots = async () => (await catalogues.of(id)).ledger.lastRoot();

  it('stores one atom, and remembers its key and its root', async () => {
    expect(await makeReadings().send(id, atom, options)).toMatchObject({
      ok: true,
      value: { key: atom.key, version: 1 },
    });
    expect(await allEntries(catalogues, id)).toMatchObject([
      { key: atom.key, source: 'write', version: null },
    ]);
    expect(await roots()).toMatchObject({ treeSize: null });
    expect(activities).toMatchObject([{ errorCode: null, root: { status: { kind: 'new' } } }]);
    expect(answered).toEqual([]);
  });

  it('stores a batch, and remembers all its keys and its root', async () => {
    const answer = await makeReadings().sendBatch(id, many, options);
    expect(answer).toMatchObject({ ok: true, exchange: { path: '/batch-atoms' } });
    const entries = await allEntries(catalogues, id);
    expect(entries).toHaveLength(1_000);
    expect(new Set(entries.map(({ source }) => source))).toEqual(new Set(['write']));
    expect((await roots())?.rootHash).toBe(answer.ok ? answer.value.rootHash : null);
    expect(activities).toMatchObject([
      { connectionId: id, errorCode: null, root: { status: { kind: 'new' } } },
    ]);
  });

  it('is refused before every batch if the connection is locked, and sends nothing', async () => {
    const sent = () => Promise.reject(new Error('It was sent.'));
    const readings = makeReadings({ ...realGateway, store: sent, storeBatch: sent });
    here.profile = { ...here.profile, readOnly: true };
    const locked = { ok: false, error: { code: 'read_only', requestId: 'r1' }, mayHaveBeenDone: false };
    expect(readings.lock(id, 'store', options)).toMatchObject(locked.error);
    expect(await readings.send(id, atom, options)).toMatchObject(locked);
    expect(await readings.sendBatch(id, many, options)).toMatchObject(locked);
  });

  it('passes on a refusal, and remembers nothing', async () => {
    const secret = { key: 'v1.x', value: 'AKIAIOSFODNN7EXAMPLE' };
    const readings = makeReadings();
    expect(await readings.send(id, secret, options)).toMatchObject({ error: { code: 'sensitive_content' } });
    expect(await readings.sendBatch(id, [atom, secret], options)).toMatchObject({
      error: { code: 'sensitive_content', failedIndex: 1 },
      mayHaveBeenDone: false,
    });
    expect(await allEntries(catalogues, id)).toEqual([]);
    expect(activities).toMatchObject([
      { errorCode: 'sensitive_content' },
      { errorCode: 'sensitive_content' },
    ]);
  });
});

describe('observers', () => {
  it('are notified of every completed call, its result, and who made it', async () => {
    await service.post('/atoms', { key: 'v1.a.b', value: 'x' });
    const readings = makeReadings();
    await readings.read(id, 'v1.a.b', options);
    await readings.read(id, 'v1.not.there', options);
    await readings.readMany(id, ['v1.a.b', 'v1.no'], { ...options, askedBy: 'app' });
    await readings.recall(id, 'a b', 5, options);
    await service.post('/admin/faults', { status: 503 });
    await readings.recall(id, 'a b', 5, options);
    expect(answered).toMatchObject([
      { call: { kind: 'read', reading: { key: 'v1.a.b', value: 'x' } }, askedBy: 'user' },
      {
        call: { kind: 'readMany', reading: { missing: ['v1.no'] } },
        askedBy: 'app',
      },
      {
        call: { kind: 'recall', query: 'a b', limit: 5, reading: { atoms: [{ key: 'v1.a.b' }] } },
        askedBy: 'user',
      },
    ]);
    expect(answered).toHaveLength(3);
  });
});
