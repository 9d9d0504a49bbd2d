import { describe, expect, it } from 'vitest';
import { toHex } from './hex.ts';
import { createPartialTree, mergeProofs, type Merge } from './partialTree.ts';
import type { InclusionProof } from './proof.ts';
import type { PathScheme, TreeShape } from './scheme.ts';
import { naiveDuplicatingTree, naivePaddedTree, naiveRfcTree, type NaiveTree } from './testing/naiveTree.ts';
import { rootFromInclusionProof } from './rootFromInclusionProof.ts';
import { sha256 } from './testing/nodeSha256.ts';

const rfc: PathScheme = { hash: 'sha-256', node: 'prefix-01', shape: 'rfc6962', order: 'leaf-to-root' };
const node = (...parts: readonly Uint8Array[]) => sha256(Uint8Array.of(1), ...parts);
const trees: Readonly<Record<TreeShape, NaiveTree>> = {
  rfc6962: naiveRfcTree(node),
  'duplicate-last': naiveDuplicatingTree(node),
  'zero-pad': naivePaddedTree(node, 32),
};

function leavesOf(count: number, changed: readonly number[] = []): readonly Uint8Array[] {
  return Array.from({ length: count }, (_, index) =>
    sha256(Uint8Array.of(0, index, changed.includes(index) ? 1 : 0)),
  );
}

function proofsOf(leaves: readonly Uint8Array[], shape: TreeShape = 'rfc6962'): readonly InclusionProof[] {
  const tree = trees[shape];
  const rootHash = tree.root(leaves);
  return leaves.map((leafHash, index) => ({
    leafHash,
    siblings: tree.path(index, leaves),
    rootHash,
    leafIndex: BigInt(index),
    treeSize: BigInt(leaves.length),
  }));
}

const built = new Map<number, readonly InclusionProof[]>();
/** The same for an unchanged tree, which is slow to build the naive way, built once. */
function soundProofs(size: number): readonly InclusionProof[] {
  const proofs = built.get(size) ?? proofsOf(leavesOf(size));
  built.set(size, proofs);
  return proofs;
}

function nth<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}

function aboutOf(proofs: readonly InclusionProof[]) {
  const { rootHash, treeSize } = nth(proofs, 0);
  return { rootHash, treeSize: treeSize ?? 0n };
}

