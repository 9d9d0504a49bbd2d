import { emptyRoot, hashNode } from './nodeHash.ts';

/*
 * An append-only RFC 6962 tree over storage. Only complete subtrees are stored: node (level, index) covers
 * the 2^level leaves from index * 2^level, and never changes. All other nodes are on the right edge, belong
 * to one tree size only, and are folded from the peaks: the complete subtrees that make up the tree, one per
 * bit of its size. Numbers are halved by division because shifts would truncate them to 32 bits.
 */

/** The position of a complete subtree. Level 0 contains the leaves. */
export interface Position {
  readonly level: number;
  readonly index: number;
}

export interface TreeNode extends Position {
  readonly hash: Buffer;
}

/** Positions of the complete subtrees that make up a tree of `size` leaves, largest first. */
export function peakPositions(size: number): readonly Position[] {
  const peaks: Position[] = [];
  for (let level = 0, complete = size; complete > 0; level += 1, complete = Math.floor(complete / 2)) {
    if (complete % 2 === 1) peaks.unshift({ level, index: complete - 1 });
  }
  return peaks;
}

/**
 * The nodes that are created when `leaves` (leaf hashes) are appended to the tree with these `peaks` (in the
 * order of `peakPositions(size)`), and the peaks and size afterwards. On average two hashes per leaf.
 */
export function appendLeaves(
  size: number,
  peaks: readonly TreeNode[],
  leaves: readonly Buffer[],
): { readonly size: number; readonly peaks: readonly TreeNode[]; readonly added: readonly TreeNode[] } {
  const stack = [...peaks];
  const added: TreeNode[] = [];
  leaves.forEach((leaf, offset) => {
    let node: TreeNode = { level: 0, index: size + offset, hash: leaf };
    added.push(node);
    // An odd index is a right child: its left sibling is the smallest peak, and both merge, like a carry.
    while (node.index % 2 === 1) {
      const left = stack.pop();
      if (left?.level !== node.level) throw new Error('The peaks do not belong to this tree size.');
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: hashNode(left.hash, node.hash) };
      added.push(node);
    }
    stack.push(node);
  });
  return { size: size + leaves.length, peaks: stack, added };
}

/** What is needed besides stored nodes to prove leaves of one tree size. */
export interface TreeHead {
  readonly size: number;
  readonly root: Buffer;
  /** By level: the incomplete last node, which folds all smaller peaks; null if there is none. */
  readonly edges: readonly (Buffer | null)[];
}

/** Folds the peaks (in the order of `peakPositions(size)`) from the smallest to the root. */
export function treeHead(size: number, peaks: readonly TreeNode[]): TreeHead {
  const edges: (Buffer | null)[] = [];
  let fold: Buffer | null = null;
  for (const peak of [...peaks].reverse()) {
    while (edges.length <= peak.level) edges.push(fold);
    fold = fold === null ? peak.hash : hashNode(peak.hash, fold);
  }
  return { size, root: fold ?? emptyRoot, edges };
}

/** One sibling on a path: a stored node, or the incomplete node at the right edge of its level. */
export type Sibling =
  | { readonly kind: 'stored'; readonly position: Position }
  | { readonly kind: 'edge'; readonly level: number };

/**
 * Siblings from the leaf to the root (RFC 9162, 2.1.3.1). A last node without sibling moves up unhashed, so
 * paths at the right edge are shorter.
 *
 * @throws RangeError unless 0 <= leafIndex < size.
 */
export function siblingsOf(leafIndex: number, size: number): readonly Sibling[] {
  if (!Number.isSafeInteger(leafIndex) || leafIndex < 0 || leafIndex >= size) {
    throw new RangeError('The leaf index is outside the tree.');
  }
  const siblings: Sibling[] = [];
  let index = leafIndex;
  // Number of nodes at this level: all of them, and the complete ones.
  let count = size;
  let complete = size;
  for (let level = 0; count > 1; level += 1) {
    const sibling = index % 2 === 0 ? index + 1 : index - 1;
    if (sibling < complete) siblings.push({ kind: 'stored', position: { level, index: sibling } });
    else if (sibling < count) siblings.push({ kind: 'edge', level });
    index = Math.floor(index / 2);
    count = Math.ceil(count / 2);
    complete = Math.floor(complete / 2);
  }
  return siblings;
}

/** The hash of one sibling; `stored` looks up a stored node. */
export function siblingHash(
  sibling: Sibling,
  head: TreeHead,
  stored: (position: Position) => Buffer,
): Buffer {
  if (sibling.kind === 'stored') return stored(sibling.position);
  const edge = head.edges[sibling.level];
  if (!edge) throw new Error('The tree has no right edge at this level.');
  return edge;
}
