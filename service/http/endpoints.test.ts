import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestService, type TestService } from '../testing/startTestService.ts';
import { provenAtomSchema, problemOfAtom } from '../testing/verifyAtom.ts';

const stored = z.strictObject({
  key: z.string(),
  version: z.int(),
  hash: z.string(),
  rootHash: z.string(),
  createdAt: z.int(),
});
const storedBatch = z.strictObject({ atoms: z.array(stored), rootHash: z.string() });
const batch = z.strictObject({ atoms: z.array(provenAtomSchema), missing: z.array(z.string()) });
const recollection = z.strictObject({
  atoms: z.array(provenAtomSchema),
  predictions: z.array(z.string()),
});

let service: TestService;
let now = 1_700_000_000_000;

beforeEach(async () => {
  service = await startTestService({ clock: () => now });
});
afterEach(() => service.stop());

async function storeAll(keys: readonly string[]) {
  const atoms = keys.map((key) => ({ key, value: `value of ${key}` }));
  return storedBatch.parse((await service.post('/batch-atoms', { atoms })).body);
}

describe('POST /atoms', () => {
  it('responds 201 with version 1, a hash, a root, and the time', async () => {
    const answer = await service.post('/atoms', { key: 'v1.a', value: 'one' });
    expect(answer.status).toBe(201);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const atom = stored.parse(answer.body);
    expect(atom).toMatchObject({ key: 'v1.a', version: 1, createdAt: now });
    // The root of a tree with one leaf is the leaf.
    expect(atom.rootHash).toBe(atom.hash);
  });

  it('increments versions, even for an identical value', async () => {
    const versions = [];
    for (const value of ['one', 'two', 'two']) {
      versions.push(stored.parse((await service.post('/atoms', { key: 'v1.a', value })).body).version);
    }
    expect(versions).toEqual([1, 2, 3]);
    const read = provenAtomSchema.parse((await service.get('/atoms/v1.a')).body);
    expect(read).toMatchObject({ value: 'two', version: 3, proof: { leafIndex: 2, treeSize: 3 } });
  });

  it('returns the hash and root under which the atom is then read', async () => {
    await storeAll(['v1.x', 'v1.y', 'v1.z']);
    const atom = stored.parse((await service.post('/atoms', { key: 'v1.a', value: 'one' })).body);
    const read = provenAtomSchema.parse((await service.get('/atoms/v1.a')).body);
    expect(read.hash).toBe(atom.hash);
    expect(read.proof.rootHash).toBe(atom.rootHash);
  });

  it('handles many concurrent stores', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => service.post('/atoms', { key: `v1.k${i % 4}`, value: `${i}` })),
    );
    const atoms = answers.map((answer) => stored.parse(answer.body));
    expect(new Set(atoms.map(({ rootHash }) => rootHash)).size).toBe(40);
    expect(new Set(atoms.map(({ key, version }) => `${key} ${version}`)).size).toBe(40);
    expect(Math.max(...atoms.map(({ version }) => version))).toBe(10);
  });
});

