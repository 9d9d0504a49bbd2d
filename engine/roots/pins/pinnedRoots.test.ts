import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostPins, type NewPin } from '#shared/domain/pin.ts';
import type { Verdict } from '#shared/merkle/verdict.ts';
import { verdictRecord } from '#shared/text/verdictRecord.ts';
import { startTestService, type TestService } from '../../../service/testing/startTestService.ts';
import type { Catalogues } from '../../known/catalogues.ts';
import { cataloguesHere } from '../../known/testing/catalogueHere.ts';
import { createHttpClient } from '../../client/httpClient.ts';
import { type Readings } from '../../reading/readings.ts';
import { createPins, type Pins } from './pins.ts';
import {
  testConnection,
  testGateway,
  testProfile,
  testReadings,
} from '../../reading/testing/testReadings.ts';

const id = 'one' as ConnectionId;
const keys = Array.from({ length: 20 }, (_, at) => `v1.atom.${String(at).padStart(2, '0')}`);
const first = 'v1.atom.03';
const options = { requestId: 'r1', signal: null };
const http = createHttpClient();

let service: TestService;
let folder: string;
let catalogues: Catalogues;
let pins: Pins;
let readings: Readings;
let changes: number;
/** Each request is sent well after the previous one, even with a clock that counts whole milliseconds. */
let clock: number;
const now = (): number => (clock += 10);

const openPins = (): Pins => {
  let count = 0;
  return createPins({
    folder: path.join(folder, 'pins'),
    changed: () => {
      changes += 1;
    },
    now,
    newId: () => `pin-${String((count += 1))}`,
  });
};

