import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { builtPrograms } from '../testing/builtPrograms.ts';
import { sampleSnapshot } from './testing/sampleSnapshot.ts';
import type { Profile } from '../connections/profileStore.ts';
import type { Gateway, Target } from '../client/gateway.ts';
import { withSnapshots } from './snapshotGateway.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';
import type { secondOpinion } from './secondOpinion.ts';
import { eachInThread, startThread } from '../jobs/thread.ts';

let folder: string;
let worker: string;
let library: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'snapshots-'));
  const programs = await builtPrograms();
  worker = path.join(programs, 'snapshot-worker.js');
  library = path.join(programs, 'second-opinion-worker.js');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const atoms = [
  { key: 'v1.pump.pressure', value: 'high' },
  { key: 'v1.pump.speed' },
  { key: 'v1.valve', deleted: true },
];
let file: string;
let profiles: Map<ConnectionId, Pick<Profile, 'snapshot'>>;
let read: { id: ConnectionId; fileName: string; keys: readonly string[] }[];
let changes: string[];
let snapshots: Snapshots;

function start(): Snapshots {
  let ids = 0;
  return createSnapshots({
    startThread: (opened) => startThread(worker, { workerData: opened }),
    askSecondOpinion: eachInThread<{ secondOpinion: typeof secondOpinion }>(library, { graceMs: 0 })
      .secondOpinion,
    connections: {
      profile: (id) => {
        const profile = profiles.get(id);
        return profile === undefined ? unknown : succeed(profile as Profile);
      },
      addSnapshot: async ({ id, snapshot }) => {
        profiles.set(id, { snapshot });
        return { id } as Connection;
      },
    },
    readAll: (id, fileName, keys) => {
      read.push({ id, fileName, keys });
    },
    changed: (id) => {
      changes.push(id);
    },
    newId: () => `snapshot-${++ids}`,
    log: () => undefined,
  });
}
const unknown: Result<never> = fail({
  code: 'invalid_input',
  field: 'id',
  message: 'No such connection.',
  requestId: null,
});

beforeEach(() => {
  file = path.join(folder, 'memory.json');
  writeFileSync(file, JSON.stringify(sampleSnapshot({ atoms, shards: 2 }).snapshot));
  profiles = new Map();
  read = [];
  changes = [];
  snapshots = start();
});
afterEach(() => snapshots.close());

async function openFile(): Promise<string> {
  const snapshot = await snapshots.open(file);
  if (!snapshot.ok) throw new Error(snapshot.error.message);
  return snapshot.value.id;
}

it('opens a file and reports what both programs found', async () => {
  const id = await openFile();
  await expect.poll(() => changes).toEqual([id]);
  expect(await snapshots.get(id)).toMatchObject({
    ok: true,
    value: {
      path: file,
      isKept: false,
      report: { facts: { atoms: 2, deleted: 1, values: 1, shards: 2 } },
      // The library takes the leaf for the hash of the value.
      secondOpinion: { kind: 'done', failed: ['atomValueBind'] },
    },
  });
});

it('becomes a connection whose atoms are all read, and is found again after a restart', async () => {
  const id = (await openFile()) as ConnectionId;
  expect(await snapshots.keep(id)).toMatchObject({ ok: true, value: { id } });
  expect(read).toEqual([{ id, fileName: 'memory.json', keys: ['v1.pump.pressure', 'v1.pump.speed'] }]);
  // It stays when the next file is opened.
  await openFile();
  expect(await snapshots.get(id)).toMatchObject({ ok: true, value: { isKept: true } });

  await snapshots.close();
  snapshots = start();
  const thread = await snapshots.thread(id);
  expect(thread.ok && (await thread.value.keys())).toEqual(['v1.pump.pressure', 'v1.pump.speed']);
});

it('refuses a kept file that changed or is gone, and says so', async () => {
  const id = (await openFile()) as ConnectionId;
  await snapshots.keep(id);
  await snapshots.close();
  snapshots = start();
  writeFileSync(file, JSON.stringify(sampleSnapshot({ atoms }).snapshot));
  expect(await snapshots.thread(id)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('memory.json has changed') as string },
  });
  rmSync(file);
  expect(await snapshots.thread(id)).toMatchObject({
    ok: false,
    error: { code: 'file_failed', failure: 'missing' },
  });
});

it('refuses a file that is not a snapshot', async () => {
  writeFileSync(file, '{"atoms":[]}');
  expect(await snapshots.open(file)).toMatchObject({
    ok: false,
    error: { message: '“memory.json” is JSON, but not a signed snapshot of a memory.' },
  });
});

it('closes what was not kept, also when the next file is opened', async () => {
  const first = await openFile();
  const second = await openFile();
  expect(await snapshots.get(first)).toMatchObject({ ok: false });
  snapshots.drop(second);
  expect(await snapshots.get(second)).toMatchObject({ ok: false });
});

it('answers reads from the file, refuses everything else, and leaves other calls to the services', async () => {
  const id = (await openFile()) as ConnectionId;
  const sent: string[] = [];
  const services = Object.fromEntries(
    ['read', 'readMany', 'recall', 'store', 'storeBatch'].map((name) => [
      name,
      () => {
        sent.push(name);
        return Promise.resolve({ ok: false });
      },
    ]),
  ) as unknown as Gateway;
  const gateway = withSnapshots(services, snapshots, () => 7);
  const target = { snapshot: id } as Target;
  const options = { requestId: 'r', signal: null };

  const both = await gateway.readMany(target, ['v1.pump.speed', 'v1.pump.pressure', 'v1.valve'], options);
  expect(both).toMatchObject({
    ok: true,
    exchange: { path: '(snapshot file)', requestId: 'r' },
    value: [
      { key: 'v1.pump.speed', value: '', version: null, anomalies: [{ kind: 'value-not-included' }] },
      { key: 'v1.pump.pressure', value: 'high', anomalies: [] },
    ],
  });
  expect(await gateway.read(target, 'v1.valve', options)).toMatchObject({
    ok: false,
    error: { code: 'not_found', key: 'v1.valve' },
  });
  for (const refused of [
    gateway.recall(target, 'pump', 5, options),
    gateway.store(target, { key: 'k', value: 'v' }, options),
    gateway.storeBatch(target, [{ key: 'k', value: 'v' }], options),
  ])
    expect(await refused).toMatchObject({ ok: false, mayHaveBeenDone: false });
  expect(sent).toEqual([]);

  const service = {} as Target;
  await gateway.read(service, 'k', options);
  await gateway.recall(service, 'q', 1, options);
  expect(sent).toEqual(['read', 'recall']);
});