describe('GET /atoms/:key', () => {
  it('responds 200 with a valid proof', async () => {
    await storeAll(['v1.a', 'v1.b', 'v1.c', 'v1.d', 'v1.e']);
    for (const key of ['v1.a', 'v1.c', 'v1.e']) {
      const answer = await service.get(`/atoms/${key}`);
      expect(answer.status).toBe(200);
      expect(problemOfAtom(answer.body)).toBeNull();
      const atom = provenAtomSchema.parse(answer.body);
      expect(atom).toMatchObject({ key, value: `value of ${key}`, version: 1 });
      expect(atom.hash).toBe(atom.proof.leafHash);
    }
  });

  it('ignores a query string', async () => {
    await storeAll(['v1.a']);
    expect((await service.get('/atoms/v1.a?b=c')).status).toBe(200);
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['a%2Fb', 'a%252Fb'],
    ['..', '%2E%2E'],
    ['..', '..'],
    ['.', '%2e'],
    ['../..', '..%2F..'],
    ['%2e%2e', '%252e%252e'],
    ['a?b#c', 'a%3Fb%23c'],
    ['a\\b', 'a%5Cb'],
    [' led and trailed ', '%20led%20and%20trailed%20'],
    ['a+b', 'a+b'],
    ['😀', '%F0%9F%98%80'],
    ['é', '%C3%A9'],
    ['e\u0301', 'e%CC%81'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['a\u202eb', 'a%E2%80%AEb'],
    [':key', ':key'],
    ['*', '*'],
    ['k'.repeat(512), 'k'.repeat(512)],
  ])('finds the key %j at /atoms/%s', async (key, segment) => {
    await storeAll(['decoy', key, 'é', 'e\u0301']);
    const answer = await service.get(`/atoms/${segment}`);
    expect(answer.status).toBe(200);
    expect(provenAtomSchema.parse(answer.body).key).toBe(key);
    expect(problemOfAtom(answer.body)).toBeNull();
  });
});

describe('POST /batch-atoms', () => {
  it('responds 201 with one root for all', async () => {
    const answer = await service.post('/batch-atoms', {
      atoms: [
        { key: 'v1.a', value: '1' },
        { key: 'v1.b', value: '2' },
        { key: 'v1.a', value: '3' },
      ],
    });
    expect(answer.status).toBe(201);
    const { atoms, rootHash } = storedBatch.parse(answer.body);
    expect(atoms.map(({ key, version }) => [key, version])).toEqual([
      ['v1.a', 1],
      ['v1.b', 1],
      ['v1.a', 2],
    ]);
    expect(atoms.every((atom) => atom.rootHash === rootHash)).toBe(true);
    expect((await service.get('/atoms/v1.a')).body).toMatchObject({
      value: '3',
      version: 2,
      proof: { rootHash, treeSize: 3 },
    });
  });

  it.each([
    ['a credential', { key: 'v1.c', value: 'password=Xk29fjQ81mZq' }, 422],
    ['a value that is too large', { key: 'v1.c', value: 'x'.repeat(65_537) }, 413],
    ['a bad key', { key: '', value: 'x' }, 400],
    ['a missing value', { key: 'v1.c' }, 400],
  ])('stores nothing of a batch with %s', async (_, bad, status) => {
    const before = await storeAll(['v1.before']);
    const atoms = [
      { key: 'v1.a', value: '1' },
      { key: 'v1.b', value: '2' },
      bad,
      { key: 'v1.d', value: '4' },
    ];
    const answer = await service.post('/batch-atoms', { atoms });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { failedIndex: 2 } });
    expect((await service.get('/atoms/v1.a')).status).toBe(404);
    expect((await service.get('/atoms/v1.before')).body).toMatchObject({
      proof: { rootHash: before.rootHash, treeSize: 1 },
    });
  });

  it('accepts 1,000 atoms and proves every one of them', async () => {
    const keys = Array.from({ length: 1_000 }, (_, i) => `v1.bulk.k${i}`);
    await storeAll(keys);
    const { atoms } = batch.parse((await service.post('/batch-access', { keys })).body);
    expect(atoms.map(({ key }) => key)).toEqual(keys);
    expect(atoms.map(problemOfAtom).filter((wrong) => wrong !== null)).toEqual([]);
  });
});

describe('POST /batch-access', () => {
  it('returns existing atoms in order and once each, and lists what is missing', async () => {
    await storeAll(['v1.a', 'v1.b', 'v1.c']);
    const answer = await service.post('/batch-access', { keys: ['v1.c', 'v1.x', 'v1.a', 'v1.c', 'v1.y'] });
    expect(answer.status).toBe(200);
    const { atoms, missing } = batch.parse(answer.body);
    expect(atoms.map(({ key }) => key)).toEqual(['v1.c', 'v1.a']);
    expect(missing).toEqual(['v1.x', 'v1.y']);
    expect(atoms.map(problemOfAtom)).toEqual([null, null]);
  });

  it('returns only missing keys for an empty memory', async () => {
    const answer = await service.post('/batch-access', { keys: ['v1.a'] });
    expect(answer.body).toEqual({ atoms: [], missing: ['v1.a'] });
  });

  it('returns one root during concurrent stores', async () => {
    const keys = Array.from({ length: 200 }, (_, i) => `v1.k${i}`);
    await storeAll(keys);
    let writing = true;
    const writes = (async () => {
      let count = 0;
      for (; writing; count += 1) {
        const atoms = keys.slice(0, 50).map((key) => ({ key, value: `again ${count}` }));
        await service.post('/batch-atoms', { atoms });
      }
      return count;
    })();
    const roots = new Set<string>();
    while (roots.size < 8) {
      const { atoms } = batch.parse((await service.post('/batch-access', { keys })).body);
      expect(atoms).toHaveLength(200);
      expect(atoms.map(problemOfAtom).filter((wrong) => wrong !== null)).toEqual([]);
      expect(new Set(atoms.map(({ proof }) => `${proof.rootHash} ${proof.treeSize}`)).size).toBe(1);
      // A batch that was stored during this read is completely visible or not at all.
      expect(new Set(atoms.slice(0, 50).map(({ version }) => version)).size).toBe(1);
      roots.add(atoms[0]?.proof.rootHash ?? '');
    }
    writing = false;
    expect(await writes).toBeGreaterThan(0);
  });
});

