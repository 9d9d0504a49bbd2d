import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from './hex.ts';
import type { InclusionProof } from './proof.ts';
import type { PathScheme } from './scheme.ts';
import {
  naiveDuplicatingTree,
  naivePaddedTree,
  naiveRfcTree,
  naiveRootFromPath,
} from './testing/naiveTree.ts';
import { reachesRoot, rootFromInclusionProof } from './rootFromInclusionProof.ts';
import { sha256 } from './testing/nodeSha256.ts';
import { runs } from '../../service/testing/longRun.ts';

const rfc: PathScheme = { hash: 'sha-256', node: 'prefix-01', shape: 'rfc6962', order: 'leaf-to-root' };
const duplicating: PathScheme = {
  hash: 'sha-256',
  node: 'concat',
  shape: 'duplicate-last',
  order: 'leaf-to-root',
};

const rfcNode = (left: Uint8Array, right: Uint8Array) => sha256(Uint8Array.of(1), left, right);
const memo = new Map<string, Uint8Array>();
/** The reference asks for the same subtrees again and again. */
function remembered(node: (left: Uint8Array, right: Uint8Array) => Uint8Array, name: string) {
  return (...parts: readonly Uint8Array[]): Uint8Array => {
    const [left = new Uint8Array(), right = new Uint8Array()] = parts;
    const place = `${name}${Buffer.from(left).toString('latin1')}${Buffer.from(right).toString('latin1')}`;
    const known = memo.get(place) ?? node(left, right);
    memo.set(place, known);
    return known;
  };
}

function bytes(hex: string): Uint8Array {
  const read = fromHex(hex);
  if (read === null) throw new Error(`not hex: ${hex}`);
  return read;
}

function leafNumber(index: number): Uint8Array {
  return sha256(Uint8Array.of(index & 255, index >> 8));
}

function proofOf(
  leaves: readonly Uint8Array[],
  index: number,
  siblings: readonly Uint8Array[],
  rootHash: Uint8Array,
): InclusionProof {
  const leafHash = leaves[index];
  if (leafHash === undefined) throw new Error('no such leaf');
  return { leafHash, siblings, rootHash, leafIndex: BigInt(index), treeSize: BigInt(leaves.length) };
}

/** Leaf inputs and roots published with Certificate Transparency (RFC 6962 section 2.1.3 uses the same tree). */
const ctInputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'].concat(
  '606162636465666768696a6b6c6d6e6f',
);
const ctRoots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const ctLeaves = ctInputs.map((input) => sha256(Uint8Array.of(0), bytes(input)));

describe('rootFromInclusionProof on the published Certificate Transparency tree', () => {
  it.each(ctRoots.map((root, at) => [at + 1, root] as const))(
    'reaches the published root of %i leaves from each of them',
    (size, root) => {
      const leaves = ctLeaves.slice(0, size);
      const tree = naiveRfcTree(rfcNode);
      for (const index of leaves.keys()) {
        const trace = rootFromInclusionProof(
          proofOf(leaves, index, tree.path(index, leaves), bytes(root)),
          rfc,
        );
        expect(trace.problem).toBeNull();
        expect(trace.root && toHex(trace.root)).toBe(root);
      }
    },
  );

  it('reaches it from the published audit path of leaf 0 of 8', () => {
    const siblings = [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ].map(bytes);
    expect(reachesRoot(proofOf(ctLeaves, 0, siblings, bytes(ctRoots[7] ?? '')), rfc)).toBe(true);
  });
});

