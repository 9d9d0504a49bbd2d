import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecallReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { DatedOutcome, Expectation } from '#shared/domain/expectation.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { createExpectationRuns } from './expectationRuns.ts';
import { openExpectationStore } from './expectationStore.ts';
import { createRecallMemories } from './recallMemories.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atom-expectations-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const expecting = (query: string, other: Partial<Expectation> = {}): Expectation => ({
  name: null,
  query,
  within: 1,
  limit: 10,
  expect: ['a'],
  reject: [],
  ...other,
});
const outcomeOf = (kind: 'met' | 'missed', at: number): DatedOutcome => ({
  at,
  outcome: {
    kind,
    expected: [{ key: 'a', rank: at, verdict: 'green' }],
    rejected: [],
    verdicts: { green: 1, keyOnly: 0, amber: 0, red: 0 },
    anomalyCount: 0,
    requireVerified: false,
  },
});
const notRun = (at: number): DatedOutcome => ({
  at,
  outcome: { kind: 'not-run', code: 'network', why: 'Nothing answers.' },
});

describe('the store of expectations', () => {
  const file = () => path.join(folder, 'expectations.json');
  let ids = 0;
  const open = () => openExpectationStore(file(), { now: () => 42, newId: () => `e${(ids += 1)}` });
  beforeEach(() => {
    ids = 0;
  });

  it('adds each expectation once and keeps them across a restart', async () => {
    let store = await open();
    expect(await store.add([expecting('one'), expecting('two'), expecting('one')])).toBe(2);
    expect(await store.add([expecting('two'), expecting('two', { within: 2 })])).toBe(1);
    await store.requireVerified(true);
    store = await open();
    expect(store.list().requireVerified).toBe(true);
    expect(store.list().items.map(({ id, expectation }) => `${id} ${expectation.query}`)).toEqual([
      'e1 one',
      'e2 two',
      'e3 two',
    ]);
  });

  it('refuses more than the maximum', async () => {
    const store = await open();
    const many = Array.from({ length: 2_001 }, (_, at) => expecting(`q${at}`));
    expect(await store.add(many)).toBeNull();
    expect(store.list().items).toEqual([]);
  });

  it('compares with the previous response, and ignores runs without one', async () => {
    const store = await open();
    const expectation = expecting('one');
    await store.add([expectation]);
    const note = (outcome: DatedOutcome) => store.note([{ id: 'e1', expectation, outcome }]);
    await note(notRun(1));
    expect(store.list().items[0]).toMatchObject({ last: { at: 1 }, before: null });
    await note(outcomeOf('met', 2));
    expect(store.list().items[0]).toMatchObject({ last: { at: 2 }, before: null });
    await note(notRun(3));
    await note(outcomeOf('missed', 4));
    expect(store.list().items[0]).toMatchObject({ last: { at: 4 }, before: { at: 2 } });
  });

  it('clears the outcome when the expectation changes, but not when it is renamed', async () => {
    const store = await open();
    const expectation = expecting('one');
    await store.add([expectation]);
    await store.note([{ id: 'e1', expectation, outcome: outcomeOf('met', 1) }]);
    expect(await store.replace('e1', { ...expectation, name: 'first' })).toBe(true);
    expect(store.list().items[0]).toMatchObject({ expectation: { name: 'first' }, last: { at: 1 } });
    await store.replace('e1', expecting('one', { within: 3 }));
    expect(store.list().items[0]).toMatchObject({ last: null });
    await store.note([{ id: 'e1', expectation, outcome: outcomeOf('met', 2) }]);
    expect(store.list().items[0]).toMatchObject({ last: null });
    expect(await store.replace('none', expectation)).toBe(false);
  });

  it('restores a removed expectation with its outcome', async () => {
    const store = await open();
    await store.add([expecting('one'), expecting('two')]);
    await store.note([{ id: 'e1', expectation: expecting('one'), outcome: outcomeOf('met', 1) }]);
    await store.remove(['e1']);
    expect(store.list().items.map(({ id }) => id)).toEqual(['e2']);
    await store.remove(['e2']);
    await store.restore(['e1']);
    await store.restore(['e1']);
    expect(store.list().items.map(({ id, last }) => [id, last?.at])).toEqual([['e1', 1]]);
    await store.restore(['e2']);
    expect(store.list().items.map(({ id }) => id)).toEqual(['e1', 'e2']);
  });

  it('opens a file from before the verdict for a key without its value existed', async () => {
    let store = await open();
    await store.add([expecting('one')]);
    await store.note([{ id: 'e1', expectation: expecting('one'), outcome: outcomeOf('met', 1) }]);
    const before = store.list();
    const text = await readFile(file(), 'utf8');
    const older = text.replace(/"keyOnly":\s*0,\s*/g, '');
    expect(older).not.toBe(text);
    await writeFile(file(), older);
    store = await open();
    expect(store.list()).toEqual(before);
  });

  it.each(['{', '{"version":1}', '{"version":1,"requireVerified":"no","items":[]}'])(
    'sets a damaged file aside: %s',
    async (text) => {
      await writeFile(file(), text);
      const store = await open();
      expect(store.list()).toMatchObject({ items: [], setAside: `${file()}.damaged-42` });
      await store.add([expecting('one')]);
      expect(await readFile(`${file()}.damaged-42`, 'utf8')).toBe(text);
    },
  );

  it('writes nothing after it is closed', async () => {
    const store = await open();
    await store.close();
    await store.add([expecting('one')]);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a run of expectations', () => {
  const id = 'here' as ConnectionId;
  const answered = (...keys: readonly string[]): Result<RecallReading> =>
    succeed({
      atoms: keys.map((key) => ({
        key,
        value: '',
        version: 1,
        hash: null,
        score: 1,
        proof: null,
        raw: '',
        memory: null,
        verdict: { status: 'green', checks: [], binds: [], open: [] },
        exchange,
      })),
      predictions: [],
      anomalies: [],
      exchange,
    });
  const exchange = {
    requestId: 'r',
    method: 'POST',
    path: '/recall',
    status: 200,
    startedAt: 0,
    elapsedMs: 0,
    bodyBytes: 0,
    retries: 0,
  } as const;

  async function setUp(recall: (query: string) => Promise<Result<RecallReading>>) {
    let ids = 0;
    let time = 0;
    const newId = () => `id${(ids += 1)}`;
    const memories = createRecallMemories(folder, { now: () => 42, newId });
    const { expectations } = await memories.of(id);
    const asked: (string | undefined)[] = [];
    const seen: unknown[] = [];
    const runs = createExpectationRuns({
      memories,
      readings: {
        recall: (_id, query, _limit, options) => {
          asked.push(options.askedBy);
          return recall(query);
        },
      },
      expectationsChanged: () => seen.push(runs.running(id)),
      now: () => (time += 1_000),
      newId,
      sleep: () => Promise.resolve(),
    });
    return { runs, expectations, asked, seen, close: memories.close };
  }
  const all = { ids: null, requireVerified: false };
  const options = { requestId: 'run', signal: null };

  it('reports its progress, and saves every outcome', async () => {
    const { runs, expectations, asked, seen, close } = await setUp(async (query) =>
      query === 'down'
        ? fail({ code: 'server_error', status: 500, message: '', requestId: null })
        : answered('a'),
    );
    await expectations.add([expecting('one'), expecting('down'), expecting('two', { reject: ['x'] })]);
    expect(await runs.run(id, all, options)).toEqual(succeed(null));
    expect(expectations.list().items.map(({ last }) => last?.outcome.kind)).toEqual([
      'met',
      'not-run',
      'met',
    ]);
    expect(seen).toEqual([...[0, 1, 2, 3].map((done) => ({ done, total: 3 })), null]);
    // Not the user's own recalls, so they are not in the history.
    expect(asked).toEqual(['app', 'app', 'app']);
    await close();
  });

  it('runs only the given expectations', async () => {
    const { runs, expectations, asked, close } = await setUp(async () => answered());
    await expectations.add([expecting('one'), expecting('two')]);
    const second = expectations.list().items[1]?.id ?? '';
    await runs.run(id, { ids: [second], requireVerified: true }, options);
    expect(asked).toHaveLength(1);
    expect(expectations.list().items.map(({ last }) => last?.outcome.kind)).toEqual([undefined, 'missed']);
    expect(expectations.list().requireVerified).toBe(true);
    await close();
  });

  it('keeps its findings when it is canceled, and ends', async () => {
    const controller = new AbortController();
    const { runs, expectations, close } = await setUp(async (query) => {
      if (query === 'two') controller.abort();
      return answered('a');
    });
    await expectations.add([expecting('one'), expecting('two'), expecting('three')]);
    const ended = await runs.run(id, all, { requestId: 'run', signal: controller.signal });
    expect(ended).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(expectations.list().items.map(({ last }) => last?.outcome.kind)).toEqual([
      'met',
      undefined,
      undefined,
    ]);
    expect(runs.running(id)).toBeNull();
    await close();
  });

  it('is the only one of its connection', async () => {
    const { runs, expectations, close } = await setUp(async () => answered('a'));
    await expectations.add([expecting('one')]);
    const first = runs.run(id, all, options);
    expect(await runs.run(id, all, options)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect(await first).toMatchObject({ ok: true });
    await close();
  });
});