describe('POST /recall', () => {
  const keys = ['v1.user.Glen.preference.theme', 'v1.user.Glen.preference.language', 'v1.fact.moon.distance'];

  it('returns proven hits, best first, with scores and predictions', async () => {
    await storeAll(keys);
    const answer = await service.post('/recall', { query: 'moon distance', limit: 2 });
    expect(answer.status).toBe(200);
    const { atoms, predictions } = recollection.parse(answer.body);
    expect(atoms[0]).toMatchObject({ key: 'v1.fact.moon.distance', value: 'value of v1.fact.moon.distance' });
    expect(atoms[0]).not.toHaveProperty('hash');
    expect(atoms.map(problemOfAtom).every((wrong) => wrong === null)).toBe(true);
    expect(predictions).toEqual([]);
  });

  it('returns at most limit hits, 10 by default', async () => {
    await storeAll(Array.from({ length: 12 }, (_, i) => `v1.planet.p${i}`));
    const hits = async (body: object) =>
      recollection.parse((await service.post('/recall', { query: 'planet', ...body })).body).atoms.length;
    expect(await hits({})).toBe(10);
    expect(await hits({ limit: 3 })).toBe(3);
    expect(await hits({ limit: 100 })).toBe(12);
  });

  it('finds nothing in an empty memory', async () => {
    const answer = await service.post('/recall', { query: 'moon' });
    expect(answer.body).toEqual({ atoms: [], predictions: [] });
  });

  it('finds an atom as soon as it is stored, in its newest version', async () => {
    await storeAll(keys);
    await service.post('/atoms', { key: 'v1.fact.moon.distance', value: 'far' });
    const { atoms } = recollection.parse((await service.post('/recall', { query: 'moon' })).body);
    expect(atoms[0]).toMatchObject({ value: 'far', version: 2 });
  });

  it("predicts the next key of the same client's earlier recalls", async () => {
    await storeAll(keys);
    const recall = async (query: string, apiKey = service.fullKey) =>
      recollection.parse((await service.post('/recall', { query }, { apiKey })).body).predictions;
    await recall('moon distance');
    await service.get('/atoms/v1.user.Glen.preference.theme');
    expect(await recall('moon distance')).toEqual(['v1.user.Glen.preference.theme']);
    expect(await recall('moon distance', service.readKey)).toEqual([]);
  });

  it('learns nothing from refused and failed requests', async () => {
    await storeAll(keys);
    const recall = async () =>
      recollection.parse((await service.post('/recall', { query: 'moon distance' })).body).predictions;
    await recall();
    await service.post('/atoms', { key: 'v1.user.Glen.preference.theme', value: 'x'.repeat(70_000) });
    await service.get('/atoms/v1.nothing');
    await service.post('/batch-access', { keys: ['v1.nothing'] });
    await service.post('/recall', { query: 'moon', limit: 0 });
    expect(await recall()).toEqual([]);
  });
});

describe('a restart', () => {
  it('keeps atoms, tree, recall, and predictions', async () => {
    await storeAll(['v1.a.sun', 'v1.b.moon', 'v1.c.stars']);
    await service.post('/atoms', { key: 'v1.b.moon', value: 'new' });
    await service.post('/recall', { query: 'sun' });
    await service.post('/recall', { query: 'moon' });
    const before = (await service.get('/atoms/v1.b.moon')).body;
    await service.restart();
    expect((await service.get('/atoms/v1.b.moon')).body).toEqual(before);
    const { atoms, predictions } = recollection.parse((await service.post('/recall', { query: 'sun' })).body);
    expect(atoms.map(({ key }) => key)).toEqual(['v1.a.sun']);
    expect(predictions).toEqual(['v1.b.moon']);
    now += 1_000;
    expect((await service.post('/atoms', { key: 'v1.b.moon', value: 'newer' })).body).toMatchObject({
      version: 3,
      createdAt: now,
    });
    expect(problemOfAtom((await service.get('/atoms/v1.a.sun')).body)).toBeNull();
  });
});