describe('rootFromInclusionProof against the naive reference', () => {
  const shapes = [
    { name: 'rfc6962', scheme: rfc, tree: naiveRfcTree(remembered(rfcNode, 'rfc')) },
    {
      name: 'duplicate-last',
      scheme: duplicating,
      tree: naiveDuplicatingTree(remembered(sha256, 'dup')),
    },
  ];

  it.each(shapes)('reaches the root in every $name tree of 1 to 300 leaves', ({ scheme, tree }) => {
    const all = Array.from({ length: 300 }, (_, index) => leafNumber(index));
    const missed: string[] = [];
    for (let size = 1; size <= 300; size += 1) {
      const leaves = all.slice(0, size);
      const root = tree.root(leaves);
      // Every leaf of smaller trees; of larger ones each end, where nodes lack neighbors, and some between.
      const stride = size <= 80 ? 1 : 17;
      for (let index = 0; index < size; index += index > size - 10 ? 1 : stride) {
        const proof = proofOf(leaves, index, tree.path(index, leaves), root);
        if (!reachesRoot(proof, scheme)) missed.push(`leaf ${index} of ${size}`);
      }
    }
    expect(missed).toEqual([]);
  });

  it('folds places beyond 2^31 and 2^53 in full width', () => {
    const size = fc.oneof(
      fc.bigInt({ min: 2n ** 31n - 2n, max: 2n ** 31n + 40n }),
      fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 40n }),
      fc.bigInt({ min: 1n, max: 2n ** 80n }),
    );
    fc.assert(
      fc.property(size, fc.bigInt({ min: 0n, max: 2n ** 90n }), fc.boolean(), (treeSize, pick, last) => {
        const leafIndex = last ? treeSize - 1n : pick % treeSize;
        const given = Array.from({ length: 100 }, (_, at) => leafNumber(1000 + at));
        const blank: InclusionProof = {
          leafHash: leafNumber(7),
          siblings: [],
          rootHash: leafNumber(0),
          leafIndex,
          treeSize,
        };
        const problem = rootFromInclusionProof({ ...blank, siblings: given }, rfc).problem;
        const wanted = problem?.kind === 'sibling-count' ? (problem.expected[0] ?? 0) : -1;
        const siblings = given.slice(0, wanted);
        const rootHash = naiveRootFromPath(rfcNode, leafIndex, treeSize, blank.leafHash, siblings);
        expect(reachesRoot({ ...blank, siblings, rootHash }, rfc)).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('rootFromInclusionProof without a tree size', () => {
  it('reaches the root of every tree of 1 to 70 leaves from each of them, by its index alone', () => {
    const missed: string[] = [];
    for (let size = 1; size <= 70; size += 1) {
      const leaves = Array.from({ length: size }, (_, index) => leafNumber(index));
      for (const { name, scheme, tree } of [
        { name: 'rfc6962', scheme: rfc, tree: naiveRfcTree(remembered(rfcNode, 'rfc')) },
        {
          name: 'duplicate-last',
          scheme: duplicating,
          tree: naiveDuplicatingTree(remembered(sha256, 'dup')),
        },
      ]) {
        const root = tree.root(leaves);
        for (let index = 0; index < size; index += 1) {
          const proof = { ...proofOf(leaves, index, tree.path(index, leaves), root), treeSize: null };
          if (!reachesRoot(proof, scheme)) missed.push(`${name}: leaf ${index} of ${size}`);
        }
      }
    }
    expect(missed).toEqual([]);
  });

  it('does not accept a sibling too many or too few', () => {
    const leaves = Array.from({ length: 7 }, (_, index) => leafNumber(index));
    const tree = naiveRfcTree(rfcNode);
    const proof = { ...proofOf(leaves, 6, tree.path(6, leaves), tree.root(leaves)), treeSize: null };
    expect(reachesRoot({ ...proof, siblings: [...proof.siblings, leafNumber(1)] }, rfc)).toBe(false);
    expect(
      rootFromInclusionProof({ ...proof, siblings: proof.siblings.slice(1) }, rfc).problem,
    ).toMatchObject({
      kind: 'sibling-count',
      given: 1,
    });
  });
});

describe('rootFromInclusionProof on paths that do not fit', () => {
  const leaves = Array.from({ length: 7 }, (_, index) => leafNumber(index));
  const tree = naiveRfcTree(rfcNode);
  const root = tree.root(leaves);
  const proof = proofOf(leaves, 6, tree.path(6, leaves), root);

  it('names the count that index and size demand for a trailing sibling', () => {
    const trace = rootFromInclusionProof({ ...proof, siblings: [...proof.siblings, root] }, rfc);
    expect(trace.problem).toEqual({ kind: 'sibling-count', given: 3, expected: [2] });
    expect(trace.root).toBeNull();
  });

  it('does so for a sibling too few, and traces as far as they reach', () => {
    const trace = rootFromInclusionProof({ ...proof, siblings: proof.siblings.slice(0, 1) }, rfc);
    expect(trace.problem).toEqual({ kind: 'sibling-count', given: 1, expected: [2] });
    expect(trace.steps.map(({ rule }) => rule)).toEqual(['promote', 'hash']);
    expect(trace.root).toBeNull();
  });

  it('does not accept a leaf as its own root in a larger tree', () => {
    const lone = { ...proof, siblings: [], rootHash: proof.leafHash };
    expect(rootFromInclusionProof(lone, rfc).problem).toEqual({
      kind: 'sibling-count',
      given: 0,
      expected: [2],
    });
    expect(reachesRoot({ ...lone, leafIndex: 0n, treeSize: 1n }, rfc)).toBe(true);
  });

  it('says what is missing where the position is not known', () => {
    expect(rootFromInclusionProof({ ...proof, leafIndex: null }, rfc)).toEqual({
      steps: [],
      problem: { kind: 'position-missing', missing: ['leafIndex'] },
      root: null,
    });
  });
});

describe('rootFromInclusionProof, step by step', () => {
  it('states the position, inputs, and rule of each step', () => {
    const leaves = Array.from({ length: 7 }, (_, index) => leafNumber(index));
    const tree = naiveRfcTree(rfcNode);
    const { steps } = rootFromInclusionProof(
      proofOf(leaves, 6, tree.path(6, leaves), tree.root(leaves)),
      rfc,
    );
    expect(steps.map(({ level, index, rule, side }) => [level, index, rule, side])).toEqual([
      [0, 6n, 'promote', 'none'],
      [1, 3n, 'hash', 'left'],
      [2, 1n, 'hash', 'left'],
    ]);
    expect(steps[0]).toMatchObject({ sibling: null, left: leaves[6], right: null, computed: leaves[6] });
    expect(steps[1]?.right).toEqual(leaves[6]);
    expect(steps[1]?.left).toEqual(steps[1]?.sibling);
  });

  it('reads siblings from the other end where the scheme lists them from the root', () => {
    const leaves = Array.from({ length: 5 }, (_, index) => leafNumber(index));
    const tree = naiveRfcTree(rfcNode);
    const proof = proofOf(leaves, 1, [...tree.path(1, leaves)].reverse(), tree.root(leaves));
    expect(reachesRoot(proof, { ...rfc, order: 'root-to-leaf' })).toBe(true);
    expect(reachesRoot(proof, rfc)).toBe(false);
  });
});

describe('rootFromInclusionProof where the last node is duplicated', () => {
  const leaves = Array.from({ length: 5 }, (_, index) => leafNumber(index));
  const tree = naiveDuplicatingTree(sha256);
  const proof = proofOf(leaves, 4, tree.path(4, leaves), tree.root(leaves));
  const own = leafNumber(4);
  const pair = sha256(own, own);
  const listed = [own, pair, ...proof.siblings];

  it('accepts the duplicates omitted and listed', () => {
    expect(proof.siblings).toHaveLength(1);
    expect(reachesRoot(proof, duplicating)).toBe(true);
    expect(reachesRoot({ ...proof, siblings: listed }, duplicating)).toBe(true);
    const { steps } = rootFromInclusionProof({ ...proof, siblings: listed }, duplicating);
    expect(steps.map(({ rule }) => rule)).toEqual(['duplicate', 'duplicate', 'hash']);
  });

  it('does not accept them listed in part', () => {
    const trace = rootFromInclusionProof({ ...proof, siblings: listed.slice(1) }, duplicating);
    expect(trace.problem).toEqual({ kind: 'sibling-count', given: 2, expected: [1, 3] });
  });

  it('does not accept a different node in the place of a duplicate, even if it leads to the root', () => {
    const stranger = leafNumber(99);
    const siblings = [stranger, sha256(own, stranger), ...proof.siblings];
    const above = sha256(sha256(own, stranger), sha256(own, stranger));
    const rootHash = sha256(proof.siblings[0] ?? own, above);
    const forged = { ...proof, siblings, rootHash };
    expect(rootFromInclusionProof(forged, duplicating)).toMatchObject({
      problem: { kind: 'not-a-duplicate', level: 0 },
      root: rootHash,
    });
    expect(reachesRoot(forged, duplicating)).toBe(false);
  });
});

describe('rootFromInclusionProof where leaves of zero bytes fill the tree', () => {
  const padded: PathScheme = { ...rfc, shape: 'zero-pad' };
  const leaves = Array.from({ length: 5 }, (_, index) => leafNumber(index));
  const tree = naivePaddedTree(rfcNode, 32);
  const proof = proofOf(leaves, 4, tree.path(4, leaves), tree.root(leaves));

  it('accepts padding listed and omitted, and nothing else in its place', () => {
    expect(proof.siblings).toHaveLength(3);
    expect(rootFromInclusionProof(proof, padded).steps.map(({ rule }) => rule)).toEqual([
      'pad',
      'pad',
      'hash',
    ]);
    expect(reachesRoot(proof, padded)).toBe(true);
    expect(reachesRoot({ ...proof, siblings: proof.siblings.slice(2) }, padded)).toBe(true);
    const stranger = { ...proof, siblings: [leafNumber(9), ...proof.siblings.slice(1)] };
    const rootHash = rootFromInclusionProof(stranger, padded).root ?? proof.rootHash;
    expect(rootFromInclusionProof(stranger, padded).problem).toEqual({ kind: 'not-padding', level: 0 });
    expect(reachesRoot({ ...stranger, rootHash }, padded)).toBe(false);
  });
});
