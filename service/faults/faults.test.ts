import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestService, type TestService } from '../testing/startTestService.ts';
import { provenAtomSchema, problemOfAtom } from '../testing/verifyAtom.ts';

const atomsOf = (body: unknown) => z.object({ atoms: z.array(provenAtomSchema) }).parse(body).atoms;
const keys = ['v1.moon.a', 'v1.moon.b', 'v1.moon.c'];
let service: TestService;

beforeEach(async () => {
  service = await startTestService({ faults: true });
  await service.post('/batch-atoms', { atoms: keys.map((key) => ({ key, value: 'x' })) });
});
afterEach(() => service.stop());

describe('faults on demand', () => {
  it('are off at first, return what was set, and are off again when omitted', async () => {
    const off = {
      tamper: 'none',
      key: null,
      latencyMs: 0,
      status: null,
      burst: null,
      retryAfter: '1',
      body: 'whole',
    };
    expect((await service.get('/admin/faults')).body).toEqual(off);
    const set = await service.post('/admin/faults', { tamper: 'root', latencyMs: 1 });
    expect(set.status).toBe(200);
    expect((await service.get('/admin/faults')).body).toEqual({ ...off, tamper: 'root', latencyMs: 1 });
    expect((await service.post('/admin/faults', {})).body).toMatchObject({ tamper: 'none' });
  });

  it.each([
    ['none', null],
    ['sibling', 'root'],
    ['value', 'content'],
    ['root', 'root'],
  ])('%s falsifies every proof of reads and recalls accordingly', async (tamper, wrong) => {
    await service.post('/admin/faults', { tamper });
    expect(problemOfAtom((await service.get(`/atoms/${keys[1]}`)).body)).toBe(wrong);
    const batch = atomsOf((await service.post('/batch-access', { keys })).body);
    expect(batch.map(problemOfAtom)).toEqual([wrong, wrong, wrong]);
    const recalled = atomsOf((await service.post('/recall', { query: 'moon' })).body);
    expect(recalled.map(problemOfAtom)).toEqual([wrong, wrong, wrong]);
    expect(new Set(batch.map(({ proof }) => proof.rootHash)).size).toBe(1);
  });

  it('about one key, leave all other atoms as they are', async () => {
    await service.post('/admin/faults', { tamper: 'value', key: keys[1] });
    const batch = atomsOf((await service.post('/batch-access', { keys })).body);
    expect(batch.map(problemOfAtom)).toEqual([null, 'content', null]);
  });

  it('rewrite history so that every proof is valid, under another root', async () => {
    for (let atoms = 4; atoms <= 9; atoms += 1) {
      const asked = Array.from({ length: atoms - 1 }, (_, index) => `v1.moon.${'abcdefgh'.charAt(index)}`);
      const honest = atomsOf((await service.post('/batch-access', { keys: asked })).body);
      await service.post('/admin/faults', { tamper: 'history' });
      const rewritten = atomsOf((await service.post('/batch-access', { keys: asked })).body);
      expect(rewritten.map(problemOfAtom).filter((wrong) => wrong !== null)).toEqual([]);
      const roots = new Set(rewritten.map(({ proof }) => proof.rootHash));
      expect(roots.size).toBe(1);
      expect(roots.has(honest[0]?.proof.rootHash ?? '')).toBe(false);
      expect(rewritten[0]).toMatchObject({ value: 'x (rewritten)', proof: { treeSize: atoms - 1 } });
      expect(rewritten.slice(1).map(({ hash }) => hash)).toEqual(honest.slice(1).map(({ hash }) => hash));
      await service.post('/admin/faults', {});
      await service.post('/atoms', { key: `v1.moon.${'abcdefgh'.charAt(atoms - 1)}`, value: 'x' });
    }
  });

  it('fork: every second response is from another tree of the same size, and is valid', async () => {
    await service.post('/admin/faults', { tamper: 'fork' });
    const roots: string[] = [];
    for (let read = 0; read < 4; read += 1) {
      const { body } = await service.get(`/atoms/${keys[2]}`);
      expect(problemOfAtom(body)).toBeNull();
      roots.push(provenAtomSchema.parse(body).proof.rootHash);
    }
    expect(roots).toEqual([roots[0], roots[1], roots[0], roots[1]]);
    expect(roots[0]).not.toBe(roots[1]);
  });

  it('stale: later stores are confirmed and never visible', async () => {
    await service.post('/admin/faults', { tamper: 'stale' });
    const stored = await service.post('/batch-atoms', {
      atoms: [
        { key: 'v1.moon.a', value: 'newer' },
        { key: 'v1.moon.d', value: 'new' },
      ],
    });
    expect(stored.status).toBe(201);
    const answer = await service.post('/batch-access', { keys: ['v1.moon.a', 'v1.moon.d'] });
    expect(answer.body).toMatchObject({
      atoms: [{ value: 'x', version: 1, proof: { treeSize: 3 } }],
      missing: ['v1.moon.d'],
    });
    expect(atomsOf(answer.body).map(problemOfAtom)).toEqual([null]);
    await service.post('/admin/faults', {});
    expect((await service.get('/atoms/v1.moon.a')).body).toMatchObject({ value: 'newer', version: 2 });
  });

  it('do not change what is stored', async () => {
    await service.post('/admin/faults', { tamper: 'value' });
    await service.get(`/atoms/${keys[0]}`);
    await service.post('/admin/faults', {});
    expect(problemOfAtom((await service.get(`/atoms/${keys[0]}`)).body)).toBeNull();
  });

  it.each([429, 500, 503, 599])('return %i for everything except the fault endpoint', async (status) => {
    await service.post('/admin/faults', { status });
    expect((await service.get(`/atoms/${keys[0]}`)).status).toBe(status);
    const refused = await service.post('/atoms', { key: 'v1.new', value: 'x' });
    expect(refused.status).toBe(status);
    expect(refused.body).toMatchObject({ error: { code: status === 429 ? 'RATE_LIMITED' : 'FAULT' } });
    await service.post('/admin/faults', {});
    expect((await service.get('/atoms/v1.new')).status).toBe(404);
  });

  it('refuse in bursts', async () => {
    await service.post('/admin/faults', { status: 429, burst: { refused: 2, served: 3 } });
    const statuses: number[] = [];
    for (let read = 0; read < 10; read += 1) statuses.push((await service.get(`/atoms/${keys[0]}`)).status);
    expect(statuses).toEqual([429, 429, 200, 200, 200, 429, 429, 200, 200, 200]);
  });

  it.each([
    ['1', '1'],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT'],
    [null, undefined],
  ])('say Retry-After: %s', async (retryAfter, header) => {
    await service.post('/admin/faults', { status: 429, retryAfter });
    expect((await service.get(`/atoms/${keys[0]}`)).headers['retry-after']).toBe(header);
  });

  it.each([
    ['truncated', 201],
    ['empty', 201],
    ['html', 200],
  ])('return a body that is %s after handling the request', async (body, status) => {
    await service.post('/admin/faults', { body });
    const answer = await service.post('/atoms', { key: 'v1.new', value: 'x' });
    expect(answer.status).toBe(status);
    expect(answer.body).toBeUndefined();
    expect(
      answer.text.startsWith(body === 'truncated' ? '{"key":"v1.new"' : body === 'html' ? '<!' : ''),
    ).toBe(true);
    await service.post('/admin/faults', {});
    expect((await service.get('/atoms/v1.new')).status).toBe(200);
  });

  it('cut the connection in the middle of the response, after the request was handled', async () => {
    await service.post('/admin/faults', { body: 'cut' });
    await expect(service.post('/atoms', { key: 'v1.new', value: 'x' })).rejects.toThrow('aborted');
    await expect(service.get(`/atoms/${keys[0]}`)).rejects.toThrow('aborted');
    await service.post('/admin/faults', {});
    expect((await service.get('/atoms/v1.new')).status).toBe(200);
    expect(service.logged).toEqual([]);
  });

  it('add latency, which does not delay closing', async () => {
    await service.post('/admin/faults', { latencyMs: 600_000 });
    const answer = service.get(`/atoms/${keys[0]}`).then(
      () => 'answered',
      () => 'cut off',
    );
    await service.restart();
    expect(await answer).toBe('cut off');
    expect(service.logged).toEqual([]);
  });

  it.each([
    { tamper: 'leaf' },
    { burst: { refused: 0, served: 1 } },
    { retryAfter: 'a\nb' },
    { status: 404 },
    { latencyMs: -1 },
    { tampr: 'root' },
    [],
  ])('refuse %j', async (body) => {
    const answer = await service.post('/admin/faults', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
  });

  it('require full scope', async () => {
    expect((await service.get('/admin/faults', { apiKey: service.readKey })).status).toBe(403);
    expect((await service.get('/admin/faults', { apiKey: null })).status).toBe(401);
  });
});
