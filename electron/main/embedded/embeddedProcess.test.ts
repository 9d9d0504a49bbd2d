import { describe, expect, it } from 'vitest';
import { fakeUtilityProcess, type FakeUtilityProcess } from '#shared/async/testing/fakeUtilityProcess.ts';
import { createEmbeddedService } from './embeddedProcess.ts';

function make(timeouts: { startTimeoutMs?: number; stopTimeoutMs?: number } = {}) {
  const spawned: FakeUtilityProcess[] = [];
  const waiting: ((process: FakeUtilityProcess) => void)[] = [];
  let changes = 0;
  let keys = 0;
  const embedded = createEmbeddedService({
    spawn: () => {
      const process = fakeUtilityProcess();
      spawned.push(process);
      // After the caller has attached its listeners.
      queueMicrotask(() => {
        waiting.shift()?.(process);
      });
      return process;
    },
    dataFolder: '/data',
    newApiKey: () => `key-${String(++keys)}`,
    random: (below) => below - 1,
    startTimeoutMs: 10_000,
    stopTimeoutMs: 10_000,
    onChange: () => {
      changes += 1;
    },
    ...timeouts,
  });
  const whenSpawned = (act: (process: FakeUtilityProcess) => void): void => {
    waiting.push(act);
  };
  const becomesReady = (address = 'http://127.0.0.1:1'): void => {
    whenSpawned((process) => {
      process.say({ id: 1, ok: true, value: { address, sampleKeys: ['v1.a'] } });
    });
  };
  return { embedded, spawned, whenSpawned, becomesReady, changes: () => changes };
}

describe('createEmbeddedService', () => {
  it('starts once for all callers, with a key made for this run', async () => {
    const { embedded, spawned, becomesReady, changes } = make();
    expect(embedded.address()).toBeNull();
    becomesReady();
    const [one, two] = await Promise.all([embedded.ensureRunning(), embedded.ensureRunning()]);
    expect(one).toEqual({
      ok: true,
      value: { address: 'http://127.0.0.1:1', apiKey: 'key-1', sampleKeys: ['v1.a'] },
    });
    expect(two).toEqual(one);
    expect(await embedded.ensureRunning()).toEqual(one);
    expect(embedded.address()).toBe('http://127.0.0.1:1');
    expect(spawned.map(({ asked }) => asked)).toEqual([
      [{ id: 1, call: 'start', input: [{ dataFolder: '/data', apiKey: 'key-1', seedDemo: true }], live: [] }],
    ]);
    expect(changes()).toBe(1);
  });

  it('restarts after a crash, with another key', async () => {
    const { embedded, spawned, becomesReady, changes } = make();
    becomesReady();
    await embedded.ensureRunning();
    spawned[0]?.exit();
    expect(embedded.address()).toBeNull();
    expect(changes()).toBe(2);
    becomesReady('http://127.0.0.1:2');
    expect(await embedded.ensureRunning()).toEqual({
      ok: true,
      value: { address: 'http://127.0.0.1:2', apiKey: 'key-2', sampleKeys: ['v1.a'] },
    });
  });

  it.each<[string, (process: FakeUtilityProcess) => void, RegExp]>([
    [
      'says why it failed',
      (process) => {
        process.say({
          id: 1,
          ok: false,
          failure: { name: 'Error', message: 'the disk is full', code: null },
        });
      },
      /disk is full/,
    ],
    [
      'ends',
      (process) => {
        process.exit();
      },
      /stopped during startup/,
    ],
    ['says nothing', () => undefined, /in time/],
  ])('reports a start in which the service %s, and retries on the next call', async (_name, act, words) => {
    const { embedded, becomesReady, whenSpawned } = make({ startTimeoutMs: 30 });
    whenSpawned(act);
    const failed = await embedded.ensureRunning();
    expect(failed).toMatchObject({ ok: false, error: { code: 'demo_unavailable' } });
    expect(failed.ok ? '' : failed.error.message).toMatch(words);
    becomesReady();
    expect(await embedded.ensureRunning()).toMatchObject({ ok: true });
  });

  it('stops on request, and does nothing if it is not running', async () => {
    const { embedded, spawned, becomesReady } = make();
    await embedded.stop();
    becomesReady();
    await embedded.ensureRunning();
    const stopping = embedded.stop();
    expect(spawned[0]?.asked.at(-1)).toMatchObject({ call: 'stop' });
    spawned[0]?.exit();
    await stopping;
    expect(embedded.address()).toBeNull();
  });

  it('lies about one sample atom while practice is on, and is honest again after a restart', async () => {
    const { embedded, spawned, becomesReady } = make();
    becomesReady();
    await embedded.ensureRunning();
    const answer = (id: number): void => spawned[0]?.say({ id, ok: true, value: null });
    const begun = embedded.practice(true);
    await Promise.resolve();
    answer(2);
    expect(await begun).toEqual({ ok: true, value: 'v1.a' });
    expect(spawned[0]?.asked.at(-1)).toMatchObject({ call: 'lieAbout', input: ['v1.a'] });
    expect(embedded.practiceKey()).toBe('v1.a');

    const ended = embedded.practice(false);
    answer(3);
    expect(await ended).toEqual({ ok: true, value: null });
    expect(embedded.practiceKey()).toBeNull();

    const again = embedded.practice(true);
    await Promise.resolve();
    answer(4);
    await again;
    spawned[0]?.exit();
    expect(embedded.practiceKey()).toBeNull();
    expect(await embedded.practice(false)).toEqual({ ok: true, value: null });
  });

  it('kills a process that does not stop', async () => {
    const { embedded, becomesReady } = make({ stopTimeoutMs: 10 });
    becomesReady();
    await embedded.ensureRunning();
    await embedded.stop();
    expect(embedded.address()).toBeNull();
  });
});