beforeEach(async () => {
  service = await startTestService({ faults: true });
  folder = await mkdtemp(path.join(tmpdir(), 'pins-'));
  clock = 1_000;
  changes = 0;
  pins = openPins();
  catalogues = cataloguesHere(path.join(folder, 'catalogue'));
  await service.post('/batch-atoms', { atoms: keys.map((key) => ({ key, value: `value of ${key}` })) });
  const here = { profile: testProfile(service.address()) };
  readings = testReadings({
    gateway: testGateway(http, now),
    connections: testConnection(here, () => service.fullKey),
    catalogues,
    pins,
    now,
  });
});
afterEach(async () => {
  http.close();
  await catalogues.close();
  await pins.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

function seen({ status, checks }: Verdict) {
  const root = checks.find(({ name }) => name === 'root');
  const { code, why } = verdictRecord({ status, checks, binds: [], open: [] }).checks.root;
  return { status, root: root?.status, code, why };
}

async function read(key = first) {
  const answer = await readings.read(id, key, options);
  if (!answer.ok || !('verdict' in answer.value)) throw new Error('not read');
  return answer.value;
}

async function pin(changed: Partial<NewPin> = {}): Promise<void> {
  const { proof } = await read();
  const { rootHash, treeSize } = proof as unknown as {
    readonly rootHash: string;
    readonly treeSize: number;
  };
  const added = await pins.add(id, {
    rootHash,
    treeSize: String(treeSize),
    isExact: false,
    source: { kind: 'response' },
    note: 'checked on Monday',
    ...changed,
  });
  expect(added.ok).toBe(true);
}

describe('a pinned root', () => {
  it('passes the root check of single reads, batches, and recalls, and is named', async () => {
    await pin();
    const passes = {
      status: 'green',
      root: 'pass',
      code: 'root.pinned',
      why: expect.stringContaining('“checked on Monday”') as string,
    };
    expect(seen((await read()).verdict)).toMatchObject(passes);
    const batch = await readings.readMany(id, keys.slice(0, 5), options);
    expect(batch.ok && batch.value.atoms.map(({ verdict }) => seen(verdict))).toMatchObject(
      Array.from({ length: 5 }, () => passes),
    );
    const recall = await readings.recall(id, 'value of v1', 5, options);
    expect(recall.ok && recall.value.atoms.map(({ verdict }) => seen(verdict).code)).toEqual(
      Array.from({ length: 5 }, () => 'root.pinned'),
    );
    expect(await catalogues.lastRoot(id)).toMatchObject({ treeSize: '20' });
  });

  it('says nothing about a tree that grew: no alarm, and no pass', async () => {
    await pin();
    await service.post('/atoms', { key: 'v1.new', value: 'by someone else' });
    expect(seen((await read()).verdict)).toMatchObject({
      status: 'green',
      root: 'undecided',
      code: 'root.new',
      why: expect.stringContaining('does not vouch for it') as string,
    });
  });

  it('makes another root of the same size amber, unless a store of ours may be the reason', async () => {
    await pin({ rootHash: 'cd'.repeat(32), treeSize: '20', source: { kind: 'person' } });
    expect(seen((await read()).verdict)).toMatchObject({
      status: 'amber',
      code: 'root.unexplained',
      why: expect.stringContaining('nothing was stored over this connection since') as string,
    });
    await pin({ rootHash: 'ef'.repeat(32), treeSize: '21', source: { kind: 'person' } });
    const sent = await readings.send(id, { key: 'v1.new', value: 'ours' }, options);
    expect(sent.ok).toBe(true);
    expect(seen((await read()).verdict)).toMatchObject({
      status: 'green',
      root: 'undecided',
      why: expect.stringContaining('Something was stored over this connection since') as string,
    });
  });

  it('exposes a service that shows a second tree of the same size', async () => {
    await pin();
    await service.post('/admin/faults', { tamper: 'fork' });
    const found = [seen((await read(keys[5])).verdict), seen((await read(keys[6])).verdict)];
    expect(found.map(({ code }) => code).sort()).toEqual(['root.pinned', 'root.unexplained']);
  });

  it('makes any other root red if exactly this one is expected', async () => {
    await pin({ isExact: true });
    expect(seen((await read()).verdict).code).toBe('root.pinned');
    await service.post('/atoms', { key: 'v1.new', value: 'new' });
    expect(seen((await read()).verdict)).toMatchObject({
      status: 'red',
      root: 'fail',
      code: 'root.other-than-pinned',
      why: expect.stringContaining('You expect exactly root') as string,
    });
    const [exact] = (await pins.of(id)).pins;
    await pins.edit(id, { id: exact?.id ?? '', note: '', isExact: false });
    expect(seen((await read(keys[2])).verdict)).toMatchObject({ status: 'green', root: 'undecided' });
  });

  it('makes an older tree red once a larger one is pinned, until the pin is removed', async () => {
    await service.post('/admin/faults', { tamper: 'stale' });
    await service.post('/atoms', { key: 'v1.new', value: 'hidden from us' });
    await pin({ rootHash: 'cd'.repeat(32), treeSize: '21', source: { kind: 'person' } });
    expect(seen((await read()).verdict)).toMatchObject({
      status: 'red',
      code: 'root.smaller-than-pinned',
      why: expect.stringContaining('20 leaves, fewer than the one with root cdcdcdcd..cdcd') as string,
    });
    await pins.remove(id, 'pin-1');
    expect(seen((await read()).verdict)).toMatchObject({ status: 'green', root: 'undecided' });
  });

  it('is red with another tree size', async () => {
    await pin({ treeSize: '21', source: { kind: 'print' } });
    expect(seen((await read()).verdict)).toMatchObject({
      status: 'red',
      code: 'root.pinned-with-other-size',
    });
  });
});

describe('the list of pins', () => {
  const some: NewPin = {
    rootHash: 'ab'.repeat(32),
    treeSize: '7',
    isExact: false,
    source: { kind: 'person' },
    note: 'n',
  };

  it('is kept on disk, newest first, each root once per source', async () => {
    await pins.add(id, some);
    await pins.add(id, { ...some, source: { kind: 'print' } });
    expect(await pins.add(id, { ...some, note: 'again' })).toMatchObject({
      ok: false,
      error: { message: 'This root is already pinned, from the same source.' },
    });
    expect(changes).toBe(2);
    await pins.close();
    pins = openPins();
    expect((await pins.of(id)).pins.map(({ source }) => source.kind)).toEqual(['print', 'person']);
  });

  it('is limited', async () => {
    for (let size = 1; size <= mostPins; size += 1) await pins.add(id, { ...some, treeSize: String(size) });
    expect(await pins.add(id, { ...some, treeSize: '9999' })).toMatchObject({ ok: false });
  });

  it('sets a damaged file aside and says so, and leaves a newer one alone', async () => {
    await pins.add(id, some);
    await pins.close();
    const file = path.join(folder, 'pins', id, 'pins.json');
    await writeFile(file, '{"version":1,"pins":[{"rootHash":"ab"}]}');
    pins = openPins();
    expect(await pins.of(id)).toMatchObject({
      pins: [],
      recoveredFrom: expect.stringContaining('damaged') as string,
    });
    await pins.close();
    await writeFile(file, '{"version":2}');
    pins = openPins();
    await expect(pins.of(id)).rejects.toThrow('newer version');
  });

  it('is deleted with its connection', async () => {
    await pins.add(id, some);
    await pins.forget(id);
    expect(await readdir(path.join(folder, 'pins'))).toEqual([]);
  });
});
