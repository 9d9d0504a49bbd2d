import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appendLeaves,
  peakPositions,
  siblingHash,
  siblingsOf,
  treeHead,
  type Position,
  type TreeHead,
} from './merkleTree.ts';
import { emptyRoot, hashLeaf, leafPreimage } from './nodeHash.ts';

// The reference: RFC 9162, 2.1.1 and 2.1.3.1, literally, without sharing code with the tested implementation.
const sha256 = (...parts: readonly Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest('hex');
const bytes = (hex: string) => Buffer.from(hex, 'hex');

function splitPoint(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

function naiveRoot(entries: readonly Buffer[]): string {
  const [first] = entries;
  if (first === undefined) return sha256();
  if (entries.length === 1) return sha256(Buffer.of(0), first);
  const k = splitPoint(entries.length);
  return sha256(Buffer.of(1), bytes(naiveRoot(entries.slice(0, k))), bytes(naiveRoot(entries.slice(k))));
}

function naivePath(m: number, entries: readonly Buffer[]): string[] {
  if (entries.length === 1) return [];
  const k = splitPoint(entries.length);
  return m < k
    ? [...naivePath(m, entries.slice(0, k)), naiveRoot(entries.slice(k))]
    : [...naivePath(m - k, entries.slice(k)), naiveRoot(entries.slice(0, k))];
}

// The tested tree, over a map instead of a database.
function createTree() {
  const nodes = new Map<string, Buffer>();
  const at = ({ level, index }: Position) => {
    const hash = nodes.get(`${level}/${index}`);
    if (hash === undefined) throw new Error(`Node ${level}/${index} is not stored.`);
    return hash;
  };
  let size = 0;
  const peaks = () => peakPositions(size).map((position) => ({ ...position, hash: at(position) }));
  const head = (): TreeHead => treeHead(size, peaks());
  return {
    append(entries: readonly Buffer[]) {
      const grown = appendLeaves(size, peaks(), entries.map(hashLeaf));
      for (const { level, index, hash } of grown.added) nodes.set(`${level}/${index}`, hash);
      size = grown.size;
      expect(grown.peaks).toEqual(peaks());
      return grown.added.length;
    },
    root: () => head().root.toString('hex'),
    path: (index: number) =>
      siblingsOf(index, size).map((sibling) => siblingHash(sibling, head(), at).toString('hex')),
  };
}

describe('merkle tree', () => {
  // Test tree of the Certificate Transparency project, which RFC 6962 implementations share.
  const entries = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map(bytes);
  const roots = [
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

  it.each(roots.map((root, size) => ({ size, root })))(
    'has the published root at $size leaves',
    ({ size, root }) => {
      const tree = createTree();
      tree.append(entries.slice(0, size));
      expect(tree.root()).toBe(root);
    },
  );

  it('returns the published path of leaf 5 in the tree of 8', () => {
    const tree = createTree();
    tree.append(entries);
    expect(tree.path(5)).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
  });

  it('agrees with the reference on every root and path up to 70 leaves', () => {
    const all = Array.from({ length: 70 }, (_, i) => Buffer.from(`entry ${i}`));
    const tree = createTree();
    for (const [i, entry] of all.entries()) {
      tree.append([entry]);
      const known = all.slice(0, i + 1);
      expect(tree.root()).toBe(naiveRoot(known));
      for (let m = 0; m <= i; m += 1) expect(tree.path(m)).toEqual(naivePath(m, known));
    }
  });

  it('does not depend on how leaves were batched', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 12 }), { maxLength: 8 }),
        fc.nat(),
        (batches, pick) => {
          const all = batches.flat().map((entry) => Buffer.from(entry));
          const tree = createTree();
          for (const batch of batches) tree.append(batch.map((entry) => Buffer.from(entry)));
          expect(tree.root()).toBe(naiveRoot(all));
          if (all.length > 0) {
            const m = pick % all.length;
            expect(tree.path(m)).toEqual(naivePath(m, all));
          }
        },
      ),
    );
  });

  it('creates at most two nodes per leaf, as many as there are complete subtrees', () => {
    const tree = createTree();
    expect(tree.append(Array.from({ length: 1_000 }, () => Buffer.of(7)))).toBe(
      1_000 + 500 + 250 + 125 + 62 + 31 + 15 + 7 + 3 + 1,
    );
  });

  it('finds peaks and paths beyond 2^32 without truncating numbers', () => {
    const size = 2 ** 40 + 3;
    expect(peakPositions(size)).toEqual([
      { level: 40, index: 0 },
      { level: 1, index: 2 ** 39 },
      { level: 0, index: 2 ** 40 + 2 },
    ]);
    expect(siblingsOf(2 ** 40, size)).toEqual([
      { kind: 'stored', position: { level: 0, index: 2 ** 40 + 1 } },
      { kind: 'edge', level: 1 },
      { kind: 'stored', position: { level: 40, index: 0 } },
    ]);
    const path = siblingsOf(2 ** 33 + 1, size);
    expect(path).toHaveLength(41);
    expect(path[0]).toEqual({ kind: 'stored', position: { level: 0, index: 2 ** 33 } });
    expect(path[33]).toEqual({ kind: 'stored', position: { level: 33, index: 0 } });
    expect(path[40]).toEqual({ kind: 'edge', level: 40 });
  });

  it.each([-1, 3, 1.5, Number.NaN])('refuses a path for leaf %s in a tree of 3', (index) => {
    expect(() => siblingsOf(index, 3)).toThrow(RangeError);
  });

  it('refuses peaks of another size', () => {
    expect(() => appendLeaves(1, [], [hashLeaf('x')])).toThrow('peaks');
  });

  it('returns the hash of nothing for the empty tree', () => {
    expect(emptyRoot.toString('hex')).toBe(roots[0]);
  });
});

describe('leaf', () => {
  it('is the hash of a zero byte and the canonical JSON of key, value, and version', () => {
    const atom = { version: 2, value: 'dark "é"\n\u0001😀', key: 'v1.user.Glen' };
    const canonical = '{"key":"v1.user.Glen","value":"dark \\"é\\"\\n\\u0001😀","version":2}';
    expect(leafPreimage(atom)).toBe(canonical);
    expect(hashLeaf(leafPreimage(atom)).toString('hex')).toBe(sha256(Buffer.of(0), Buffer.from(canonical)));
  });
});
