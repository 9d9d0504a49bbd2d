import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DiscoverySettings } from '#shared/domain/job.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { id, openApp, sensorKeys, storeAll } from './testing/discoveryApp.ts';
import { startFaultProxy, type Fault, type FaultProxy } from './testing/faultProxy.ts';

// The real discovery and the real service, with a proxy in between that fails some requests.
const usual: DiscoverySettings = { seeds: ['oslo'], budget: 1_000, limit: null, pauseMs: 0, guesses: true };
let service: TestService;
let proxy: FaultProxy;
let folder: string;
let app: ReturnType<typeof openApp>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'discovery-faults-'));
  service = await startTestService({ limits: { rate: { burst: 100_000, perSecond: 100_000 } } });
});
afterEach(async () => {
  await app.close();
  await proxy.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

async function behind(fault: Fault): Promise<void> {
  proxy = await startFaultProxy(service.address(), fault);
  app = openApp(service, folder, proxy.address);
}

const nothing = { status: 200, body: { atoms: [], predictions: [] } };

describe('a service that returns nothing for a large limit', () => {
  it('gets requests for fewer hits, and everything is found', async () => {
    const keys = sensorKeys(200);
    await storeAll(service, keys);
    await behind(({ limit }) => (limit > 20 ? nothing : null));
    const progress = await app.run(usual);
    expect(progress.end).toEqual({ kind: 'complete' });
    expect((await app.knownKeys()).sort()).toEqual([...keys].sort());
    expect(progress.requests).toBe(proxy.asked.length);
    // Once it is known that a limit gets no hits, it is not used any more.
    expect(proxy.asked.filter(({ limit }) => limit > 20).length).toBeLessThan(10);
  });

  it('only for a while: requests without a response in that time are repeated', async () => {
    const keys = sensorKeys(100);
    await storeAll(service, keys);
    const isSilent = ({ limit, index }: { limit: number; index: number }) => limit > 10 && index > 2;
    await behind((request) => (isSilent(request) ? nothing : null));
    const progress = await app.run({ ...usual, guesses: false });
    expect(progress.end).toEqual({ kind: 'complete' });
    expect(await app.knownKeys()).toHaveLength(keys.length);
  });

  it('and for a small limit too is given up after the usual number of requests', async () => {
    await storeAll(service, sensorKeys(20));
    await behind(({ path: at }) => (at === '/recall' ? nothing : null));
    const seeds = Array.from({ length: 200 }, (_, at) => `word${String(at)}`);
    const progress = await app.run({ ...usual, seeds });
    expect(progress.end).toMatchObject({ kind: 'nothing-new' });
    expect(proxy.asked.length).toBeLessThan(66);
  });
});

describe('a key that the service refuses', () => {
  it('is skipped, and blocks neither this discovery nor a later one', async () => {
    const keys = sensorKeys(200).filter((key) => !key.endsWith('.3.noise'));
    await storeAll(service, keys);
    // A key that was never stored; the discovery reaches it by guessing.
    const refused = 'v1.site.oslo.sensor.3.noise';
    await behind((request) => (request.keys.includes(refused) ? { status: 414 } : null));
    const progress = await app.run(usual);
    expect(progress.end).toEqual({ kind: 'complete' });
    expect(await app.knownKeys()).toHaveLength(keys.length);
    const askedFor = (): number => proxy.asked.filter((one) => one.keys.includes(refused)).length;
    const before = askedFor();
    await storeAll(service, ['v1.site.oslo.sensor.900.noise']);
    await app.run(usual);
    expect(askedFor()).toBe(before);
    expect(progress.setAside).toBe(before > 0 ? 1 : 0);
    expect(before).toBeGreaterThan(0);
  });

  it('with every other key of each batch does not stop the recalls', async () => {
    const keys = sensorKeys(150);
    await storeAll(service, keys);
    await behind(({ path: at }) => (at === '/batch-access' ? { status: 405 } : null));
    const progress = await app.run(usual);
    expect(progress.end).not.toBeNull();
    expect(progress.setAside).toBeGreaterThan(0);
    expect(proxy.asked.filter(({ path: at }) => at === '/batch-access').length).toBeLessThan(50);
    expect(await app.knownKeys()).toHaveLength(keys.length);
  });
});

describe('a request on which the service always fails', () => {
  it('is skipped after a few attempts, and the others continue', async () => {
    const keys = sensorKeys(200);
    await storeAll(service, keys);
    await behind(({ query }) => (query === 'broken' ? { status: 500 } : null));
    const progress = await app.run({ ...usual, seeds: ['broken', 'oslo'] });
    expect(progress.end).toEqual({ kind: 'complete' });
    expect(progress.setAside).toBe(1);
    expect(proxy.asked.filter(({ query }) => query === 'broken')).toHaveLength(3);
  }, 30_000);
});

describe('the request limit', () => {
  it.each<[string, Fault]>([
    ['the halves of refused batches', ({ keys }) => (keys.length > 5 ? { status: 413 } : null)],
    ['every request that is repeated', ({ index }) => (index % 4 === 0 ? { status: 503 } : null)],
    [
      'those that are one too many',
      ({ index }) => (index % 3 === 0 ? { status: 429, retryAfter: '0' } : null),
    ],
  ])(
    'includes %s',
    async (_what, fault) => {
      await storeAll(service, sensorKeys(400));
      await behind(fault);
      const progress = await app.run({ ...usual, budget: 14 });
      expect(progress.end).toEqual({ kind: 'budget' });
      expect(progress.requests).toBe(14);
      expect(proxy.asked).toHaveLength(14);
    },
    60_000,
  );

  it('applies to all sessions of a discovery together', async () => {
    await storeAll(service, sensorKeys(400));
    let hold: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    let isHeld = false;
    await behind(({ keys, index }) => {
      if (keys.length > 5) return { status: 413 };
      if (index < 8 || isHeld) return null;
      isHeld = true;
      hold();
      return new Promise(() => undefined);
    });
    const started = await app.discoveries.start(id, { ...usual, budget: 20 }, false);
    expect(started.ok).toBe(true);
    await held;
    await app.close();
    const sentBefore = proxy.asked.length;

    app = openApp(service, folder, proxy.address);
    await app.discoveries.restore(id);
    const [restored] = app.jobs.list(id);
    const counted = restored?.kind === 'discovery' ? restored.progress.requests : 0;
    // The interrupted request counts too.
    expect(counted).toBe(sentBefore);
    app.jobs.resume(restored?.id ?? '');
    const { progress } = await app.until(({ endedAt }) => endedAt !== null);
    expect(progress).toMatchObject({ end: { kind: 'budget' }, requests: 20 });
    expect(proxy.asked).toHaveLength(20);
  });
});
