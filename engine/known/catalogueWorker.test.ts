import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { ledgerEffects } from '../roots/testing/testLedger.ts';
import { createCatalogues, type Catalogues } from './catalogues.ts';
import { createCatalogueThread, type RunningThread } from './catalogueThread.ts';
import { openKeyStore } from './keyStore.ts';
import { allEntries } from './testing/allEntries.ts';
import { startCatalogueWorker } from './workerThread.ts';
import { builtPrograms } from '../testing/builtPrograms.ts';

const id = 'one' as ConnectionId;
let built: string;
let folder: string;

beforeAll(async () => {
  built = await builtPrograms();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'catalogue-worker-'));
});
afterEach(() => rm(folder, { recursive: true }));

const named = (key: string) => ({ kind: 'named', key, source: 'import', at: 1 }) as const;

function openCatalogues(start: () => RunningThread, restarted: () => void = () => undefined): Catalogues {
  const thread = createCatalogueThread({ start, restarted, log: () => undefined });
  return createCatalogues({
    folder,
    thread,
    now: Date.now,
    changed: () => undefined,
    ledgerChanged: () => undefined,
    ledger: ledgerEffects(),
    pace: { setTimer: setTimeout },
  });
}

/** Starts real worker threads that can be killed. */
function killable() {
  const threads: RunningThread[] = [];
  const start = (): RunningThread => {
    const thread = startCatalogueWorker(path.join(built, 'catalogue-worker.js'))();
    threads.push(thread);
    return thread;
  };
  return { start, threads };
}

describe('the worker thread', () => {
  it('keeps the known keys when the app restarts', async () => {
    const start = startCatalogueWorker(path.join(built, 'catalogue-worker.js'));
    const before = openCatalogues(start);
    const { keys } = await before.of(id);
    await keys.learn(['b', 'a', '\ud800'].map(named));
    await keys.annotate(['a'], { note: 'mine', addTags: ['t'], bookmarked: true });
    await before.close();
    const after = openCatalogues(start);
    expect(await allEntries(after, id)).toMatchObject([
      { key: 'a', source: 'import', note: 'mine', tags: ['t'], bookmarked: true },
      { key: 'b' },
      { key: '\ud800' },
    ]);
    const selected: string[] = [];
    const selection = { kind: 'keys', keys: ['x', '\ud800'] } as const;
    for await (const chunk of (await after.of(id)).keys.selected(selection)) selected.push(...chunk);
    expect(selected).toEqual(['x', '\ud800']);
    await after.close();
  });

  it('is restarted after a crash: nothing is lost, and pending requests get a response', async () => {
    const { start, threads } = killable();
    let restarts = 0;
    const catalogues = openCatalogues(start, () => {
      restarts += 1;
    });
    const { keys } = await catalogues.of(id);
    await keys.learn([named('a')]);
    const before = await catalogues.summary(id);
    const learning = keys.learn(Array.from({ length: 500 }, (_, at) => named(`b${String(at)}`)));
    const asking = catalogues.summary(id);
    await threads[0]?.stop();
    await learning;
    expect((await asking).keys).toBeGreaterThanOrEqual(1);
    const after = await catalogues.summary(id);
    expect(after.keys).toBe(501);
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(threads).toHaveLength(2);
    expect(restarts).toBe(1);
    await catalogues.close();
  });

  it('fails a request that crashes it twice, and serves the others', async () => {
    let starts = 0;
    const { start } = killable();
    const dying = (): RunningThread => {
      starts += 1;
      const thread = start();
      const ask: RunningThread['remote']['ask'] = async (of, call, ...input) => {
        if (call === 'locateInTree') await thread.stop();
        return thread.remote.ask(of, call, ...input);
      };
      const { open, close, keepValues } = thread.remote;
      return { ...thread, remote: { open, ask, close, keepValues } };
    };
    const catalogues = openCatalogues(dying);
    const { keys } = await catalogues.of(id);
    await keys.learn([named('a')]);
    const query = {
      connectionId: id,
      filter: { text: '', mode: 'contains' },
      delimiter: '.',
      open: { others: true, except: [] },
    } as const;
    await expect(keys.locateInTree(query, { kind: 'path', path: 'a' })).rejects.toThrow('ended');
    expect(starts).toBe(3);
    expect(await catalogues.summary(id)).toMatchObject({ keys: 1 });
    await catalogues.close();
  });
});

describe('a process that is killed while it learns keys', () => {
  it('loses nothing that was acknowledged', async () => {
    const child = fork(path.join(built, 'learner-of-tests.js'), [path.join(folder, 'keys')]);
    const acknowledged = await acknowledgedBefore(child, 30);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = await openKeyStore(path.join(folder, 'keys'), { now: Date.now, firstRevision: 0 });
    expect(store.recoveredFrom).toBeNull();
    expect(store.index.size()).toBeGreaterThanOrEqual(acknowledged);
    for (let at = 0; at < acknowledged; at += 1) {
      expect(store.index.get(`key.${String(at)}`)).toMatchObject({ source: 'recall' });
    }
    await store.close();
  });
});

/** How many keys were acknowledged after the given number of batches. */
function acknowledgedBefore(child: ChildProcess, batches: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let seen = 0;
    child.on('message', (keys: number) => {
      seen += 1;
      if (seen === batches) resolve(keys);
    });
    child.on('exit', () => reject(new Error('It ended by itself.')));
  });
}
