import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import type { AtomToStore, Precondition } from '#shared/domain/store.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import { startTestService, type TestService } from '../../../service/testing/startTestService.ts';
import type { Catalogues } from '../catalogue/catalogues.ts';
import { cataloguesHere } from '../catalogue/testing/catalogueHere.ts';
import { parseBaseAddress } from '../gateway/baseAddress.ts';
import { createGateway, type Gateway } from '../gateway/gateway.ts';
import { createHttpClient } from '../gateway/httpClient.ts';
import { isJsonObject } from '../gateway/jsonBody.ts';
import { startScriptedServer } from '../gateway/testing/scriptedServer.ts';
import { createReceipts, type Receipts } from './receipts.ts';
import { createSizeKnowledges, type SizeKnowledges } from './sizeKnowledge.ts';
import { createWriteMemories, type WriteMemories } from './writeMemories.ts';
import { createWrites, type Writes } from './writes.ts';
import { testConnection, testGateway, testProfile, testReadings } from '../readings/testing/testReadings.ts';

const id = 'one' as ConnectionId;
const options = { requestId: 'r1', signal: null };
const anything: Precondition = { kind: 'anything' };
const secret = 'AKIAIOSFODNN7EXAMPLE';
const http = createHttpClient();
const realGateway = testGateway(http);
const lost = {
  ok: false,
  error: { code: 'network', failure: 'reset', address: '', message: 'lost', requestId: 'r1' },
  mayHaveBeenDone: true,
} as const;
const unreadable = { ...lost, error: { ...lost.error, code: 'timeout', afterMs: 1 } } as const;

let service: TestService;
let folder: string;
let catalogues: Catalogues;
let memories: WriteMemories;
let receipts: Receipts;
let sizes: SizeKnowledges;
const here = { profile: testProfile('') };
let changes: number;
let logged: string[];
let ids: number;

beforeEach(async () => {
  service = await startTestService({ faults: true });
  folder = await mkdtemp(path.join(tmpdir(), 'writes-'));
  catalogues = cataloguesHere(path.join(folder, 'catalogue'), () => undefined);
  changes = 0;
  logged = [];
  ids = 0;
  here.profile = testProfile(service.address());
  openMemories();
});
afterEach(async () => {
  http.close();
  await Promise.all([catalogues.close(), memories.close()]);
  await service.stop();
  await rm(folder, { recursive: true });
});

function openMemories(): void {
  const log = (message: string): void => {
    logged.push(message);
  };
  const isKnown = (asked: ConnectionId): boolean => asked === id;
  memories = createWriteMemories(path.join(folder, 'writes'), { now: Date.now });
  sizes = createSizeKnowledges({ memories, isKnown, log });
  receipts = createReceipts({ memories, isKnown, changed: () => (changes += 1), log });
}

function writesOver(parts: Partial<Gateway> = {}): Writes {
  const readings = testReadings({
    gateway: { ...realGateway, ...parts },
    connections: testConnection(here, () => service.fullKey),
    catalogues,
  });
  return createWrites({
    readings,
    receipts,
    sizes,
    pause: async () => undefined,
    now: Date.now,
    newId: () => `id-${String((ids += 1))}`,
  });
}

function atom(key: string, value: string, precondition: Precondition = anything): AtomToStore {
  return { key, value, precondition };
}

async function put(key: string, value: string): Promise<void> {
  await service.post('/atoms', { key, value });
}

async function valueOf(key: string): Promise<unknown> {
  return (await service.get(`/atoms/${encodeURIComponent(key)}`)).body;
}

async function theReceipt() {
  const { writes } = await receipts.list(id, { from: 0, to: 10 });
  const read = await receipts.read(id, writes[0]?.id ?? '');
  return read.ok ? read.value : null;
}

const allow = { allowSensitive: true } as const;
const strict = { allowSensitive: false } as const;

