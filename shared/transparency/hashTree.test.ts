import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../merkle/hex.ts';
import { sha256 } from '../merkle/testing/nodeSha256.ts';
import { createHashTree, verifyConsistency, verifyInclusion } from './hashTree.ts';
import { treeHash } from './treeHash.ts';

const hash = treeHash();

/** The definitions of RFC 6962 section 2.1 as they are written there, over leaf hashes. */
function naiveHead(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (only === undefined) return hash.empty;
  if (leaves.length === 1) return only;
  const k = split(leaves.length);
  return hash.node(naiveHead(leaves.slice(0, k)), naiveHead(leaves.slice(k)));
}
function naivePath(m: number, leaves: readonly Uint8Array[]): readonly Uint8Array[] {
  if (leaves.length <= 1) return [];
  const k = split(leaves.length);
  return m < k
    ? [...naivePath(m, leaves.slice(0, k)), naiveHead(leaves.slice(k))]
    : [...naivePath(m - k, leaves.slice(k)), naiveHead(leaves.slice(0, k))];
}
function naiveProof(m: number, leaves: readonly Uint8Array[], isWhole = true): readonly Uint8Array[] {
  if (m === leaves.length) return isWhole ? [] : [naiveHead(leaves)];
  const k = split(leaves.length);
  return m <= k
    ? [...naiveProof(m, leaves.slice(0, k), isWhole), naiveHead(leaves.slice(k))]
    : [...naiveProof(m - k, leaves.slice(k), false), naiveHead(leaves.slice(0, k))];
}
function split(n: number): number {
  let k = 1;
  while (2 * k < n) k *= 2;
  return k;
}

function leavesOf(count: number): readonly Uint8Array[] {
  return Array.from({ length: count }, (_, at) => hash.leaf(Uint8Array.of(at & 255, at >> 8)));
}
function treeOf(leaves: readonly Uint8Array[]) {
  const tree = createHashTree(hash);
  for (const leaf of leaves) tree.append(leaf);
  return tree;
}
const sizes = fc.integer({ min: 1, max: 70 });

describe('the tree of RFC 6962', () => {
  it('has the heads of the published test vectors, by both implementations of SHA-256', () => {
    const entries = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const heads = [
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    for (const hashing of [hash, treeHash(sha256)]) {
      const tree = createHashTree(hashing);
      for (const entry of entries) tree.append(hashing.leaf(fromHex(entry) ?? new Uint8Array(0)));
      expect(heads.map((_, size) => toHex(tree.head(size)))).toEqual(heads);
    }
  });

  it('has the heads and proofs of the definition, for every earlier size', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (count, a, b) => {
        const leaves = leavesOf(count);
        const tree = treeOf(leaves);
        const size = 1 + (a % count);
        const earlier = b % (size + 1);
        expect(tree.head(size)).toEqual(naiveHead(leaves.slice(0, size)));
        expect(tree.inclusionProof(b % size, size)).toEqual(naivePath(b % size, leaves.slice(0, size)));
        expect(tree.consistencyProof(earlier, size)).toEqual(
          earlier === 0 ? [] : naiveProof(earlier, leaves.slice(0, size)),
        );
      }),
    );
  });

  it('refuses sizes and leaves that it does not have', () => {
    const tree = treeOf(leavesOf(5));
    for (const work of [
      () => tree.head(6),
      () => tree.head(-1),
      () => tree.head(0.5),
      () => tree.leaf(5),
      () => tree.inclusionProof(5, 5),
      () => tree.inclusionProof(0, 6),
      () => tree.consistencyProof(4, 3),
      () => tree.consistencyProof(-1, 3),
      () => {
        tree.append(new Uint8Array(31));
      },
    ])
      expect(work).toThrow(RangeError);
  });
});

describe('verification of inclusion', () => {
  it('accepts every leaf at its own place only', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (count, at) => {
        const tree = treeOf(leavesOf(count));
        const index = at % count;
        const claim = {
          leaf: tree.leaf(index),
          index: BigInt(index),
          size: BigInt(count),
          root: tree.head(count),
          proof: tree.inclusionProof(index, count),
        };
        expect(verifyInclusion(claim)).toBe(true);
        for (let other = 0; other < count; other += 1)
          expect(verifyInclusion({ ...claim, index: BigInt(other) })).toBe(other === index);
        expect(verifyInclusion({ ...claim, proof: [...claim.proof, claim.root] })).toBe(false);
        expect(verifyInclusion({ ...claim, leaf: hash.empty })).toBe(false);
        expect(verifyInclusion({ ...claim, index: BigInt(count) })).toBe(false);
      }),
    );
  });
});

describe('verification of consistency', () => {
  const flip = (bytes: Uint8Array, bit: number): Uint8Array => {
    const copy = bytes.slice();
    copy[(bit >> 3) % copy.length] = (copy[(bit >> 3) % copy.length] ?? 0) ^ (1 << (bit & 7));
    return copy;
  };

  it('accepts any two heads of one tree, and nothing that was altered', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(255), fc.nat(), (to, a, bit, place) => {
        const tree = treeOf(leavesOf(to));
        const from = a % (to + 1);
        const proof = tree.consistencyProof(from, to);
        const claim = { from, fromRoot: tree.head(from), to, toRoot: tree.head(to), proof };
        expect(verifyConsistency(claim, hash)).toBe(true);
        // Every tree begins with the empty one, so its proof says nothing about the newer head.
        if (from > 0)
          expect(verifyConsistency({ ...claim, toRoot: flip(claim.toRoot, bit) }, hash)).toBe(false);
        expect(verifyConsistency({ ...claim, fromRoot: flip(claim.fromRoot, bit) }, hash)).toBe(false);
        expect(verifyConsistency({ ...claim, proof: [...proof, claim.toRoot] }, hash)).toBe(false);
        if (proof.length === 0) return;
        const altered = proof.map((node, at) => (at === place % proof.length ? flip(node, bit) : node));
        expect(verifyConsistency({ ...claim, proof: altered }, hash)).toBe(false);
        expect(verifyConsistency({ ...claim, proof: proof.slice(1) }, hash)).toBe(false);
      }),
    );
  });

  it('refuses a newer tree in which one earlier leaf is another one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(), fc.nat(), (to, a, b) => {
        const from = 1 + (a % (to - 1));
        const changed = b % from;
        const leaves = leavesOf(to);
        const rewritten = treeOf(leaves.map((leaf, at) => (at === changed ? hash.empty : leaf)));
        const claim = {
          from,
          fromRoot: treeOf(leaves).head(from),
          to,
          toRoot: rewritten.head(to),
          proof: rewritten.consistencyProof(from, to),
        };
        expect(verifyConsistency(claim, hash)).toBe(false);
      }),
    );
  });

  it('refuses sizes that are none, and a newer tree that is smaller', () => {
    const root = hash.empty;
    const refused = (from: number, to: number) =>
      verifyConsistency({ from, to, fromRoot: root, toRoot: root, proof: [] }, hash);
    expect([refused(2, 1), refused(-1, 1), refused(0.5, 1), refused(0, 2 ** 60)]).toEqual(
      Array(4).fill(false),
    );
    expect(refused(0, 0)).toBe(true);
  });
});
