import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AtomReading, RecallReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostHitsKept, type RecallRun } from '#shared/domain/recallRun.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import { createRunKeeper } from './keepRuns.ts';
import { keptRun } from './keptRun.ts';
import { createRecallMemories } from './recallMemories.ts';
import { openRecallRuns } from './recallRuns.ts';
import { testProfile } from '../reading/testing/testReadings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atom-runs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (mostRuns?: number) => openRecallRuns(path.join(folder, 'runs'), () => 42, mostRuns);

const run = (id: string, at: number, other: Partial<RecallRun> = {}): RecallRun => ({
  id,
  query: `query ${id}`,
  limit: 10,
  at,
  elapsedMs: 3,
  hits: [{ key: 'k', score: 0.5, version: 1, verdict: 'green', value: { sha256: 'ab', bytes: 1 } }],
  hitsLeftOut: 0,
  predictions: ['p'],
  anomalies: [{ kind: 'too-many', limit: 0, count: 1 }],
  name: null,
  pinned: false,
  ...other,
});
const idsOf = (runs: { list: () => { runs: readonly { id: string }[] } }) =>
  runs.list().runs.map(({ id }) => id);

describe('recall runs', () => {
  it('are kept across a restart, newest first, with the complete response', async () => {
    let runs = await open();
    await runs.add(run('old', 1));
    await runs.add(run('new', 2));
    await runs.close();
    runs = await open();
    expect(idsOf(runs)).toEqual(['new', 'old']);
    expect(runs.list().runs[0]).toMatchObject({ hitCount: 1, anomalyCount: 1, verdicts: { green: 1 } });
    expect(await runs.read('old')).toEqual(run('old', 1));
    await runs.close();
  });

  it('keep a name and a pin', async () => {
    let runs = await open();
    await runs.add(run('a', 1));
    expect(await runs.change('a', { name: 'before the move' })).toBe(true);
    expect(await runs.change('a', { pinned: true })).toBe(true);
    expect(await runs.change('none', { pinned: true })).toBe(false);
    await runs.close();
    runs = await open();
    expect(await runs.read('a')).toMatchObject({ name: 'before the move', pinned: true });
    await runs.change('a', { name: null });
    expect(runs.list().runs[0]).toMatchObject({ name: null, pinned: true });
    await runs.close();
  });

  it('remove the oldest to make room, but never a pinned one', async () => {
    const runs = await open(2);
    await runs.add(run('pinned', 1, { pinned: true }));
    for (const [at, id] of ['b', 'c', 'd'].entries()) await runs.add(run(id, at + 2));
    expect(idsOf(runs)).toEqual(['d', 'c', 'pinned']);
    expect(await runs.read('b')).toBeNull();
    await runs.close();
  });

  it('can be restored once after they were deleted', async () => {
    const runs = await open();
    await runs.add(run('a', 1));
    await runs.add(run('b', 2));
    await runs.remove(['a', 'none']);
    expect(idsOf(runs)).toEqual(['b']);
    await runs.restore(['a', 'none']);
    expect(await runs.read('a')).toEqual(run('a', 1));
    await runs.remove(['b']);
    await runs.restore(['b']);
    await runs.change('b', { name: 'changed' });
    await runs.restore(['b']);
    expect(idsOf(runs)).toEqual(['b', 'a']);
    expect(await runs.read('b')).toMatchObject({ name: 'changed' });
    await runs.close();
  });

  it('are restored one by one after several were deleted, in any order', async () => {
    const runs = await open();
    await runs.add(run('a', 1));
    await runs.add(run('b', 2));
    await runs.remove(['a']);
    await runs.remove(['b']);
    await runs.restore(['a']);
    expect(idsOf(runs)).toEqual(['a']);
    await runs.restore(['b']);
    expect(idsOf(runs)).toEqual(['b', 'a']);
    await runs.close();
  });

  it.each([
    ['no JSON', '{'],
    ['another shape', '{"format":1,"run":{"id":"a"}}'],
    ['a later format', JSON.stringify({ format: 2, run: run('a', 1) })],
    ['another id', JSON.stringify({ format: 1, run: run('b', 1) })],
  ])('are all set aside if one is damaged: %s', async (_name, text) => {
    const database = new ClassicLevel(path.join(folder, 'runs'));
    await database.put('a', text);
    await database.close();
    const runs = await open();
    expect(runs.list()).toEqual({ runs: [], recoveredFrom: path.join(folder, 'runs.damaged-42') });
    await runs.add(run('new', 1));
    await runs.close();
    expect(await readdir(folder)).toContain('runs.damaged-42');
  });
});

