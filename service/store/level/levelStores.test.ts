import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemOfAtom } from '../../testing/verifyAtom.ts';
import { createLevelAtoms } from './levelAtoms.ts';
import { openDatabase, treeStateKey, type Database } from './database.ts';
import { createLearnedContextStore } from './levelLearnedContexts.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-store-'));
  database = await openDatabase(folder);
});
afterEach(async () => {
  await database.level.close();
  await rm(folder, { recursive: true });
});

const atom = (i: number) => ({ key: `k${i}`, value: `value ${i}` });

/** Makes every batch fail as on a full disk, until it is reverted. */
function breakWrites({ level }: Database): () => void {
  const batch = level.batch.bind(level);
  const broken = () => {
    const chained = batch();
    chained.write = async () => {
      await chained.close();
      throw new Error('disk full');
    };
    return chained;
  };
  Object.defineProperty(level, 'batch', { value: broken, configurable: true });
  return () => Reflect.deleteProperty(level, 'batch');
}

describe('atom store', () => {
  it('needs O(log n) records to prove an atom, however large the tree is', async () => {
    const store = createLevelAtoms(database, () => 0);
    await store.append(Array.from({ length: 5_000 }, (_, i) => atom(i)));
    let asked = 0;
    const getMany = database.nodes.getMany.bind(database.nodes);
    Object.defineProperty(database.nodes, 'getMany', {
      value: (keys: string[], options: object) => {
        asked += keys.length;
        return getMany(keys, options);
      },
    });
    const { atoms } = await store.read(['k1234']);
    expect(atoms.map(problemOfAtom)).toEqual([null]);
    expect(asked).toBeLessThanOrEqual(2 * 13);
  });

  it('reads one snapshot, even if a store happens during the read', async () => {
    const store = createLevelAtoms(database, () => 0);
    const [first] = await store.append([atom(1)]);
    const getMany = database.newest.getMany.bind(database.newest);
    Object.defineProperty(database.newest, 'getMany', {
      value: async (keys: string[], options: object) => {
        Reflect.deleteProperty(database.newest, 'getMany');
        await store.append([atom(2), atom(1)]);
        return getMany(keys, options);
      },
      configurable: true,
    });
    const during = await store.read(['k1', 'k2']);
    expect(during).toMatchObject({
      atoms: [{ version: 1, proof: { rootHash: first?.rootHash, treeSize: 1 } }],
      missing: ['k2'],
    });
    expect(during.atoms.map(problemOfAtom)).toEqual([null]);
    expect((await store.read(['k1'])).atoms).toMatchObject([{ version: 2, proof: { treeSize: 3 } }]);
  });

  it('returns for each of many concurrent stores its own root, as if it had been alone', async () => {
    const store = createLevelAtoms(database, () => 0);
    const requests = Array.from({ length: 40 }, (_, index) =>
      Array.from({ length: (index % 5) + 1 }, (__, place) => atom((index * place) % 7)),
    );
    const answers = await Promise.all(requests.map((atoms) => store.append(atoms)));
    const otherFolder = await mkdtemp(join(tmpdir(), 'atom-store-'));
    const other = await openDatabase(otherFolder);
    try {
      const oneByOne = createLevelAtoms(other, () => 0);
      for (const [index, atoms] of requests.entries()) {
        expect(answers[index]).toEqual(await oneByOne.append(atoms));
      }
    } finally {
      await other.level.close();
      await rm(otherFolder, { recursive: true });
    }
  });

  it('is unchanged after a store that failed, and continues to store after it', async () => {
    const store = createLevelAtoms(database, () => 0);
    const [first] = await store.append([atom(1)]);
    const mend = breakWrites(database);
    const failing = store.append([atom(2), atom(1)]);
    const failingToo = store.append([atom(3)]);
    await expect(failing).rejects.toThrow('disk full');
    await expect(failingToo).rejects.toThrow('disk full');
    mend();
    expect(await store.read(['k1', 'k2'])).toMatchObject({
      atoms: [{ version: 1, proof: { rootHash: first?.rootHash, treeSize: 1 } }],
      missing: ['k2'],
    });
    await store.append([atom(1)]);
    const { atoms } = await store.read(['k1']);
    expect(atoms).toMatchObject([{ version: 2, proof: { treeSize: 2 } }]);
    expect(atoms.map(problemOfAtom)).toEqual([null]);
  });

  it('reports that another service uses the folder', async () => {
    await expect(openDatabase(folder)).rejects.toThrow('in use by another running service');
  });

  it('refuses a database of another format', async () => {
    await database.level.put(`!state!${treeStateKey}`, '{"format":2,"size":0}');
    await database.level.close();
    await expect(openDatabase(folder)).rejects.toThrow('another version');
  });
});

describe('store of what predictions learned', () => {
  const learned = (weight: number, context = 'a') => ({
    client: 'c',
    context: [context],
    successors: weight === 0 ? [] : [{ key: 'b', weight, at: 1 }],
  });

  it('keeps the last state of each context, whatever the names, and removes forgotten ones', async () => {
    const store = createLearnedContextStore(database, () => expect.unreachable());
    store.save([learned(1), learned(2, '!"\\'), learned(1, 'x')]);
    store.save([learned(2)]);
    store.save([learned(3)]);
    await store.flush();
    store.save([]);
    store.save([learned(4), learned(0, 'x')]);
    await store.flush();
    const saved = await createLearnedContextStore(database, () => expect.unreachable()).load();
    expect(new Set(saved)).toEqual(new Set([learned(4), learned(2, '!"\\')]));
  });

  it('reports a failure and continues', async () => {
    const failures: unknown[] = [];
    const store = createLearnedContextStore(database, (error) => failures.push(error));
    Object.defineProperty(database.learnedContexts, 'batch', {
      value: () => Promise.reject(new Error('disk full')),
      configurable: true,
    });
    store.save([learned(1)]);
    await store.flush();
    expect(failures).toEqual([new Error('disk full')]);
    Reflect.deleteProperty(database.learnedContexts, 'batch');
    store.save([learned(2)]);
    await store.flush();
    expect(await store.load()).toEqual([learned(2)]);
  });
});
