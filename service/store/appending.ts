import { appendLeaves, treeHead, type TreeNode } from '../tree/merkleTree.ts';
import { hashLeaf, leafPreimage } from '../tree/nodeHash.ts';
import { present, type LeafRecord, type NewAtom, type StoredVersion } from './atomStore.ts';

/** A tree before stores: its size, and its peaks in the order of `peakPositions(size)`. */
export interface Tree {
  readonly size: number;
  readonly peaks: readonly TreeNode[];
}

/** What several stores add to a memory, and what is returned for each. */
export interface Append {
  readonly after: Tree;
  /** Of the tree after all of them. */
  readonly root: Buffer;
  readonly leaves: readonly (LeafRecord & { readonly leafIndex: number })[];
  readonly nodes: readonly TreeNode[];
  readonly answers: readonly (readonly StoredVersion[])[];
}

/**
 * Stores that are written together. Their results are the same as with separate writes, one after the other: each has the
 * root after its own atoms. Of a key that occurs twice, the later version is the later leaf.
 *
 * @param versions of the keys so far; a key without one is new
 */
export function planAppend(
  before: Tree,
  versions: ReadonlyMap<string, number>,
  requests: readonly (readonly NewAtom[])[],
  now: number,
): Append {
  let { size, peaks } = before;
  let root = treeHead(size, peaks).root;
  const newest = new Map(versions);
  const leaves: (LeafRecord & { leafIndex: number })[] = [];
  const nodes: TreeNode[] = [];
  const answers = requests.map((atoms) => {
    const records = atoms.map(({ key, value, createdAt = now }) => {
      const version = (newest.get(key) ?? 0) + 1;
      newest.set(key, version);
      return { key, value, version, createdAt };
    });
    const hashes = records.map((record) => hashLeaf(leafPreimage(record)));
    const grown = appendLeaves(size, peaks, hashes);
    const first = size;
    for (const [i, record] of records.entries()) leaves.push({ ...record, leafIndex: first + i });
    for (const node of grown.added) nodes.push(node);
    ({ size, peaks } = grown);
    root = treeHead(size, peaks).root;
    const rootHash = root.toString('hex');
    return records.map(({ key, version, createdAt }, i) => ({
      key,
      version,
      hash: present(hashes[i]).toString('hex'),
      rootHash,
      createdAt,
    }));
  });
  return { after: { size, peaks }, root, leaves, nodes, answers };
}
