import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DiscoveryProgress, DiscoverySettings } from '#shared/domain/job.ts';
import { succeed } from '#shared/domain/result.ts';
import { isLongRun } from '../../service/testing/longRun.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { discover, patience } from './discovery.ts';
import { id, openApp, sensorKeys, storeAll } from './testing/discoveryApp.ts';

const usual: DiscoverySettings = { seeds: ['oslo'], budget: 1_000, limit: null, pauseMs: 0, guesses: true };

const many = isLongRun ? 2_000 : 600;

let service: TestService;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'discovery-'));
  service = await startTestService({ limits: { rate: { burst: 100_000, perSecond: 100_000 } } });
});
afterEach(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a discovery', () => {
  it(`reaches all ${many} atoms of a service from one word, and reports that it is complete`, async () => {
    const keys = sensorKeys(many);
    await storeAll(service, keys);
    const app = openApp(service, folder);
    const progress = await app.run(usual);
    expect(progress.end).toEqual({ kind: 'complete' });
    expect(progress.coverage).toEqual({ knownLeaves: many, treeSize: String(many) });
    expect((await app.knownKeys()).sort()).toEqual([...keys].sort());
    expect(progress.requests).toBe(app.asked.length);
    expect(progress.requests).toBeLessThan(isLongRun ? 150 : 40);
    expect(new Set(app.asked).size).toBe(app.asked.length);
    await app.close();
  }, 60_000);

  it('stops at the request limit with what is missing, and continues without repeating a request', async () => {
    await storeAll(service, sensorKeys(600));
    const app = openApp(service, folder);
    const first = await app.run({ ...usual, budget: 5 });
    expect(first.end).toEqual({ kind: 'budget' });
    expect(first.requests).toBe(5);
    expect(app.asked).toHaveLength(5);
    expect(first.coverage?.knownLeaves).toBe(first.newKeys);
    expect(first.newKeys).toBeLessThan(600);

    const second = await app.run(usual);
    expect(second.end).toEqual({ kind: 'complete' });
    expect(first.newKeys + second.newKeys).toBe(600);
    expect(new Set(app.asked).size).toBe(app.asked.length);
    await app.close();
  });

  it('repeats earlier requests when it is told to start over', async () => {
    await storeAll(service, sensorKeys(20));
    const app = openApp(service, folder);
    // Two of them look for a list of atoms.
    await app.run({ ...usual, budget: 4 });
    await storeAll(service, ['v1.site.oslo.new']);
    await app.run({ ...usual, budget: 5 }, true);
    const seeds = app.asked.filter((request) => request.includes('"query":"oslo"'));
    // Twice with 1,000 hits, which is refused, and twice with 100.
    expect(seeds).toHaveLength(4);
    expect(await app.knownKeys()).toContain('v1.site.oslo.new');
    await app.close();
  });

  it('finds everything by words alone if guessing is off, and looks up nothing that is not known', async () => {
    await storeAll(service, sensorKeys(400));
    const app = openApp(service, folder);
    const progress = await app.run({ ...usual, guesses: false });
    expect(progress.end).toEqual({ kind: 'complete' });
    expect(progress.newKeysBy).toEqual({ recall: 400, predicted: 0, guess: 0, listed: 0 });
    expect(app.asked.filter((request) => request.startsWith('/batch-access'))).toEqual([]);
    await app.close();
  });

  it('counts on from a series of which only one number was found', async () => {
    await storeAll(
      service,
      Array.from({ length: 1_000 }, (_, at) => `v1.item.${String(at).padStart(5, '0')}`),
    );
    const app = openApp(service, folder);
    const progress = await app.run({ ...usual, seeds: ['item'] });
    expect(progress.end).toEqual({ kind: 'complete' });
    expect(progress.newKeysBy.guess).toBeGreaterThan(500);
    expect(progress.requests).toBeLessThan(20);
    await app.close();
  });

  it('stops when nothing new is found, and reports after how many requests', async () => {
    const syllables = ['ka', 'lo', 'mi', 'nu', 're', 'si', 'to', 'vu'];
    const word = (at: number): string =>
      [at % 8, Math.floor(at / 8) % 8, Math.floor(at / 64) % 8].map((one) => syllables[one]).join('');
    // Each key has its own word and all share the other, so no response of 100 leads to the rest.
    await storeAll(
      service,
      Array.from({ length: 400 }, (_, at) => `v1.note.${word(at)}`),
    );
    const app = openApp(service, folder);
    const progress = await app.run({ ...usual, seeds: ['note'] });
    expect(progress.end).toEqual({ kind: 'nothing-new', requests: patience });
    expect(progress.coverage).toEqual({ knownLeaves: 100, treeSize: '400' });
    await app.close();
  });

  it('reads keys that it knows only by name, and reports leaves of earlier versions as a hypothesis', async () => {
    await storeAll(service, ['v1.a.one', 'v1.a.two']);
    await storeAll(service, ['v1.a.one']);
    const app = openApp(service, folder);
    const progress = await app.run({ ...usual, seeds: ['one'] });
    expect(progress.end).toEqual({ kind: 'explained', leaves: '1' });
    await app.close();
  });

  it('is paused after the app ended, and does not repeat completed requests when resumed', async () => {
    await storeAll(service, sensorKeys(600));
    const first = openApp(service, folder);
    const started = await first.discoveries.start(id, { ...usual, pauseMs: 20 }, false);
    expect(started.ok).toBe(true);
    await first.until(({ progress }) => progress.requests >= 3);
    await first.close();

    const second = openApp(service, folder);
    await second.discoveries.restore(id);
    const [job] = second.jobs.list(id);
    expect(job).toMatchObject({ kind: 'discovery', state: { kind: 'paused', error: null } });
    expect(second.asked).toEqual([]);
    expect((await second.discoveries.start(id, usual, false)).ok).toBe(false);

    second.jobs.resume(job?.id ?? '');
    const { progress } = await second.until(({ endedAt }) => endedAt !== null);
    expect(progress.end).toEqual({ kind: 'complete' });
    expect(progress.requests).toBeGreaterThanOrEqual(3 + second.asked.length);
    expect(second.asked.filter((request) => first.answered.includes(request))).toEqual([]);
    await second.close();
  });

  it('is started once if two start at the same time', async () => {
    await storeAll(service, sensorKeys(20));
    const app = openApp(service, folder);
    const both = await Promise.all([
      app.discoveries.start(id, { ...usual, pauseMs: 60_000 }, false),
      app.discoveries.start(id, { ...usual, pauseMs: 60_000 }, true),
    ]);
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
    expect(app.jobs.list(id)).toHaveLength(1);
    await app.close();
  });

  it('does not use positions to claim completeness if the tree does more than grow', async () => {
    const reports: DiscoveryProgress[] = [];
    const found = await discover({
      connectionId: id,
      settings: { ...usual, seeds: [] },
      record: { lines: [], append: async () => undefined, close: async () => undefined },
      earlier: [],
      memory: {
        selected: async function* () {
          yield [];
        },
        coverage: async () => ({ knownLeaves: 3, treeSize: '3' }),
        explainedLeaves: async () => null,
        onlyGrows: async () => false,
        entries: async () => [],
      },
      readings: {
        list: async () => succeed(null),
        recall: () => Promise.reject(new Error('asked')),
        readMany: () => Promise.reject(new Error('asked')),
      },
      control: {
        ask: (call) => call({ requestId: 'r', signal: null }),
        proceed: async () => true,
        report: (progress) => reports.push(progress),
        rest: async () => undefined,
        signal: new AbortController().signal,
      },
      noteList: () => undefined,
      address: () => null,
    });
    expect(found.ok).toBe(true);
    expect(reports.at(-1)?.end).toEqual({ kind: 'nothing-left' });
  });

  it('is not offered again after it was canceled', async () => {
    await storeAll(service, sensorKeys(100));
    const first = openApp(service, folder);
    const started = await first.discoveries.start(id, { ...usual, pauseMs: 60_000 }, false);
    if (!started.ok) throw new Error('not started');
    await first.until(({ progress }) => progress.requests > 0);
    first.jobs.cancel(started.value.id);
    await first.until(({ state }) => state.kind === 'cancelled');
    await first.close();
    const second = openApp(service, folder);
    await second.discoveries.restore(id);
    expect(second.jobs.list(id)).toEqual([]);
    await second.close();
  });
});

describe('a discovery on a service with a low rate limit', () => {
  it('waits as long as requested, and finishes', async () => {
    // Time passes only while the job waits: otherwise a slow moment shortens the wait.
    let clock = 0;
    const narrow = await startTestService({
      dataFolder: path.join(folder, 'narrow'),
      limits: { rate: { burst: 1, perSecond: 0.3 } },
      clock: () => clock,
    });
    await storeAll(narrow, sensorKeys(10));
    const app = openApp(narrow, folder, narrow.address(), {
      now: () => clock,
      sleep: async (ms, signal) => {
        if (signal !== null) clock += ms;
      },
    });
    const waiting = app.until(({ state }) => state.kind === 'waiting');
    const progress = await app.run({ ...usual, seeds: ['sensor'] });
    expect((await waiting).state).toMatchObject({ error: { code: 'rate_limited', retryAfterMs: 4_000 } });
    expect(progress.end).toEqual({ kind: 'complete' });
    // Two that look for a list, one for 1,000 hits, which is refused, and one more; all but the first had to wait.
    expect(progress.requests).toBe(7);
    await app.close();
    await narrow.stop();
  });
});
