import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Activity, ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
import { type Result } from '#shared/domain/result.ts';
import { changesWords, runRootsWords } from '#shared/text/readRunWords.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import type { Catalogues } from '../known/catalogues.ts';
import { cataloguesHere } from '../known/testing/catalogueHere.ts';
import type { ReceivedAtom } from '../client/receivedAtom.ts';
import { createGateway, type Gateway } from '../client/gateway.ts';
import { createHttpClient } from '../client/httpClient.ts';
import { createCatalogueMemory } from '../discovery/catalogueMemory.ts';
import { startReadRun } from './runs/readRun.ts';
import { type Readings } from './readings.ts';
import { testConnection, testGateway, testProfile, testReadings } from './testing/testReadings.ts';
import { testJobs } from '../jobs/testing/testJobs.ts';

const id = 'one' as ConnectionId;
const keys = Array.from({ length: 30 }, (_, at) => `v1.atom.${String(at).padStart(2, '0')}`);
/** The first atom ever stored; the fault rewrites it. */
const rewritten = 'v1.atom.00';
const untouched = 'v1.atom.07';
const options = { requestId: 'r1', signal: null };
const http = createHttpClient();
const realGateway = testGateway(http);

let service: TestService;
let folder: string;
let catalogues: Catalogues;
const here = { profile: testProfile('') };
let activities: Activity[];
/** Each request is sent well after the previous one, even with a clock that counts whole milliseconds. */
let clock: number;
const now = (): number => (clock += 10);