const atom = (key: string, value: string): AtomReading => ({
  key,
  value,
  version: 2,
  hash: null,
  score: 0.5,
  proof: null,
  raw: '',
  memory: null,
  verdict: { status: 'amber', checks: [], binds: [], open: [] },
  exchange: exchange,
});
const exchange = {
  requestId: 'r1',
  method: 'POST',
  path: '/recall',
  status: 200,
  startedAt: 5,
  elapsedMs: 7,
  bodyBytes: 1,
  retries: 0,
} as const;
const reading = (atoms: readonly AtomReading[]): RecallReading => ({
  atoms,
  predictions: ['p'],
  anomalies: atoms.map((_, at) => ({ kind: 'no-score' as const, at })),
  exchange,
});

describe('what is saved of a recall', () => {
  it('is everything but the values, which are represented by hash and size', () => {
    const kept = keptRun('q', 3, reading([atom('k', 'é')]));
    expect(kept).toMatchObject({ id: 'r1', query: 'q', limit: 3, at: 5, elapsedMs: 7, hitsLeftOut: 0 });
    expect(kept.hits).toEqual([
      {
        key: 'k',
        score: 0.5,
        version: 2,
        verdict: 'amber',
        value: { sha256: '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c', bytes: 2 },
      },
    ]);
    expect(JSON.stringify(kept)).not.toContain('é');
  });

  it('is limited', () => {
    const kept = keptRun('q', 3, reading(Array.from({ length: mostHitsKept + 5 }, () => atom('k', ''))));
    expect([kept.hits.length, kept.hitsLeftOut, kept.anomalies.length]).toEqual([
      mostHitsKept,
      5,
      mostHitsKept,
    ]);
  });
});

describe('the keeper of runs', () => {
  const id = 'here' as ConnectionId;
  const recall = {
    kind: 'recall',
    query: 'q',
    limit: 3,
    reading: reading([atom('k', 'a secret value')]),
  } as const;
  const setUp = (isKnown = true) => {
    const memories = createRecallMemories(folder, { now: () => 1, newId: () => 'id' });
    let resolve: (id: ConnectionId) => void = () => undefined;
    const kept = new Promise<ConnectionId>((done) => {
      resolve = done;
    });
    const keep = createRunKeeper({
      memories,
      connections: {
        profile: () =>
          isKnown
            ? succeed(testProfile('', { name: '' }))
            : fail({ code: 'internal', message: '', requestId: null }),
      },
      runsChanged: (changed) => resolve(changed),
      log: (_message, error) => {
        throw error;
      },
    });
    return { memories, kept, keep };
  };

  it('saves what the user requested, with no value anywhere on disk', async () => {
    const { memories, kept, keep } = setUp();
    keep(id, recall, 'user', 1);
    expect(await kept).toBe(id);
    await memories.close();
    for (const entry of await readdir(path.join(folder, id), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(path.join(entry.parentPath, entry.name));
      expect(bytes.includes('a secret value')).toBe(false);
    }
    const runs = await openRecallRuns(path.join(folder, id, 'runs'), () => 1);
    expect(idsOf(runs)).toEqual(['r1']);
    await runs.close();
  });

  it("saves nothing of the app's own recalls, of reads, and of removed connections", async () => {
    const known = setUp();
    known.keep(id, recall, 'app', 1);
    known.keep(id, { kind: 'read', reading: atom('k', '') }, 'user', 1);
    setUp(false).keep(id, recall, 'user', 1);
    expect((await known.memories.of(id)).runs.list().runs).toEqual([]);
    await known.memories.close();
  });

  it('removes all runs of a connection with it', async () => {
    const { memories, kept, keep } = setUp();
    keep(id, recall, 'user', 1);
    await kept;
    await writeFile(path.join(folder, 'other'), '');
    await memories.forget(id);
    expect(await readdir(folder)).toEqual(['other']);
  });
});
