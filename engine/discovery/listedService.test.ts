import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DiscoverySettings } from '#shared/domain/job.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { openApp, sensorKeys, storeAll } from './testing/discoveryApp.ts';
import { startFaultProxy, type FaultProxy, type FaultyResponse } from './testing/faultProxy.ts';

const usual: DiscoverySettings = { seeds: [], budget: 1_000, limit: null, pauseMs: 0, guesses: false };

let service: TestService;
let proxy: FaultProxy;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'listed-'));
  service = await startTestService({ limits: { rate: { burst: 100_000, perSecond: 100_000 } } });
});
afterEach(async () => {
  await proxy.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The service with a list besides the documented API. */
async function withList(list: (path: string) => FaultyResponse | null) {
  proxy = await startFaultProxy(service.address(), ({ path: place }) => list(place));
  return openApp(service, folder, proxy.address);
}

/** At most 100 keys a page, however many are requested. */
const pagesOf =
  (keys: readonly string[]) =>
  (place: string): FaultyResponse | null => {
    if (!place.startsWith('/api/v1/atoms')) return null;
    const offset = Number(new URLSearchParams(place.split('?')[1]).get('offset'));
    return {
      status: 200,
      body: {
        total: keys.length,
        atoms: keys.slice(offset, offset + 100).map((key) => ({ key, version: 1 })),
      },
    };
  };

describe('a service with the documented API and a list', () => {
  it('is read as a whole, without searching, and the leaves confirm the list', async () => {
    const keys = sensorKeys(250);
    await storeAll(service, keys);
    const app = await withList(pagesOf(keys));
    const progress = await app.run(usual);
    expect(progress.end).toEqual({ kind: 'complete' });
    expect(progress.newKeysBy).toMatchObject({ listed: 250, recall: 0 });
    expect(progress.requests).toBe(app.asked.length);
    expect((await app.knownKeys()).sort()).toEqual([...keys].sort());
    expect(app.lessons).toEqual([
      expect.objectContaining({
        gap: 'list-complete',
        answer: 'complete: every leaf of the tree has a listed atom',
        evidence: expect.objectContaining({ request: 'GET /api/v1/atoms' }) as unknown,
      }),
    ]);
    await app.close();
  });

  it('is searched further if its list leaves atoms out, which are never called complete', async () => {
    const keys = sensorKeys(120);
    await storeAll(service, keys);
    const app = await withList(pagesOf(keys.slice(0, 90)));
    const first = await app.run({ ...usual, budget: 4 });
    expect(first.end).toEqual({ kind: 'budget' });
    expect(app.lessons.at(-1)).toMatchObject({
      answer: 'not confirmed: the tree has more leaves, or its size is unknown',
    });
    const second = await app.run(usual);
    expect(second.end).toEqual({ kind: 'complete' });
    await app.run({ ...usual, budget: 20 });
    expect(app.lessons.at(-1)).toMatchObject({ answer: 'no: known keys are not in it' });
    await app.close();
  });

  it('does not lack keys that the service never returned', async () => {
    const keys = sensorKeys(20);
    await storeAll(service, keys);
    const app = await withList(pagesOf(keys));
    await app.importKeys(['v1.mistyped']);
    await app.run({ ...usual, budget: 4 });
    expect(app.lessons).toMatchObject([{ answer: 'complete: every leaf of the tree has a listed atom' }]);
    await app.close();
  });

  it('may offer it as one atom on each line', async () => {
    const keys = sensorKeys(30);
    await storeAll(service, keys);
    const lines = keys.map((key) => JSON.stringify({ key, value: 'v', version: 1 })).join('\n');
    const app = await withList((place) => (place === '/atoms/export' ? { status: 200, text: lines } : null));
    const progress = await app.run(usual);
    expect(progress.end).toEqual({ kind: 'complete' });
    expect(progress.newKeysBy).toMatchObject({ listed: 30, recall: 0 });
    expect(app.lessons[0]?.evidence.request).toBe('GET /atoms/export');
    await app.close();
  });

  it.each<[string, FaultyResponse]>([
    ['a web page', { status: 200, text: '<!doctype html><p>Not here' }],
    ['a text', { status: 200, body: 'v1.one' }],
    ['an object without a list', { status: 200, body: { ok: true } }],
    ['entries that are no atoms', { status: 200, body: { atoms: [{ key: 'a' }, 7] } }],
    ['an error', { status: 500 }],
    ['a refusal', { status: 403 }],
  ])('is searched by words if the list is %s', async (_, response) => {
    await storeAll(service, sensorKeys(20));
    const app = await withList((place) =>
      place.startsWith('/api/v1/atoms') || place === '/atoms/export' ? response : null,
    );
    const progress = await app.run({ ...usual, seeds: ['sensor'] });
    expect(progress.end).toEqual({ kind: 'complete' });
    expect(progress.newKeysBy.listed).toBe(0);
    expect(app.lessons).toEqual([]);
    await app.close();
  });

  it('is asked for its list once, and again where the connection has another address by now', async () => {
    const keys = sensorKeys(40);
    await storeAll(service, keys);
    const isList = (request: string) => request.startsWith('/api/v1/atoms');
    const before = await withList(() => null);
    await before.run({ ...usual, budget: 5 });
    await before.run({ ...usual, budget: 5 });
    expect(before.asked.filter(isList)).toHaveLength(1);
    await before.close();
    await proxy.close();
    const after = await withList(pagesOf(keys));
    const progress = await after.run(usual);
    expect(after.asked.filter(isList).length).toBeGreaterThan(0);
    expect(progress).toMatchObject({ end: { kind: 'complete' }, newKeysBy: { listed: 40 } });
    await after.close();
  });

  it('takes an atom with the key “export” for what it is', async () => {
    await storeAll(service, ['export']);
    const app = await withList(() => null);
    const progress = await app.run({ ...usual, seeds: ['export'] });
    expect(progress.end).toEqual({ kind: 'complete' });
    expect(progress.newKeysBy).toMatchObject({ listed: 0, recall: 1 });
    await app.close();
  });
});