describe('storing one atom', () => {
  it('reads it again right before, stores, reads back, and saves a receipt without the value', async () => {
    await put('v1.a', 'first');
    const precondition: Precondition = { kind: 'as-read', version: 1, value: 'first' };
    const stored = await writesOver().store(
      id,
      { ...atom('v1.a', 'second ä', precondition), ...strict },
      options,
    );
    expect(stored).toMatchObject({
      value: {
        outcome: 'stored',
        receiptId: 'id-1',
        answer: { key: 'v1.a', version: 2 },
        before: { value: 'first', version: 1, verdict: { status: 'green' } },
        beforeError: null,
        readBack: { ok: true, value: { value: 'second ä', version: 2, verdict: { status: 'green' } } },
        readBackMatches: true,
        otherWrites: { before: false, after: false },
      },
    });
    const receipt = await theReceipt();
    expect(receipt).toMatchObject({
      id: 'id-1',
      kind: 'store',
      outcome: 'stored',
      title: 'v1.a',
      atomCount: 1,
      readBack: { green: 1, keyOnly: 0, amber: 0, red: 0, other: 0, unread: 0 },
      errorCode: null,
      atoms: [
        {
          key: 'v1.a',
          bytes: 9,
          sha256: createHash('sha256').update('second ä').digest('hex'),
          before: 'there',
          versionBefore: 1,
          version: 2,
          missing: false,
          readBack: { version: 2, holdsValue: true, verdict: 'green', proof: { treeSize: 2 } },
        },
      ],
    });
    expect(receipt?.rootBefore).toMatch(/^[0-9a-f]{64}$/);
    expect(receipt?.rootAfter).toMatch(/^[0-9a-f]{64}$/);
    expect(receipt?.rootAfter).not.toBe(receipt?.rootBefore);
    expect(JSON.stringify(receipt)).not.toMatch(/second|first/);
    expect(changes).toBe(1);
    expect(await sizes.of(id)).toMatchObject({ largestAccepted: 9, largestBatchAccepted: 1 });
  });

  it.each<[string, Precondition, string | null]>([
    ['another value', { kind: 'as-read', version: 1, value: 'old' }, 'theirs'],
    ['a later version of the same value', { kind: 'as-read', version: 1, value: 'theirs' }, 'theirs'],
    ['another value, where no version is known', { kind: 'as-read', version: null, value: 'old' }, 'theirs'],
    ['an atom that should not be there', { kind: 'absent' }, 'theirs'],
  ])('sends nothing if it finds %s', async (_what, precondition, now) => {
    await put('v1.a', 'old');
    await put('v1.a', 'theirs');
    expect(
      await writesOver().store(id, { ...atom('v1.a', 'mine', precondition), ...strict }, options),
    ).toMatchObject({
      value: { outcome: 'conflict', now: { value: now, version: 2, verdict: { status: 'green' } } },
    });
    expect(await valueOf('v1.a')).toMatchObject({ value: 'theirs', version: 2 });
    expect(await receipts.list(id, { from: 0, to: 10 })).toEqual({
      total: 0,
      writes: [],
      recoveredFrom: null,
    });
  });

  it('sends nothing if the atom no longer exists', async () => {
    const precondition: Precondition = { kind: 'as-read', version: 1, value: 'old' };
    expect(
      await writesOver().store(id, { ...atom('v1.a', 'mine', precondition), ...strict }, options),
    ).toEqual(succeed({ outcome: 'conflict', now: null }));
    expect(await valueOf('v1.a')).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('compares the value alone if no version was read, and stores a new key if there is none', async () => {
    await put('v1.a', 'old');
    const asRead: Precondition = { kind: 'as-read', version: null, value: 'old' };
    const writes = writesOver();
    expect(await writes.store(id, { ...atom('v1.a', 'mine', asRead), ...strict }, options)).toMatchObject({
      value: { outcome: 'stored', answer: { version: 2 } },
    });
    const absent = { ...atom('v1.new', 'x', { kind: 'absent' }), ...strict };
    expect(await writes.store(id, absent, options)).toMatchObject({
      value: { outcome: 'stored', before: null, beforeError: null, otherWrites: { before: false } },
    });
    expect((await theReceipt())?.atoms).toMatchObject([
      { before: 'absent', versionBefore: null, version: 1 },
    ]);
  });

  it('sends nothing if the precondition cannot be read', async () => {
    const parts: Partial<Gateway> = {
      read: async () => unreadable,
      store: () => Promise.reject(new Error('It was sent.')),
    };
    const absent = { ...atom('v1.a', 'x', { kind: 'absent' }), ...strict };
    expect(await writesOver(parts).store(id, absent, options)).toEqual(fail(unreadable.error));
  });

  it('overwrites on request even if the atom could not be read, and claims nothing about what was there', async () => {
    await put('v1.a', 'old');
    let reads = 0;
    const read: Gateway['read'] = (...call) => {
      reads += 1;
      return reads === 1 ? Promise.resolve(unreadable) : realGateway.read(...call);
    };
    const stored = await writesOver({ read }).store(id, { ...atom('v1.a', 'mine'), ...strict }, options);
    expect(stored).toMatchObject({
      value: {
        outcome: 'stored',
        before: null,
        beforeError: { code: 'timeout' },
        otherWrites: { before: false, after: false },
      },
    });
    expect(await theReceipt()).toMatchObject({ rootBefore: null, atoms: [{ before: 'unread' }] });
  });

  it('sends nothing after it is canceled', async () => {
    const controller = new AbortController();
    const parts: Partial<Gateway> = {
      read: (...call) => {
        controller.abort();
        return realGateway.read(...call);
      },
      store: () => Promise.reject(new Error('It was sent.')),
    };
    const given = { requestId: 'r1', signal: controller.signal };
    expect(await writesOver(parts).store(id, { ...atom('v1.a', 'x'), ...strict }, given)).toMatchObject({
      error: { code: 'cancelled' },
    });
  });

  it('reports another store between the read before and the store', async () => {
    await put('v1.a', 'old');
    const store: Gateway['store'] = async (...call) => {
      await put('v1.a', 'theirs');
      return realGateway.store(...call);
    };
    const asRead: Precondition = { kind: 'as-read', version: 1, value: 'old' };
    const writes = writesOver({ store });
    expect(await writes.store(id, { ...atom('v1.a', 'mine', asRead), ...strict }, options)).toMatchObject({
      value: { outcome: 'stored', readBackMatches: true, otherWrites: { before: true, after: false } },
    });
    const absent = { ...atom('v1.a.new', 'x', { kind: 'absent' }), ...strict };
    const before: Gateway['store'] = async (...call) => {
      await put('v1.a.new', 'theirs');
      return realGateway.store(...call);
    };
    expect(await writesOver({ store: before }).store(id, absent, options)).toMatchObject({
      value: { outcome: 'stored', otherWrites: { before: true, after: false } },
    });
    expect(await theReceipt()).toMatchObject({ otherWrites: { before: true, after: false } });
  });

  it('reports another store between the store and the read-back', async () => {
    const store: Gateway['store'] = async (...call) => {
      const answer = await realGateway.store(...call);
      await put('v1.a', 'theirs');
      return answer;
    };
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject(
      {
        value: {
          outcome: 'stored',
          readBack: { value: { value: 'theirs', version: 2 } },
          readBackMatches: false,
          otherWrites: { before: false, after: true },
        },
      },
    );
    expect(await theReceipt()).toMatchObject({
      readBack: { green: 0, other: 1 },
      atoms: [{ readBack: { holdsValue: false } }],
    });
  });

  it('does not mistake an old reading for another store', async () => {
    await put('v1.a', 'old');
    const older = await realGateway.read(await targetOf(), 'v1.a', options);
    let reads = 0;
    const read: Gateway['read'] = (...call) => {
      reads += 1;
      return reads === 2 ? Promise.resolve(older) : realGateway.read(...call);
    };
    expect(await writesOver({ read }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject({
      value: { outcome: 'stored', readBackMatches: false, otherWrites: { before: false, after: false } },
    });
  });

  it('is refused by the app if the connection is locked or the value looks like a credential', async () => {
    const sent = () => Promise.reject(new Error('It was sent.'));
    const writes = writesOver({ read: sent, store: sent });
    expect(await writes.store(id, { ...atom('v1.a', secret), ...strict }, options)).toMatchObject({
      error: { code: 'sensitive_content', pattern: 'aws-access-key-id', field: 'value', requestId: 'r1' },
    });
    here.profile = { ...here.profile, readOnly: true };
    expect(await writes.store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject({
      error: { code: 'read_only' },
    });
    expect(changes).toBe(0);
  });

  it('sends a credential if the user allows it, and records the refusal of the service', async () => {
    expect(await writesOver().store(id, { ...atom('v1.a', secret), ...allow }, options)).toMatchObject({
      error: { code: 'sensitive_content' },
    });
    expect(await theReceipt()).toMatchObject({
      outcome: 'nothing',
      errorCode: 'sensitive_content',
      readBack: null,
      atoms: [{ key: 'v1.a', version: null, readBack: null }],
    });
  });

  it('saves no hash of what the service takes for a credential, in the log or in its files', async () => {
    const value = 'a value that only the service takes for a credential';
    const refused = (failedIndex: number | null) =>
      ({
        ok: false,
        mayHaveBeenDone: false,
        error: {
          code: 'sensitive_content',
          message: 'refused',
          reason: null,
          pattern: null,
          field: null,
          failedIndex,
          requestId: 'r1',
        },
      }) as const;
    const single = writesOver({ store: async () => refused(null) });
    await single.store(id, { ...atom('v1.a', value), ...strict }, options);
    expect(await theReceipt()).toMatchObject({ outcome: 'nothing', atoms: [{ key: 'v1.a', sha256: null }] });
    const many = writesOver({ storeBatch: async () => refused(1) });
    const both = { title: 'Two', atoms: [atom('v1.b', 'plain'), atom('v1.c', value)], ...strict };
    await many.storeMany(id, both, options);
    const receiptsKept = await receipts.list(id, { from: 0, to: 10 });
    const kept = await Promise.all(receiptsKept.writes.map(async (write) => receipts.read(id, write.id)));
    expect(
      kept.flatMap((read) => (read.ok ? read.value.atoms : [])).filter(({ sha256 }) => sha256 !== null),
    ).toMatchObject([{ key: 'v1.b', sha256: createHash('sha256').update('plain').digest('hex') }]);
    await memories.close();
    const hash = createHash('sha256').update(value).digest('hex');
    const log = path.join(folder, 'writes');
    const names = await readdir(log, { recursive: true });
    let files = 0;
    for (const name of names) {
      if (!(await stat(path.join(log, name))).isFile()) continue;
      files += 1;
      expect((await readFile(path.join(log, name))).includes(hash)).toBe(false);
    }
    expect(files).toBeGreaterThan(0);
  });

  it('learns what is too large, and saves nothing of what was never sent', async () => {
    const large = 'word '.repeat(100_000);
    await writesOver().store(id, { ...atom('v1.a', large), ...strict }, options);
    expect(await sizes.of(id)).toMatchObject({ smallestRefused: 500_000, largestAccepted: null });
    expect((await receipts.list(id, { from: 0, to: 10 })).total).toBe(1);
    const store: Gateway['store'] = async () => ({ ...lost, mayHaveBeenDone: false });
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toEqual(
      fail(lost.error),
    );
    expect((await receipts.list(id, { from: 0, to: 10 })).total).toBe(1);
  });

  it('reads back after the response was lost: it was stored', async () => {
    const store: Gateway['store'] = async (...call) => {
      await realGateway.store(...call);
      return lost;
    };
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject(
      {
        value: { outcome: 'unknown', error: { code: 'network' }, before: null, readBackMatches: true },
      },
    );
    expect(await theReceipt()).toMatchObject({
      outcome: 'unknown',
      errorCode: 'network',
      readBack: { green: 1 },
      rootAfter: null,
    });
  });

  it.each([303, 408, 409])('reads back after a %d, although it is not a server error', async (status) => {
    await put('v1.a', 'one');
    const way = await startScriptedServer((request, response) => {
      void service.ask(request.method, request.path, { body: request.body }).then((answer) => {
        response.writeHead(request.path === '/atoms' ? status : answer.status).end(answer.text);
      });
    });
    here.profile = { ...here.profile, baseUrl: way.address };
    const stored = await writesOver().store(id, { ...atom('v1.a', 'two'), ...allow }, options);
    await way.close();
    expect(stored).toMatchObject({ ok: true, value: { outcome: 'unknown', readBackMatches: true } });
    expect(await theReceipt()).toMatchObject({ outcome: 'unknown' });
  });

  it('reads back after the response was lost: it was not stored', async () => {
    const store: Gateway['store'] = async () => lost;
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject(
      {
        value: { outcome: 'unknown', readBack: { error: { code: 'not_found' } }, readBackMatches: false },
      },
    );
    expect(await theReceipt()).toMatchObject({ readBack: { other: 1 }, atoms: [{ missing: true }] });
  });

  it('reads back the result of a canceled store', async () => {
    const controller = new AbortController();
    const store: Gateway['store'] = async (...call) => {
      await realGateway.store(...call);
      controller.abort();
      return { ...lost, error: { code: 'cancelled', message: 'cancelled', requestId: 'r1' } };
    };
    const given = { requestId: 'r1', signal: controller.signal };
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, given)).toMatchObject({
      value: { outcome: 'unknown', error: { code: 'cancelled' }, readBackMatches: true },
    });
  });

  it('claims nothing if it cannot read back', async () => {
    let reads = 0;
    const read: Gateway['read'] = (...call) => {
      reads += 1;
      return reads === 2 ? Promise.resolve(unreadable) : realGateway.read(...call);
    };
    expect(await writesOver({ read }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject({
      value: { outcome: 'stored', readBack: { ok: false }, readBackMatches: null },
    });
    expect(await theReceipt()).toMatchObject({ readBack: { unread: 1 }, atoms: [{ missing: false }] });
  });

  it('records a store as pending before it is sent', async () => {
    let meanwhile: unknown = null;
    const store: Gateway['store'] = async (...call) => {
      meanwhile = await theReceipt();
      return realGateway.store(...call);
    };
    await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options);
    expect(meanwhile).toMatchObject({ outcome: 'unknown', readBack: null, errorCode: null });
    expect((await receipts.list(id, { from: 0, to: 10 })).total).toBe(1);
  });

  it('succeeds even if its receipt cannot be saved', async () => {
    await memories.close();
    memories = {
      ...memories,
      of: () => Promise.reject(new Error('disk full')),
      close: async () => undefined,
    };
    const broken = memories;
    receipts = createReceipts({
      memories: broken,
      isKnown: () => true,
      changed: () => (changes += 1),
      log: (message) => logged.push(message),
    });
    expect(await writesOver().store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject({
      value: { outcome: 'stored', receiptId: 'id-1', readBackMatches: true },
    });
    expect(logged).toContain('Could not save the receipt of a store.');
    expect(changes).toBe(0);
  });
});

async function targetOf() {
  const address = parseBaseAddress(here.profile.baseUrl);
  if (!address.ok) throw new Error('no address');
  return { address: address.value, apiKey: service.fullKey };
}

describe('storing several', () => {
  const batch = (...atoms: AtomToStore[]) => ({ title: 'Find and replace', atoms, allowSensitive: false });

  it('stores them as one batch, reads back one snapshot, and saves one receipt', async () => {
    await put('v1.a', 'old a');
    const readMany: string[][] = [];
    const parts: Partial<Gateway> = {
      readMany: (target, keys, given) => {
        readMany.push([...keys]);
        return realGateway.readMany(target, keys, given);
      },
    };
    const stored = await writesOver(parts).storeMany(
      id,
      batch(
        atom('v1.a', 'new a', { kind: 'as-read', version: 1, value: 'old a' }),
        atom('v1.b', 'new b', { kind: 'absent' }),
      ),
      options,
    );
    expect(stored).toMatchObject({
      value: {
        outcome: 'stored',
        error: null,
        atoms: [
          {
            key: 'v1.a',
            version: 2,
            before: 'there',
            versionBefore: 1,
            readBack: { version: 2, holdsValue: true, verdict: 'green' },
            otherWrites: { before: false, after: false },
          },
          { key: 'v1.b', version: 1, before: 'absent', versionBefore: null },
        ],
      },
    });
    const value = stored.ok && stored.value.outcome !== 'conflict' ? stored.value : null;
    expect(value?.readBackRoots).toEqual([value?.rootAfter]);
    expect(value?.rootBefore).toMatch(/^[0-9a-f]{64}$/);
    expect(readMany).toEqual([
      ['v1.a', 'v1.b'],
      ['v1.a', 'v1.b'],
    ]);
    expect(await theReceipt()).toMatchObject({
      kind: 'batch',
      title: 'Find and replace',
      atomCount: 2,
      outcome: 'stored',
      readBack: { green: 2 },
    });
  });

  it('sends nothing if any has a conflict, and lists all conflicts', async () => {
    await put('v1.a', 'theirs');
    await put('v1.b', 'same');
    const storeBatch = () => Promise.reject(new Error('It was sent.'));
    expect(
      await writesOver({ storeBatch }).storeMany(
        id,
        batch(
          atom('v1.a', 'x', { kind: 'as-read', version: 1, value: 'old' }),
          atom('v1.b', 'x', { kind: 'as-read', version: 1, value: 'same' }),
          atom('v1.c', 'x', { kind: 'as-read', version: 1, value: 'old' }),
        ),
        options,
      ),
    ).toMatchObject({
      value: {
        outcome: 'conflict',
        conflicts: [
          { key: 'v1.a', now: { value: 'theirs' } },
          { key: 'v1.c', now: null },
        ],
      },
    });
  });

  it('reads in parts if the service refuses one request as too large', async () => {
    const readMany: number[] = [];
    const parts: Partial<Gateway> = {
      readMany: async (target, keys, given) => {
        readMany.push(keys.length);
        return keys.length > 3
          ? {
              ok: false,
              error: { code: 'payload_too_large', message: '', requestId: 'r1' },
              mayHaveBeenDone: false,
            }
          : realGateway.readMany(target, keys, given);
      },
    };
    const atoms = Array.from({ length: 5 }, (_, i) => atom(`v1.${String(i)}`, 'x', { kind: 'absent' }));
    expect(await writesOver(parts).storeMany(id, batch(...atoms), options)).toMatchObject({
      value: { outcome: 'stored', atoms: atoms.map(() => ({ readBack: { holdsValue: true } })) },
    });
    expect(readMany).toEqual([5, 3, 2, 5, 3, 2]);
  });

  it('reports other stores for each atom', async () => {
    const storeBatch: Gateway['storeBatch'] = async (...call) => {
      await put('v1.a', 'theirs');
      const answer = await realGateway.storeBatch(...call);
      await put('v1.b', 'theirs');
      return answer;
    };
    const atoms = ['v1.a', 'v1.b', 'v1.c'].map((key) => atom(key, 'mine', { kind: 'absent' }));
    expect(await writesOver({ storeBatch }).storeMany(id, batch(...atoms), options)).toMatchObject({
      value: {
        atoms: [
          { otherWrites: { before: true, after: false } },
          { otherWrites: { before: false, after: true }, readBack: { holdsValue: false } },
          { otherWrites: { before: false, after: false } },
        ],
      },
    });
  });

  it('settles a lost response by reading back: everything is there', async () => {
    const storeBatch: Gateway['storeBatch'] = async (...call) => {
      await realGateway.storeBatch(...call);
      return lost;
    };
    const atoms = ['v1.a', 'v1.b'].map((key) => atom(key, 'mine', { kind: 'absent' }));
    expect(await writesOver({ storeBatch }).storeMany(id, batch(...atoms), options)).toMatchObject({
      value: {
        outcome: 'stored',
        error: { code: 'network' },
        rootAfter: null,
        atoms: [{ version: null }, {}],
      },
    });
    expect(await theReceipt()).toMatchObject({ outcome: 'stored', errorCode: 'network' });
  });

  it('leaves a lost response unknown if nothing is there, or was there before', async () => {
    const storeBatch: Gateway['storeBatch'] = async () => lost;
    const absent = ['v1.a', 'v1.b'].map((key) => atom(key, 'mine', { kind: 'absent' }));
    expect(await writesOver({ storeBatch }).storeMany(id, batch(...absent), options)).toMatchObject({
      value: { outcome: 'unknown', atoms: [{ missing: true, readBack: null }, { missing: true }] },
    });
    await put('v1.c', 'mine');
    expect(
      await writesOver({ storeBatch }).storeMany(id, batch(atom('v1.c', 'mine')), options),
    ).toMatchObject({
      value: { outcome: 'unknown', atoms: [{ readBack: { holdsValue: true } }] },
    });
  });

  it('names the atom that looks like a credential, before anything is sent', async () => {
    const sent = () => Promise.reject(new Error('It was sent.'));
    const writes = writesOver({ readMany: sent, storeBatch: sent });
    expect(await writes.storeMany(id, batch(atom('v1.a', 'x'), atom('v1.b', secret)), options)).toMatchObject(
      {
        error: { code: 'sensitive_content', failedIndex: 1, field: 'atoms[1].value' },
      },
    );
    here.profile = { ...here.profile, readOnly: true };
    expect(await writes.storeMany(id, batch(atom('v1.a', 'x')), options)).toMatchObject({
      error: { code: 'read_only' },
    });
  });
});

describe('production', () => {
  const refused = { ok: false, error: { code: 'not_confirmed' } };

  it('is written to only with the address that the user was shown, and read only after that', async () => {
    const sent = () => Promise.reject(new Error('It was sent.'));
    here.profile = { ...here.profile, environment: 'production' };
    const careful = writesOver({ read: sent, store: sent });
    const write = { ...atom('v1.a', 'x'), ...strict };
    for (const confirmation of [undefined, { address: 'https://other.example', typedName: 'one' }]) {
      expect(await careful.store(id, { ...write, confirmation }, options)).toMatchObject(refused);
    }
    expect(changes).toBe(0);
    const confirmation = { address: here.profile.baseUrl, typedName: null };
    expect(await writesOver().store(id, { ...write, confirmation }, options)).toMatchObject({
      value: { outcome: 'stored' },
    });
    expect(await valueOf('v1.a')).toMatchObject({ value: 'x' });
  });

  it.each([null, '', 'two', 'One'])('gets no batch with %j typed as its name', async (typedName) => {
    const sent = () => Promise.reject(new Error('It was sent.'));
    here.profile = { ...here.profile, environment: 'production' };
    const confirmation = { address: here.profile.baseUrl, typedName };
    const writes = writesOver({ readMany: sent, storeBatch: sent });
    expect(
      await writes.storeMany(
        id,
        { title: 't', atoms: [atom('v1.a', 'x')], ...strict, confirmation },
        options,
      ),
    ).toMatchObject(refused);
  });

  it('gets a batch with its name typed', async () => {
    here.profile = { ...here.profile, environment: 'production' };
    const confirmation = { address: here.profile.baseUrl, typedName: ' one ' };
    const stored = await writesOver().storeMany(
      id,
      { title: 't', atoms: [atom('v1.a', 'x'), atom('v1.b', 'y')], ...strict, confirmation },
      options,
    );
    expect(stored).toMatchObject({ value: { outcome: 'stored' } });
  });

  it('is asked about again if the connection became production after the check, before sending', async () => {
    const read: Gateway['read'] = async (...call) => {
      const answer = await realGateway.read(...call);
      here.profile = { ...here.profile, environment: 'production' };
      return answer;
    };
    const sent = () => Promise.reject(new Error('It was sent.'));
    expect(
      await writesOver({ read, store: sent }).store(id, { ...atom('v1.a', 'x'), ...strict }, options),
    ).toMatchObject(refused);
  });
});

describe('a response about something else', () => {
  it('is not used as the reading of another key', async () => {
    await put('v1.a', 'same');
    await put('v1.b', 'same');
    const read: Gateway['read'] = (target, _key, given) => realGateway.read(target, 'v1.b', given);
    const sent = () => Promise.reject(new Error('It was sent.'));
    const asRead: Precondition = { kind: 'as-read', version: 1, value: 'same' };
    const guarded = writesOver({ read, store: sent });
    expect(await guarded.store(id, { ...atom('v1.a', 'mine', asRead), ...strict }, options)).toMatchObject({
      error: { code: 'bad_response', field: 'key' },
    });

    const over = await writesOver({ read }).store(id, { ...atom('v1.a', 'mine'), ...strict }, options);
    expect(over).toMatchObject({
      value: {
        outcome: 'stored',
        before: null,
        beforeError: { code: 'bad_response' },
        readBackMatches: false,
        otherWrites: { before: false, after: false },
      },
    });
    expect(await theReceipt()).toMatchObject({
      rootBefore: null,
      readBack: { other: 1 },
      atoms: [{ before: 'unread', versionBefore: null, readBack: { holdsValue: false } }],
    });
  });

  it('is not accepted as the response to this store', async () => {
    const store: Gateway['store'] = (target, { value }, given) =>
      createGateway({
        http: {
          send: async (request) => {
            const answer = await http.send(request);
            return answer.kind === 'answer'
              ? { ...answer, body: Buffer.from(String(answer.body).replace('v1.a', 'v1.b')) }
              : answer;
          },
        },
        now: Date.now,
        random: Math.random,
        sleep: async () => undefined,
      }).store(target, { key: 'v1.a', value }, given);
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject(
      { value: { outcome: 'unknown', error: { code: 'bad_response', field: 'key' }, readBackMatches: true } },
    );
    expect(await theReceipt()).toMatchObject({ outcome: 'unknown', rootAfter: null });
  });

  it('does not provide the root before if its proof leads elsewhere', async () => {
    await put('v1.a', 'old');
    await put('v1.b', 'other');
    let reads = 0;
    const read: Gateway['read'] = async (...call) => {
      const answer = await realGateway.read(...call);
      reads += 1;
      if (!answer.ok || reads > 1 || !isJsonObject(answer.value.proof)) return answer;
      const proof = { ...answer.value.proof, rootHash: 'ab'.repeat(32) };
      return { ...answer, value: { ...answer.value, proof } };
    };
    const embedded = embeddedServiceScheme;
    const scheme = { path: [embedded.path], leaf: [embedded.leaf], origin: 'chosen', samples: 0 } as const;
    here.profile = { ...here.profile, scheme: { ...scheme, pinnedAt: 0 } };
    expect(
      await writesOver({ read }).store(id, { ...atom('v1.a', 'mine'), ...strict }, options),
    ).toMatchObject({ value: { outcome: 'stored', before: { verdict: { status: 'red' } } } });
    expect(await theReceipt()).toMatchObject({ rootBefore: null, atoms: [{ before: 'there' }] });
  });

  it('does not settle a lost batch if its own proofs contradict it', async () => {
    const storeBatch: Gateway['storeBatch'] = async (...call) => {
      await realGateway.storeBatch(...call);
      return lost;
    };
    const readMany: Gateway['readMany'] = async (...call) => {
      const answer = await realGateway.readMany(...call);
      if (!answer.ok) return answer;
      return { ...answer, value: answer.value.map((one) => ({ ...one, hash: 'ab'.repeat(32) })) };
    };
    const writes = writesOver({ storeBatch, readMany });
    const batch = { title: 'Test', atoms: [atom('v1.a', 'x'), atom('v1.b', 'y')], ...strict };
    expect(await writes.storeMany(id, batch, options)).toMatchObject({
      value: {
        outcome: 'unknown',
        atoms: [{ readBack: { verdict: 'red' } }, { readBack: { verdict: 'red' } }],
      },
    });
  });
});

describe('concurrent stores', () => {
  it("to one key see each other's results", async () => {
    await put('v1.a', 'old');
    const asRead: Precondition = { kind: 'as-read', version: 1, value: 'old' };
    const writes = writesOver();
    const both = await Promise.all([
      writes.store(id, { ...atom('v1.a', 'first', asRead), ...strict }, options),
      writes.storeMany(
        id,
        { title: 'Test', atoms: [atom('v1.b', 'x'), atom('v1.a', 'second', asRead)], ...strict },
        options,
      ),
    ]);
    expect(both).toMatchObject([
      { value: { outcome: 'stored', readBackMatches: true, otherWrites: { after: false } } },
      { value: { outcome: 'conflict', conflicts: [{ key: 'v1.a', now: { value: 'first', version: 2 } }] } },
    ]);
    expect(await valueOf('v1.a')).toMatchObject({ value: 'first', version: 2 });
    expect(await valueOf('v1.b')).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('continue after one that failed, and do not block other keys', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const store: Gateway['store'] = async (target, sent, given) => {
      if (sent.value === 'slow') await held;
      return sent.value === 'slow' ? lost : realGateway.store(target, sent, given);
    };
    const writes = writesOver({ store });
    const slow = writes.store(id, { ...atom('v1.a', 'slow'), ...strict }, options);
    const next = writes.store(id, { ...atom('v1.a', 'next'), ...strict }, options);
    expect(await writes.store(id, { ...atom('v1.b', 'x'), ...strict }, options)).toMatchObject({ ok: true });
    release();
    expect(await slow).toMatchObject({ value: { outcome: 'unknown', readBackMatches: false } });
    expect(await next).toMatchObject({ value: { outcome: 'stored' } });
  });
});

describe('a connection whose address changes meanwhile', () => {
  it('sends nothing to the new address that was meant for the old one', async () => {
    const read: Gateway['read'] = async (...call) => {
      const answer = await realGateway.read(...call);
      here.profile = { ...here.profile, baseUrl: `${service.address()}/elsewhere` };
      return answer;
    };
    const store = () => Promise.reject(new Error('It was sent.'));
    expect(
      await writesOver({ read, store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options),
    ).toMatchObject({ error: { code: 'address_changed' } });
    expect(await receipts.list(id, { from: 0, to: 10 })).toMatchObject({ total: 0 });
  });

  it("does not accept the new service's response as a read-back", async () => {
    const store: Gateway['store'] = async (...call) => {
      const answer = await realGateway.store(...call);
      here.profile = { ...here.profile, baseUrl: `${service.address()}/elsewhere` };
      return answer;
    };
    expect(await writesOver({ store }).store(id, { ...atom('v1.a', 'x'), ...strict }, options)).toMatchObject(
      { value: { outcome: 'stored', readBackMatches: null, readBack: { ok: false } } },
    );
    expect(await theReceipt()).toMatchObject({ readBack: { unread: 1 }, atoms: [{ missing: false }] });
  });

  it('does the same for batches', async () => {
    const readMany: Gateway['readMany'] = async (...call) => {
      const answer = await realGateway.readMany(...call);
      here.profile = { ...here.profile, baseUrl: `${service.address()}/elsewhere` };
      return answer;
    };
    const storeBatch = () => Promise.reject(new Error('It was sent.'));
    const batch = { title: 'Test', atoms: [atom('v1.a', 'x')], ...strict };
    expect(await writesOver({ readMany, storeBatch }).storeMany(id, batch, options)).toMatchObject({
      error: { code: 'address_changed' },
    });
  });
});

describe('what is saved', () => {
  it('is there after the app was reopened, and no value is on disk', async () => {
    await writesOver().store(id, { ...atom('v1.a', 'plain words of a value'), ...strict }, options);
    await writesOver().store(id, { ...atom('v1.b', 'plain words of a value'), ...strict }, options);
    await memories.close();
    const names = await readdir(path.join(folder, 'writes', id, 'receipts'));
    for (const name of names) {
      const bytes = await readFile(path.join(folder, 'writes', id, 'receipts', name));
      expect(bytes.includes('plain words')).toBe(false);
    }
    openMemories();
    expect(await receipts.list(id, { from: 0, to: 10 })).toMatchObject({
      total: 2,
      writes: [{ title: 'v1.b' }, { title: 'v1.a' }],
    });
    expect(await sizes.of(id)).toMatchObject({ largestAccepted: 22 });
  });
});
