import { logPathScheme, type TreeHash } from './treeHash.ts';
import { equalBytes } from '../merkle/hex.ts';
import { reachesRoot } from '../merkle/rootFromInclusionProof.ts';

/**
 * A tree of RFC 6962 that only grows. It holds every complete node, 64 bytes for each leaf, so that heads and proofs of any
 * earlier size take a few steps.
 */
export interface HashTree {
  /** Adds a leaf hash of 32 bytes. */
  readonly append: (leaf: Uint8Array) => void;
  /** The number of leaves. */
  readonly size: () => number;
  readonly leaf: (index: number) => Uint8Array;
  /** The head over the first `size` leaves: MTH of section 2.1. @throws RangeError beyond the tree */
  readonly head: (size: number) => Uint8Array;
  /**
   * The siblings that lead from a leaf to the head over `size` leaves, leaf first: PATH of section 2.1.1.
   *
   * @throws RangeError unless 0 <= index < size <= size of the tree
   */
  readonly inclusionProof: (index: number, size: number) => readonly Uint8Array[];
  /**
   * The nodes that show that the tree of `from` leaves is the beginning of the tree of `to` leaves: PROOF of section 2.1.2.
   *
   * @throws RangeError unless 0 <= from <= to <= size of the tree
   */
  readonly consistencyProof: (from: number, to: number) => readonly Uint8Array[];
}

const hashLength = 32;

export function createHashTree(hash: TreeHash): HashTree {
  /** The complete nodes of each level, leaves first, one after the other. */
  const levels: Level[] = [];
  const levelAt = (height: number): Level => (levels[height] ??= createLevel());

  const append = (leaf: Uint8Array): void => {
    if (leaf.length !== hashLength) throw new RangeError('A leaf hash has 32 bytes.');
    let node = leaf;
    for (let height = 0; ; height += 1) {
      const level = levelAt(height);
      level.push(node);
      const count = level.count();
      if (count % 2 === 1) return;
      node = hash.node(level.at(count - 2), level.at(count - 1));
    }
  };
  const size = (): number => levels[0]?.count() ?? 0;
  /** The node over the leaves from `start` to before `end`, of which the first part is complete. */
  const nodeOver = (start: number, end: number): Uint8Array => {
    const count = end - start;
    const height = Math.log2(count);
    if (Number.isInteger(height) && start % count === 0) return levelAt(height).at(start / count);
    const middle = start + largestPowerBelow(count);
    return hash.node(nodeOver(start, middle), nodeOver(middle, end));
  };
  const checkSize = (count: number): void => {
    if (!Number.isSafeInteger(count) || count < 0 || count > size())
      throw new RangeError('The tree does not have this many leaves.');
  };
  return {
    append,
    size,
    leaf: (index) => {
      checkSize(index + 1);
      return levelAt(0).at(index).slice();
    },
    head: (count) => {
      checkSize(count);
      return count === 0 ? hash.empty : nodeOver(0, count).slice();
    },
    inclusionProof: (index, count) => {
      checkSize(count);
      if (!Number.isSafeInteger(index) || index < 0 || index >= count)
        throw new RangeError('The tree has no such leaf.');
      const siblings: Uint8Array[] = [];
      for (let start = 0, end = count; end - start > 1;) {
        const middle = start + largestPowerBelow(end - start);
        if (index < middle) {
          siblings.push(nodeOver(middle, end).slice());
          end = middle;
        } else {
          siblings.push(nodeOver(start, middle).slice());
          start = middle;
        }
      }
      return siblings.reverse();
    },
    consistencyProof: (from, to) => {
      checkSize(to);
      if (!Number.isSafeInteger(from) || from < 0 || from > to)
        throw new RangeError('A tree can only be the beginning of a larger one.');
      // Every tree begins with the empty one, and is itself.
      if (from === 0 || from === to) return [];
      const nodes: Uint8Array[] = [];
      let start = 0;
      let end = to;
      while (from < end) {
        const middle = start + largestPowerBelow(end - start);
        if (from <= middle) {
          nodes.push(nodeOver(middle, end).slice());
          end = middle;
        } else {
          nodes.push(nodeOver(start, middle).slice());
          start = middle;
        }
      }
      // The verifier knows the older head already, if it is a node of the newer tree.
      if (start > 0) nodes.push(nodeOver(start, end).slice());
      return nodes.reverse();
    },
  };
}

/** Whether a leaf hash is leaf `index` of a tree with this head. */
export function verifyInclusion(claim: {
  readonly leaf: Uint8Array;
  readonly index: bigint;
  readonly size: bigint;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}): boolean {
  const { leaf, index, size, root, proof } = claim;
  if (index < 0n || index >= size || ![leaf, root, ...proof].every(isHash)) return false;
  const parsed = { leafHash: leaf, siblings: proof, rootHash: root, leafIndex: index, treeSize: size };
  return reachesRoot(parsed, logPathScheme);
}

/**
 * Whether the tree with the first head is the beginning of the tree with the second: RFC 9162 section 2.1.4.2. That nothing
 * was changed, removed, or put in another order between the two, and no more.
 */
export function verifyConsistency(
  claim: {
    readonly from: number;
    readonly fromRoot: Uint8Array;
    readonly to: number;
    readonly toRoot: Uint8Array;
    readonly proof: readonly Uint8Array[];
  },
  hash: TreeHash,
): boolean {
  const { from, fromRoot, to, toRoot, proof } = claim;
  const areSizes = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from <= to;
  if (!areSizes || ![fromRoot, toRoot, ...proof].every(isHash)) return false;
  if (from === to) return proof.length === 0 && equalBytes(fromRoot, toRoot);
  if (from === 0) return proof.length === 0 && equalBytes(fromRoot, hash.empty);

  // The last node of the older tree and of the newer one, by index, on the level of the node that is next.
  let older = from - 1;
  let newer = to - 1;
  while (older % 2 === 1) {
    older = Math.floor(older / 2);
    newer = Math.floor(newer / 2);
  }
  const [first, ...others] = older === 0 ? [fromRoot, ...proof] : proof;
  if (first === undefined) return false;
  let olderNode = first;
  let newerNode = first;
  for (const node of others) {
    if (newer === 0) return false;
    if (older % 2 === 1 || older === newer) {
      olderNode = hash.node(node, olderNode);
      newerNode = hash.node(node, newerNode);
      while (older % 2 === 0 && older !== 0) {
        older = Math.floor(older / 2);
        newer = Math.floor(newer / 2);
      }
    } else newerNode = hash.node(newerNode, node);
    older = Math.floor(older / 2);
    newer = Math.floor(newer / 2);
  }
  return newer === 0 && equalBytes(olderNode, fromRoot) && equalBytes(newerNode, toRoot);
}

function isHash(bytes: Uint8Array): boolean {
  return bytes.length === hashLength;
}

/** The largest power of two that is less than `count`; `count` is at least 2. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

interface Level {
  readonly push: (node: Uint8Array) => void;
  readonly at: (index: number) => Uint8Array;
  readonly count: () => number;
}

/** Nodes in one piece of memory that doubles when it is full. */
function createLevel(): Level {
  let bytes = new Uint8Array(8 * hashLength);
  let count = 0;
  return {
    push: (node) => {
      if ((count + 1) * hashLength > bytes.length) {
        const larger = new Uint8Array(2 * bytes.length);
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(node, count * hashLength);
      count += 1;
    },
    at: (index) => bytes.subarray(index * hashLength, (index + 1) * hashLength),
    count: () => count,
  };
}