function flip(hash: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(hash);
  const at = (bit >> 3) % copy.length;
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

/** A number below `limit`, always the same for the same seed. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function alterationOf(merge: Merge | undefined) {
  return merge?.kind === 'failed' ? merge.alteration : null;
}

/** Level of each listed sibling, lowest first. */
function siblingLevels(proof: InclusionProof): readonly number[] {
  return rootFromInclusionProof(proof, rfc).steps.flatMap(({ level, sibling }) =>
    sibling === null ? [] : [level],
  );
}

describe('a partial tree', () => {
  it.each<TreeShape>(['rfc6962', 'duplicate-last', 'zero-pad'])(
    'verifies all proofs of a %s tree of any size, hashing every node once',
    (shape) => {
      for (let size = 1; size <= 40; size += 1) {
        const proofs = proofsOf(leavesOf(size), shape);
        const { tree, merges } = mergeProofs(proofs, aboutOf(proofs), { ...rfc, shape });
        expect(merges.every(({ kind }) => kind === 'verified')).toBe(true);
        const above = [...tree.nodes()].filter(({ level }) => level > 0);
        expect(tree.hashed()).toBeLessThanOrEqual(above.length);
        if (shape === 'rfc6962') expect(tree.hashed()).toBe(size - 1);
      }
    },
  );

  it('contains nothing from failed proofs, even if several of them agree', () => {
    const proofs = proofsOf(leavesOf(8));
    const lie = flip(nth(nth(proofs, 0).siblings, 2), 3);
    const forge = (proof: InclusionProof) => ({ ...proof, siblings: [...proof.siblings.slice(0, 2), lie] });
    const tree = createPartialTree(aboutOf(proofs), rfc);
    expect(tree.add(forge(nth(proofs, 0))).kind).toBe('failed');
    expect([...tree.nodes()]).toEqual([]);
    expect(tree.add(nth(proofs, 1)).kind).toBe('verified');
    expect(tree.add(forge(nth(proofs, 0))).kind).toBe('failed');
    expect(tree.nodeAt({ level: 2, index: 1n })).not.toEqual(lie);
  });

  it('compares the siblings above a known node with the known ones', () => {
    const proofs = proofsOf(leavesOf(16));
    const { siblings } = nth(proofs, 1);
    for (const level of siblings.keys()) {
      const tree = createPartialTree(aboutOf(proofs), rfc);
      tree.add(nth(proofs, 0));
      const tampered = siblings.map((hash, at) => (at === level ? flip(hash, 77) : hash));
      expect(tree.add({ ...nth(proofs, 1), siblings: tampered }).kind).toBe('failed');
    }
  });

  it('keeps proofs of another root or size apart', () => {
    const proofs = proofsOf(leavesOf(8));
    const tree = createPartialTree(aboutOf(proofs), rfc);
    expect(tree.add(nth(proofsOf(leavesOf(9)), 0)).kind).toBe('elsewhere');
    expect(tree.add({ ...nth(proofs, 0), treeSize: null }).kind).toBe('elsewhere');
    expect(tree.add({ ...nth(proofs, 0), treeSize: 7n }).kind).toBe('elsewhere');
  });

  it('shows both hashes of a contradiction between failing proofs, and localises neither', () => {
    const proofs = proofsOf(leavesOf(4));
    const broken = (bit: number) => ({
      ...nth(proofs, 0),
      siblings: [nth(nth(proofs, 0).siblings, 0), flip(nth(nth(proofs, 0).siblings, 1), bit)],
    });
    const { merges } = mergeProofs([broken(1), broken(2)], aboutOf(proofs), rfc);
    expect(merges[0]).toMatchObject({ kind: 'failed', contradiction: null, alteration: null });
    expect(merges[1]).toMatchObject({
      contradiction: {
        level: 1,
        index: 1n,
        otherIs: 'stated',
        given: broken(2).siblings[1],
        other: broken(1).siblings[1],
      },
      alteration: null,
    });
  });
});

describe('localising a failing proof', () => {
  it('never happens for a single proof', () => {
    const proofs = proofsOf(leavesOf(8));
    const alone = { ...nth(proofs, 3), leafHash: flip(nth(proofs, 3).leafHash, 0) };
    const { merges } = mergeProofs([alone], aboutOf(proofs), rfc);
    expect(merges).toEqual([{ kind: 'failed', problem: null, contradiction: null, alteration: null }]);
  });

  it('names the level in 1,000 random tamperings, where the other leaves are verified', () => {
    const random = randomFrom(7);
    const wrong: string[] = [];
    for (let run = 0; run < 1000; run += 1) {
      const size = 2 + random(60);
      const proofs = soundProofs(size);
      const victim = random(size);
      const proof = nth(proofs, victim);
      const which = random(proof.siblings.length + 1) - 1;
      const bit = random(256);
      const tampered: InclusionProof =
        which < 0
          ? { ...proof, leafHash: flip(proof.leafHash, bit) }
          : { ...proof, siblings: proof.siblings.map((hash, at) => (at === which ? flip(hash, bit) : hash)) };
      const level = which < 0 ? 0 : nth(siblingLevels(proof), which);
      const all = proofs.map((each, index) => (index === victim ? tampered : each));
      const merge = mergeProofs(all, aboutOf(proofs), rfc).merges[victim];
      const found = alterationOf(merge);
      const isExact = found?.levels.length === 1 && found.levels[0] === level;
      if (!isExact) wrong.push(`leaf ${victim} of ${size} at level ${level}: ${String(found?.levels)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('names levels that hold the right one in 1,000 random tamperings, where only some are verified', () => {
    const random = randomFrom(11);
    const wrong: string[] = [];
    for (let run = 0; run < 1000; run += 1) {
      const size = 8 + random(50);
      const proofs = soundProofs(size);
      const victim = random(size);
      const proof = nth(proofs, victim);
      const which = random(proof.siblings.length);
      const siblings = proof.siblings.map((hash, at) => (at === which ? flip(hash, random(256)) : hash));
      const level = nth(siblingLevels(proof), which);
      const others = [random(size), random(size)].filter((index) => index !== victim);
      const all = [{ ...proof, siblings }, ...others.map((index) => nth(proofs, index))];
      const [merge] = mergeProofs(all, aboutOf(proofs), rfc).merges;
      const found = alterationOf(merge);
      // The root at least is established, as soon as one proof leads to it.
      const isRight = others.length === 0 ? found === null : found?.levels.includes(level) === true;
      if (!isRight) wrong.push(`leaf ${victim} of ${size} at level ${level}: ${String(found?.levels)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('shows what is established where the proof differs first', () => {
    const proofs = proofsOf(leavesOf(8));
    const forged = { ...nth(proofs, 5), leafHash: flip(nth(proofs, 5).leafHash, 9) };
    const { merges } = mergeProofs([forged, nth(proofs, 4)], aboutOf(proofs), rfc);
    const seenAt = alterationOf(merges[0])?.seenAt;
    expect(seenAt).toMatchObject({ level: 0, index: 5n, otherIs: 'established', given: forged.leafHash });
    expect(seenAt && toHex(seenAt.other)).toBe(toHex(nth(proofs, 5).leafHash));
  });
});
