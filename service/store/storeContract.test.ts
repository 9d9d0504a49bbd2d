import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { newTestDatabase } from '../testing/testPostgres.ts';
import { problemOfAtom } from '../testing/verifyAtom.ts';
import type { AtomStore } from './atomStore.ts';
import { openStores } from './openStores.ts';
import type { StorePlace, Stores } from './stores.ts';

// What every store must do, whatever it is built on.

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const newPlace = {
  LevelDB: async (): Promise<StorePlace> => {
    const folder = await mkdtemp(join(tmpdir(), 'atom-store-'));
    ends.push(() => rm(folder, { recursive: true }));
    return { kind: 'folder', folder };
  },
  PostgreSQL: async (): Promise<StorePlace> => ({ kind: 'postgres', url: await newTestDatabase() }),
};

async function open(place: StorePlace): Promise<Stores> {
  const stores = await openStores(place, { clock: () => 1_000, log: () => undefined });
  ends.push(() => stores.close());
  return stores;
}

const atom = (i: number, value = `value ${i}`) => ({ key: `k${i}`, value });

async function allKeys(store: AtomStore): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of store.keys()) keys.push(key);
  return keys.sort();
}

describe.each(Object.entries(newPlace))('%s', (_, newPlaceOf) => {
  const openNew = async () => open(await newPlaceOf());

  it('is empty at first', async () => {
    const { atoms } = await openNew();
    expect(await atoms.size()).toBe(0);
    expect(await atoms.read(['k1', 'k1'])).toEqual({ atoms: [], missing: ['k1'] });
    expect(await allKeys(atoms)).toEqual([]);
    expect(await atoms.keysSince(0)).toEqual({ keys: [], size: 0, isAll: true });
    expect(await atoms.leafAt(0)).toBeUndefined();
    expect(await atoms.nodeAt({ level: 0, index: 0 })).toBeUndefined();
  });

  it('numbers versions, also within a batch, and proves the newest ones under one root', async () => {
    const { atoms } = await openNew();
    const [one] = await atoms.append([atom(1)]);
    const batch = await atoms.append([atom(2), atom(1, 'again'), atom(1, 'and again')]);
    expect(one).toMatchObject({ key: 'k1', version: 1, createdAt: 1_000 });
    expect(batch.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(new Set(batch.map(({ rootHash }) => rootHash)).size).toBe(1);
    const { atoms: read, missing } = await atoms.read(['k2', 'nothing', 'k1', 'k2']);
    expect(read).toMatchObject([
      { key: 'k2', version: 1, proof: { leafIndex: 1, treeSize: 4, rootHash: batch[0]?.rootHash } },
      { key: 'k1', version: 3, value: 'and again', proof: { leafIndex: 3 } },
    ]);
    expect(read.map(problemOfAtom)).toEqual([null, null]);
    expect(missing).toEqual(['nothing']);
    expect(await atoms.leafAt(2)).toEqual({ ...atom(1, 'again'), version: 2, createdAt: 1_000 });
    expect(await allKeys(atoms)).toEqual(['k1', 'k2']);
    expect((await atoms.keysSince(1)).keys).toEqual(['k2']);
  });

  it('keeps every text as it is', async () => {
    const { atoms } = await openNew();
    const texts = [
      '',
      '\0',
      'a\0b\\x00',
      '{"a":1}',
      "'; DROP TABLE leaf; --",
      '👩‍💻 結論',
      '\u2028',
      'x'.repeat(300_000),
    ];
    await atoms.append(
      texts.map((value, i) => ({ key: `v1.${value.slice(0, 9)}.${i}`.replaceAll('\0', '0'), value })),
    );
    const keys = await allKeys(atoms);
    const { atoms: read } = await atoms.read(keys);
    expect(read.map(problemOfAtom).filter((problem) => problem !== null)).toEqual([]);
    expect(new Set(read.map(({ value }) => value))).toEqual(new Set(texts));
  });

  it('keeps a snapshot for as long as it is used', async () => {
    const { atoms } = await openNew();
    await atoms.append([atom(1)]);
    const frozen = atoms.freeze();
    expect((await frozen.read(['k1'])).atoms).toMatchObject([{ version: 1 }]);
    await atoms.append([atom(1), atom(2)]);
    expect(await frozen.read(['k1', 'k2'])).toMatchObject({
      atoms: [{ version: 1, proof: { treeSize: 1 } }],
      missing: ['k2'],
    });
    await frozen.close();
  });

  it('returns for each of many concurrent stores its own root, and has everything after it is opened again', async () => {
    const place = await newPlaceOf();
    const first = await openStores(place, { clock: () => 1, log: () => undefined });
    const requests = Array.from({ length: 40 }, (__, index) =>
      Array.from({ length: (index % 5) + 1 }, (___, i) => atom((index * i) % 7)),
    );
    const answers = await Promise.all(requests.map((request) => first.atoms.append(request)));
    const roots = answers.map(([stored]) => stored?.rootHash);
    expect(new Set(roots).size).toBe(requests.length);
    await first.close();
    const again = await open(place);
    expect(await again.atoms.size()).toBe(requests.flat().length);
    const { atoms: read } = await again.atoms.read(await allKeys(again.atoms));
    expect(read.map(problemOfAtom).filter((problem) => problem !== null)).toEqual([]);
    expect(read[0]?.proof.rootHash).toBe(roots.at(-1));
  });

  it('keeps vectors of its model', async () => {
    const { vectors } = await openNew();
    const vector = { scale: 0.5, bytes: Int8Array.from([1, -2, 127]) };
    const load = async (model: string) => {
      const found = [];
      for await (const some of vectors.load(model)) found.push(...some);
      return found;
    };
    expect(await load('one')).toEqual([]);
    await vectors.save([{ key: 'k1', vector }]);
    expect(await load('one')).toEqual([{ key: 'k1', vector }]);
    expect(await load('other')).toEqual([]);
  });

  it('learns what follows what, per client, and across a restart', async () => {
    const place = await newPlaceOf();
    const first = await openStores(place, { clock: () => 1, log: () => undefined });
    for (let round = 0; round < 3; round += 1) first.predictions.observe('mei', ['a', 'b', 'c']);
    first.predictions.observe('mei', ['a']);
    expect(await first.predictions.predict('mei', 5, () => true)).toEqual(['b']);
    expect(await first.predictions.predict('mei', 5, (key) => key !== 'b')).toEqual([]);
    expect(await first.predictions.predict('glen', 5, () => true)).toEqual([]);
    await first.close();
    const { predictions } = await open(place);
    predictions.observe('mei', ['b']);
    expect((await predictions.predict('mei', 1, () => true))[0]).toBe('c');
  });

  it('predicts while others recall without a pause', async () => {
    const { predictions } = await openNew();
    predictions.observe('mei', ['a', 'b', 'a']);
    let isAnswered = false;
    const answer = predictions
      .predict('mei', 1, () => true)
      .finally(() => {
        isAnswered = true;
      });
    for (let turn = 0; !isAnswered; turn += 1) {
      predictions.observe('glen', [`v1.k${turn % 7}`]);
      await setImmediate();
    }
    expect(await answer).toEqual(['b']);
  });

  it('learns the longest keys', async () => {
    const { predictions } = await openNew();
    const text = (from: number) =>
      [...Array.from({ length: 16 }).keys()]
        .map((i) => createHash('sha512').update(`${from} ${i}`).digest('base64'))
        .join('')
        .slice(0, 1_024);
    const keys = [text(1), text(2), text(3), text(4)];
    for (let round = 0; round < 3; round += 1) predictions.observe('mei', keys);
    predictions.observe('mei', keys.slice(0, 3));
    expect(await predictions.predict('mei', 1, () => true)).toEqual(keys.slice(3));
  });
});

describe('both stores', () => {
  it('return the same versions, hashes, proofs, and roots for the same requests', async () => {
    const request = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        value: fc.string({ unit: 'binary', maxLength: 20 }),
      }),
      { minLength: 1, maxLength: 9 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 4, maxLength: 12 }), async (requests) => {
        const [level, shared] = await Promise.all([
          newPlace.LevelDB().then(open),
          newPlace.PostgreSQL().then(open),
        ]);
        for (const atoms of requests) {
          expect(await shared.atoms.append(atoms)).toEqual(await level.atoms.append(atoms));
          const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
          expect(await shared.atoms.read(keys)).toEqual(await level.atoms.read(keys));
        }
      }),
      { numRuns: 4 },
    );
  });
});
