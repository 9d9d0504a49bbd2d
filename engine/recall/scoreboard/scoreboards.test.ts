import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { CompletedCall } from '../../reading/readingCalls.ts';
import { openObservationStore } from './observationStore.ts';
import { createScoreboards, type Scoreboards } from './scoreboards.ts';

const id = 'one' as ConnectionId;
let folder: string;
let changes: ConnectionId[];
let isKnown: boolean;
let boards: Scoreboards;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scoreboards-'));
  changes = [];
  isKnown = true;
  boards = open();
});
afterEach(async () => {
  await boards.close();
  await rm(folder, { recursive: true });
});

function open(): Scoreboards {
  return createScoreboards({
    folder,
    isKnown: () => isKnown,
    changed: (of) => changes.push(of),
    now: () => Date.UTC(2026, 10, 20, 12),
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
}

const exchange = {
  requestId: 'r',
  method: 'POST',
  path: '/recall',
  status: 200,
  startedAt: 0,
  elapsedMs: 1,
  bodyBytes: 2,
  retries: 0,
} as const;

function hit(key: string): AtomReading {
  const verdict = { status: 'green', checks: [] } as unknown as AtomReading['verdict'];
  return {
    key,
    value: 'secret value',
    version: 1,
    hash: null,
    score: 1,
    proof: null,
    verdict,
    raw: '',
    memory: null,
    exchange,
  };
}

function recall(hits: readonly string[], predictions: readonly string[]): CompletedCall {
  const reading = { atoms: hits.map(hit), predictions, anomalies: [], exchange };
  return { kind: 'recall', query: 'q', limit: 10, reading };
}

/** A recall by the user whose best hit is `key`. */
function recalled(key: string, ...predictions: string[]): void {
  boards.observe(id, recall([key, 'v1.other'], predictions), 'user', Date.UTC(2026, 10, 20, 12));
}

const all = { latest: null, edgeFilter: '' } as const;

/** Steps are written asynchronously: resolves when the scoreboard reports that many. */
async function counted(steps: number): Promise<void> {
  await expect.poll(async () => (await boards.observations(id)).length).toBe(steps);
}

describe('scoreboards', () => {
  it('compare predictions with what the user recalled or opened next', async () => {
    recalled('a', 'b', 'c', 'd');
    recalled('b', 'x', 'y', 'c');
    boards.opened(id, 'c');
    boards.opened(id, 'd');
    recalled('a', 'q');
    recalled('e');
    recalled('f', 'g');
    await counted(4);
    const board = await boards.read(id, all);
    expect(board.kept).toEqual({ predicted: 3, silent: 1, atOne: 1, atThree: 2, atAll: 2 });
    expect(board.newest.map(({ from, next }) => `${from}>${next}`)).toEqual(['e>f', 'a>e', 'b>c', 'a>b']);
    expect(board.open).toEqual({ key: 'f', predictions: ['g'] });
    expect(board.days).toHaveLength(1);
    expect(changes.every((of) => of === id)).toBe(true);
  });

  it("do not count the app's own calls, reads, or recalls without a hit", async () => {
    recalled('a', 'b');
    boards.observe(id, recall(['z'], []), 'app', 1);
    boards.observe(id, { kind: 'read', reading: hit('y') }, 'user', 1);
    boards.observe(id, recall([], ['w']), 'user', 1);
    boards.opened(id, 'b');
    await counted(1);
    expect((await boards.read(id, all)).newest).toMatchObject([{ from: 'a', next: 'b', rank: 1 }]);
  });

  it('are separate for each connection', async () => {
    const other = 'two' as ConnectionId;
    recalled('a', 'b');
    boards.opened(other, 'b');
    boards.opened(id, 'c');
    await counted(1);
    expect(await boards.observations(other)).toEqual([]);
  });

  it('can be limited to the latest steps, and to the edges of a key', async () => {
    recalled('Alpha', 'b');
    recalled('b', 'c');
    recalled('x', 'c');
    boards.opened(id, 'c');
    await counted(3);
    const board = await boards.read(id, { latest: 1, edgeFilter: 'X' });
    expect(board.latest).toMatchObject({ predicted: 1, atOne: 1 });
    expect(board.kept).toMatchObject({ predicted: 3, atOne: 2 });
    expect(board.edges).toMatchObject([{ from: 'x', to: 'c', came: 1 }]);
    expect((await boards.read(id, { latest: null, edgeFilter: 'alpha' })).edgeCount).toBe(1);
  });

  it('are there after a restart, without the step that was not followed by another', async () => {
    recalled('a', 'b');
    recalled('b', 'c');
    await counted(1);
    await boards.close();
    boards = open();
    boards.opened(id, 'c');
    const board = await boards.read(id, all);
    expect(board.kept).toMatchObject({ predicted: 1, atOne: 1 });
    expect(board.open).toEqual({ key: 'c', predictions: null });
  });

  it('are cleared permanently, with the open step', async () => {
    recalled('a', 'b');
    recalled('b', 'c');
    await counted(1);
    await boards.clear(id);
    await boards.close();
    boards = open();
    expect(await boards.read(id, all)).toMatchObject({ kept: { predicted: 0 }, open: null, since: null });
  });

  it('are removed with their connection, and not created again by a late response', async () => {
    recalled('a', 'b');
    boards.opened(id, 'b');
    await counted(1);
    isKnown = false;
    await boards.forget(id);
    recalled('a', 'b');
    boards.opened(id, 'b');
    expect(await readdir(folder)).toEqual([]);
  });

  it('set damaged observations aside and report that', async () => {
    recalled('a', 'b');
    boards.opened(id, 'b');
    await counted(1);
    await boards.close();
    const database = new ClassicLevel(path.join(folder, id));
    await database.put('0000000000000000', '{"at":"yesterday"}');
    await database.close();
    boards = open();
    const board = await boards.read(id, all);
    expect(board.kept.predicted).toBe(0);
    expect(board.recoveredFrom).toContain('.damaged-');
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('contain no value', async () => {
    recalled('a', 'b');
    boards.opened(id, 'b');
    await counted(1);
    await boards.close();
    const database = new ClassicLevel(path.join(folder, id));
    const records = await database.values().all();
    await database.close();
    expect(records).toHaveLength(1);
    expect(records[0]).not.toContain('secret value');
  });
});

describe('the store', () => {
  it('removes the oldest beyond its limit, also on disk', async () => {
    const options = { folder: path.join(folder, 'bounded'), most: 3, now: Date.now };
    const observation = { at: 1, from: 'a', predictions: ['b'], predicted: 1, next: 'b', rank: 1 };
    const store = await openObservationStore(options);
    await Promise.all([1, 2, 3, 4, 5].map((at) => store.add({ ...observation, at })));
    await store.close();
    const again = await openObservationStore(options);
    expect(again.all().map(({ at }) => at)).toEqual([3, 4, 5]);
    await again.add({ ...observation, at: 6 });
    expect(again.all().map(({ at }) => at)).toEqual([4, 5, 6]);
    await again.close();
  });
});