beforeEach(async () => {
  service = await startTestService({ faults: true });
  folder = await mkdtemp(path.join(tmpdir(), 'rewritten-'));
  catalogues = cataloguesHere(folder);
  activities = [];
  clock = 1_000;
  here.profile = testProfile(service.address());
  await service.post('/batch-atoms', { atoms: keys.map((key) => ({ key, value: `value of ${key}` })) });
});
afterEach(async () => {
  http.close();
  await catalogues.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

const gatewayOnClock = createGateway({
  http,
  now: () => now(),
  random: Math.random,
  sleep: async () => undefined,
});

function makeReadings(change: Partial<Gateway> = {}): Readings {
  return testReadings({
    gateway: { ...gatewayOnClock, ...change },
    connections: testConnection(here, () => service.fullKey),
    catalogues,
    announce: { activity: (activity) => activities.push(activity), connectionsChanged: () => undefined },
    now,
  });
}

async function run(readings: Readings): Promise<JobOf<'read'>> {
  return new Promise((resolve) => {
    const jobs = testJobs({
      announce: (job) => {
        if (job.kind === 'read' && job.endedAt !== null) resolve(job);
      },
      now,
    });
    startReadRun({ jobs, memory: createCatalogueMemory(catalogues), readings }, id, { kind: 'keys', keys });
  });
}

function readingOf(result: Result<AtomReading>): AtomReading {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const summaryOf = (reading: AtomReading): string => verdictWords(reading.verdict).summary;

/** All atoms as a correct service proves them. */
async function readAll(): Promise<Readings> {
  const readings = makeReadings();
  const first = await readings.readMany(id, keys, options);
  expect(first.ok && first.value.atoms.every(({ verdict }) => verdict.status === 'green')).toBe(true);
  return readings;
}

describe('a rewritten history', () => {
  it('is red in a single read, shows both contents, and stays red when it is read again', async () => {
    const readings = await readAll();
    await service.post('/admin/faults', { tamper: 'history' });
    for (let time = 0; time < 2; time += 1) {
      const reading = readingOf(await readings.read(id, rewritten, options));
      expect(reading.verdict.status).toBe('red');
      expect(reading.memory).toMatchObject({
        kind: 'other-content',
        was: { version: 1, treeSize: '30', verdict: 'green' },
        now: { version: 1, treeSize: '30', verdict: 'green' },
      });
      expect(summaryOf(reading)).toMatch(
        /^Version 1 of this key|^Version 1 was read before with a different value\. Before: value with SHA-256 .*proven under root .*\(30 leaves\).*Now: .*\(30 leaves\)/,
      );
    }
    const { keys: known } = await catalogues.of(id);
    expect(await known.entries([rewritten])).toMatchObject([{ verdict: 'red', conflicting: true }]);
    // The service is correct again: the atom is as before, and the contradiction stays until it is settled.
    await service.post('/admin/faults', {});
    expect(readingOf(await readings.read(id, rewritten, options)).memory).toBeNull();
    expect(await known.entries([rewritten])).toMatchObject([{ conflicting: true }]);
  });

  it('makes every other atom amber: two roots for one size, both shown', async () => {
    const readings = await readAll();
    await service.post('/admin/faults', { tamper: 'history' });
    for (let time = 0; time < 2; time += 1) {
      const reading = readingOf(await readings.read(id, untouched, options));
      expect(reading.verdict.status).toBe('amber');
      expect(summaryOf(reading)).toContain('A tree of 30 leaves was seen under a different root');
    }
    expect(activities.at(-1)?.root).toMatchObject({ treeSize: '30', status: { kind: 'unexplained' } });
  });

  it('is never “nothing changed” in a run, nor in a second one', async () => {
    const readings = await readAll();
    await service.post('/admin/faults', { tamper: 'history' });
    for (let time = 0; time < 2; time += 1) {
      const { progress } = await run(readings);
      expect(progress).toMatchObject({ verdicts: { red: 1, amber: 29 }, changes: { rewritten: 1 } });
      expect(progress.findings).toContainEqual(
        expect.objectContaining({ key: rewritten, outcome: 'red', conflict: 'other-content' }),
      );
      expect(changesWords(progress)).toMatch(/^1 rewritten \(same version, different value\)/);
      expect(runRootsWords(progress)).toContain('Two roots for one tree of 30 leaves');
    }
  });

  it('is red or amber in recall', async () => {
    const readings = await readAll();
    await service.post('/admin/faults', { tamper: 'history' });
    const recalled = await readings.recall(id, 'atom 00', 30, options);
    const statuses = recalled.ok ? recalled.value.atoms.map(({ key, verdict }) => [key, verdict.status]) : [];
    expect(statuses).toContainEqual([rewritten, 'red']);
    expect(statuses.filter(([, status]) => status !== 'red' && status !== 'amber')).toEqual([]);
  });

  it('becomes the new memory if the user accepts it, and the old memory stays if they keep it', async () => {
    const readings = await readAll();
    await service.post('/admin/faults', { tamper: 'history' });
    await readings.read(id, rewritten, options);
    const { keys: known, ledger } = await catalogues.of(id);
    const selection = { kind: 'keys', keys: [rewritten] } as const;
    await known.settle(selection, 'keep');
    expect(readingOf(await readings.read(id, rewritten, options)).verdict.status).toBe('red');
    await known.settle(selection, 'accept');
    const root = ledger.lastRoot();
    await ledger.accept(root?.rootHash ?? '', now());
    expect(readingOf(await readings.read(id, rewritten, options)).verdict.status).toBe('green');
    expect(ledger.lastRoot()).toMatchObject({ status: { kind: 'seen' } });
  });
});

describe('a fork', () => {
  it('is amber in single reads from the second root on, and in a run', async () => {
    const readings = await readAll();
    await service.post('/admin/faults', { tamper: 'fork' });
    const statuses: string[] = [];
    for (let time = 0; time < 4; time += 1)
      statuses.push(readingOf(await readings.read(id, untouched, options)).verdict.status);
    expect(statuses).toEqual(['green', 'amber', 'amber', 'amber']);
    const { progress } = await run(readings);
    expect(progress.verdicts.green).toBe(0);
    expect(runRootsWords(progress)).toContain('Two roots for one tree of 30 leaves');
  });
});

describe('an atom whose proof fails', () => {
  it('is red because of its proof, and neither replaces nor contradicts the memory', async () => {
    const readings = await readAll();
    await service.post('/admin/faults', { tamper: 'value' });
    expect(readingOf(await readings.read(id, rewritten, options)).verdict.status).toBe('red');
    await service.post('/admin/faults', {});
    expect(readingOf(await readings.read(id, rewritten, options)).verdict.status).toBe('green');
    const { keys: known } = await catalogues.of(id);
    expect(await known.entries([rewritten])).toMatchObject([{ conflicting: false }]);
  });
});

describe('stores of ours', () => {
  it('explain another root of the same size, even without a response', async () => {
    const readings = await readAll();
    // A service that changes atoms in place, so its tree keeps its size.
    await service.post('/admin/faults', { tamper: 'history' });
    const lost = makeReadings({
      store: async () => ({
        ok: false,
        error: { code: 'timeout', message: 'late', afterMs: 1, address: '', requestId: null },
        mayHaveBeenDone: true,
      }),
    });
    await lost.send(id, { key: 'v1.new', value: 'x' }, options);
    expect(readingOf(await readings.read(id, untouched, options)).verdict.status).toBe('green');
  });
});

describe('a response for another key than the one requested', () => {
  it('is a failed reading of the requested key, and no reading of the other', async () => {
    const readings = makeReadings({
      read: (target, _key, call) => realGateway.read(target, untouched, call),
    });
    expect(readingOf(await readings.read(id, rewritten, options)).verdict.status).toBe('red');
    const { keys: known } = await catalogues.of(id);
    expect(await known.entries([rewritten, untouched])).toMatchObject([
      { key: rewritten, verdict: 'red', version: null },
      null,
    ]);
  });
});

describe('a response that has a key twice', () => {
  const twice = (forge: (atom: ReceivedAtom) => ReceivedAtom): Partial<Gateway> => ({
    readMany: async (...call) => {
      const answer = await gatewayOnClock.readMany(...call);
      if (!answer.ok) return answer;
      const [first, ...others] = answer.value;
      return first === undefined ? answer : { ...answer, value: [forge(first), first, ...others] };
    },
  });

  it.each([
    ['fails its proof', (atom: ReceivedAtom) => ({ ...atom, value: 'forged' })],
    [
      'differs and comes without a proof',
      (atom: ReceivedAtom) => ({ ...atom, value: 'forged', proof: null }),
    ],
  ])('is red in every copy, run, and row if one %s', async (_, forge) => {
    const readings = await readAll();
    const forging = makeReadings(twice(forge));
    const { progress } = await run(forging);
    expect(progress.verdicts).toEqual({ green: 29, keyOnly: 0, amber: 0, red: 1 });
    expect(changesWords(progress)).not.toContain('Nothing changed');
    const { keys: known } = await catalogues.of(id);
    expect((await known.entries([keys[0] ?? '']))[0]?.verdict).toBe('red');
    const answer = await forging.readMany(id, keys, options);
    const copies = answer.ok ? answer.value.atoms.filter(({ key }) => key === keys[0]) : [];
    expect(copies.map(({ verdict }) => verdict.status)).toEqual(['red', 'red']);
    // None of the copies replaced the memory.
    expect(readingOf(await readings.read(id, keys[0] ?? '', options)).verdict.status).toBe('green');
  });

  it('is amber if one copy has no proof', async () => {
    const answer = await makeReadings(twice((atom) => ({ ...atom, proof: null }))).readMany(
      id,
      keys,
      options,
    );
    const copies = answer.ok ? answer.value.atoms.filter(({ key }) => key === keys[0]) : [];
    expect(copies.map(({ verdict }) => verdict.status)).toEqual(['amber', 'amber']);
  });
});

describe('a key that is not returned', () => {
  const empty: Partial<Gateway> = {
    readMany: async (...call) => {
      const answer = await gatewayOnClock.readMany(...call);
      return answer.ok ? { ...answer, value: [] } : answer;
    },
  };
  const without = (key: string): Partial<Gateway> => ({
    readMany: async (...call) => {
      const answer = await gatewayOnClock.readMany(...call);
      return answer.ok ? { ...answer, value: answer.value.filter((atom) => atom.key !== key) } : answer;
    },
  });
  const notFound: Partial<Gateway> = {
    read: async (_target, key) => ({
      ok: false,
      error: { code: 'not_found', key, message: 'none', requestId: null },
      mayHaveBeenDone: false,
    }),
  };
  const refusedAlone = (status: number): Partial<Gateway> => ({
    read: async () => ({
      ok: false,
      error: { code: 'unexpected_status', status, failedIndex: null, message: 'no', requestId: null },
      mayHaveBeenDone: false,
    }),
  });

  it('is a contradiction if the same response proves others under the root that proved it', async () => {
    await readAll();
    const answer = await makeReadings(without(untouched)).readMany(id, keys, options);
    expect(answer).toMatchObject({
      value: { missing: [untouched], denials: [{ key: untouched, denial: { kind: 'contradiction' } }] },
    });
    const { keys: known } = await catalogues.of(id);
    expect(await known.entries([untouched])).toMatchObject([{ gone: true, conflicting: true }]);
  });

  it('is not returned, and was last proven under the earlier root, if the tree has changed', async () => {
    await readAll();
    await service.post('/atoms', { key: 'v1.later', value: 'x' });
    const answer = await makeReadings(without(untouched)).readMany(id, keys, options);
    expect(answer).toMatchObject({
      value: { denials: [{ denial: { kind: 'moved-on', proven: { treeSize: '30' } } }] },
    });
  });

  it('proves nothing in an empty response, which has no root', async () => {
    await readAll();
    const { progress } = await run(makeReadings(empty));
    expect(progress).toMatchObject({ missing: 30, verdicts: { red: 0 }, changes: { 'not-returned': 30 } });
    expect(progress.findings[0]?.lastProven).toMatchObject({ treeSize: '30' });
    expect(changesWords(progress)).toBe('30 no longer returned');
  });

  it('was simply not found if it was never proven', async () => {
    expect(await makeReadings().read(id, 'v1.none', options)).toMatchObject({
      error: { code: 'not_found', denial: { kind: 'unproven' } },
    });
  });

  it('is a contradiction if a single read returns 404 and the batch endpoint still proves it', async () => {
    await readAll();
    const reading = readingOf(await makeReadings(notFound).read(id, untouched, options));
    expect(reading).toMatchObject({
      key: untouched,
      verdict: { status: 'red' },
      memory: { kind: 'denied' },
      exchange: { singleReadStatus: 404 },
    });
  });

  it('is a contradiction if a single read returns 404 and the batch omits it under the root that proved it', async () => {
    const readings = makeReadings({ ...notFound, ...without(untouched) });
    await readAll();
    // Proves another key in this session, which is then requested too.
    await readings.readMany(id, [rewritten], options);
    expect(await readings.read(id, untouched, options)).toMatchObject({
      error: { code: 'not_found', denial: { kind: 'contradiction', conflict: { kind: 'denied' } } },
    });
  });

  it.each([400, 414])('is read by the batch endpoint if a single read returns %i', async (status) => {
    const reading = readingOf(await makeReadings(refusedAlone(status)).read(id, untouched, options));
    expect(reading).toMatchObject({
      key: untouched,
      verdict: { status: 'green' },
      exchange: { path: '/batch-access', singleReadStatus: status },
    });
  });

  it('returns the first refusal if the batch endpoint refuses too', async () => {
    const both = makeReadings({
      ...refusedAlone(414),
      readMany: async () => ({
        ok: false,
        error: { code: 'forbidden', message: 'no', requestId: null },
        mayHaveBeenDone: false,
      }),
    });
    expect(await both.read(id, untouched, options)).toMatchObject({ error: { status: 414 } });
  });
});
