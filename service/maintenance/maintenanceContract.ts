import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AtomStore, LeafRecord, NewestVersion } from '../store/atomStore.ts';
import type { Position } from '../tree/merkleTree.ts';
import { copyStore, CopyRefused, type CopyParts } from './copyStore.ts';
import type { StoreContents } from './storeContents.ts';
import { verifyStore } from './verifyStore.ts';

/** A store that a test may damage. null removes what is there. */
export interface DamageableStore {
  readonly store: AtomStore;
  readonly contents: () => Promise<StoreContents>;
  readonly setLeaf: (index: number, record: LeafRecord | null) => Promise<void>;
  readonly setNode: (position: Position, hash: Buffer | null) => Promise<void>;
  readonly setHead: (key: string, newest: NewestVersion | null) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What verifying and copying do with every kind of store. `open` opens a new, empty one. */
export function maintenanceContract(open: () => Promise<DamageableStore>): void {
  let store: DamageableStore;
  let other: DamageableStore;
  beforeEach(async () => {
    [store, other] = [await open(), await open()];
  });
  afterEach(async () => {
    await store.close();
    await other.close();
  });

  /** 11 versions of 7 keys: leaves 0 to 6, and then again of the first keys. */
  async function fill(): Promise<void> {
    for (let turn = 0; turn < 11; turn += 1) {
      await store.store.append([{ key: `v1.k${turn % 7}`, value: `value ${turn}`, createdAt: 1_000 + turn }]);
    }
  }

  async function problems(expectedRoot?: string): Promise<readonly string[]> {
    const contents = await store.contents();
    try {
      const report = await verifyStore(contents, { expectedRoot });
      expect(report.problemCount).toBe(report.problems.length);
      return report.problems;
    } finally {
      await contents.close();
    }
  }

  async function leaf(index: number): Promise<LeafRecord> {
    const record = await store.store.leafAt(index);
    if (record === undefined) throw new Error('There is no such leaf.');
    return record;
  }

  const zeros = Buffer.alloc(32);

  it('finds nothing wrong with a store that is as it was written', async () => {
    expect(await problems()).toEqual([]);
    await fill();
    const contents = await store.contents();
    const seen: (readonly number[])[] = [];
    const report = await verifyStore(contents, { progress: (leaves, size) => seen.push([leaves, size]) });
    await contents.close();
    const [atom] = (await store.store.read(['v1.k5'])).atoms;
    expect(report).toEqual({ size: 11, root: atom?.proof.rootHash, keys: 7, problems: [], problemCount: 0 });
    expect(seen.at(-1)).toEqual([11, 11]);
    expect(await problems(atom?.proof.rootHash)).toEqual([]);
    expect((await problems('00'.repeat(32)))[0]).toMatch(/^The root should be 0{64}, but the values give /);
  });

  it('names a node that was changed or is missing', async () => {
    await fill();
    await store.setNode({ level: 2, index: 1 }, zeros);
    await store.setNode({ level: 0, index: 3 }, zeros);
    await store.setNode({ level: 1, index: 4 }, null);
    expect(await problems()).toEqual(
      expect.arrayContaining([
        'Node 1 of level 2 is not what the values give.',
        'The hash of leaf 3 is not what the values give.',
        'Node 4 of level 1 is missing.',
      ]),
    );
  });

  it('names a node that is outside the tree', async () => {
    await fill();
    await store.setNode({ level: 1, index: 5 }, zeros);
    expect(await problems()).toEqual(['Node 5 of level 1 is outside the tree.']);
  });

  it('names the nodes above a value that was changed', async () => {
    await fill();
    await store.setLeaf(2, { ...(await leaf(2)), value: 'something else' });
    expect((await problems()).slice(0, 4)).toEqual([
      'The hash of leaf 2 is not what the values give.',
      'Node 1 of level 1 is not what the values give.',
      'Node 0 of level 2 is not what the values give.',
      'Node 0 of level 3 is not what the values give.',
    ]);
  });

  it('names a leaf that is missing, in the middle or at the end', async () => {
    await fill();
    await store.setLeaf(4, null);
    await store.setLeaf(10, null);
    const found = await problems();
    expect(found).toContain('Leaf 4 is missing.');
    expect(found).toContain('Leaf 10 is missing.');
    expect(found).toContain('The newest version of "v1.k4" should be leaf 4, which is missing.');
  });

  it.each<[string, NewestVersion | null, string]>([
    [
      'points at an earlier version',
      { leafIndex: 0, version: 1 },
      'Leaf 7 is version 2 of "v1.k0", but reads return version 1.',
    ],
    [
      'points at another key',
      { leafIndex: 5, version: 2 },
      'The newest version of "v1.k0" should be leaf 5, which has another key.',
    ],
    [
      'has another version',
      { leafIndex: 7, version: 3 },
      'The newest version of "v1.k0" should be 3, but leaf 7 has version 2.',
    ],
    [
      'is outside the tree',
      { leafIndex: 70, version: 2 },
      'The newest version of "v1.k0" should be leaf 70, which is missing.',
    ],
    ['is missing', null, 'Leaf 0 has the key "v1.k0", which reads do not find.'],
  ])('names a key whose newest version %s', async (_, head, problem) => {
    await fill();
    await store.setHead('v1.k0', head);
    expect(await problems()).toContain(problem);
  });

  it('notices a version that is there twice while another is missing', async () => {
    await fill();
    await store.store.append([{ key: 'v1.k0', value: 'third' }]);
    await store.setLeaf(7, { ...(await leaf(7)), version: 1 });
    expect(await problems()).toContain(
      'The versions in the tree are not those of the keys: some are missing, or there twice.',
    );
  });

  async function copy(parts: Partial<CopyParts> = {}) {
    const from = await store.contents();
    try {
      return await copyStore({ from, to: other.contents, target: other.store, ...parts });
    } finally {
      await from.close();
    }
  }

  async function requireEqual(): Promise<void> {
    const keys = Array.from({ length: 7 }, (_, number) => `v1.k${number}`);
    expect(await other.store.read(keys)).toEqual(await store.store.read(keys));
    for (let index = 0; index < 11; index += 1)
      expect(await other.store.leafAt(index)).toEqual(await leaf(index));
  }

  it('copies every version with its time, proof, and root', async () => {
    await fill();
    const report = await copy();
    expect(report).toMatchObject({ size: 11, keys: 7, problems: [] });
    await requireEqual();
    expect(await copy()).toEqual(report);
  });

  it('goes on with a copy that was interrupted', async () => {
    await fill();
    for (let index = 0; index < 6; index += 1) await other.store.append([await leaf(index)]);
    expect((await copy()).problems).toEqual([]);
    await requireEqual();
  });

  it('does not add to another memory, whether it is shorter or longer', async () => {
    await fill();
    await other.store.append([{ key: 'v1.k0', value: 'not the same' }]);
    await expect(copy()).rejects.toThrow('The target already has other atoms than the source.');
    expect(await other.store.size()).toBe(1);
    for (let more = 0; more < 20; more += 1) await other.store.append([{ key: 'v1.more', value: 'x' }]);
    await expect(copy()).rejects.toThrow('The target has 21 versions, and the source only 11.');
  });

  it.each<[string, () => Promise<void>, string]>([
    ['a leaf is missing', () => store.setLeaf(4, null), 'Leaf 4 of the source is missing.'],
    ['the last leaf is missing', () => store.setLeaf(10, null), 'Leaf 10 of the source is missing.'],
    [
      'a value was changed',
      async () => store.setLeaf(2, { ...(await leaf(2)), value: 'something else' }),
      'The root of the source is not that of its values.',
    ],
    [
      'a version was changed',
      async () => store.setLeaf(2, { ...(await leaf(2)), version: 9 }),
      'The versions of the source are not in order.',
    ],
  ])('does not call a copy complete if in the source %s', async (_, damage, problem) => {
    await fill();
    await damage();
    const copying = copy();
    await expect(copying).rejects.toThrow(CopyRefused);
    await expect(copying).rejects.toThrow(problem);
  });

  it('verifies what the target has, not what was sent to it', async () => {
    await fill();
    const changed = {
      append: (atoms: Parameters<AtomStore['append']>[0]) =>
        other.store.append(atoms.map((atom) => ({ ...atom, value: `${atom.value}!` }))),
    };
    const report = await copy({ target: changed });
    expect(report.problems[0]).toMatch(/^The root should be [0-9a-f]{64}, but the values give /);
  });
}
