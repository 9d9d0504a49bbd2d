import { hashNode } from './hashing.ts';
import { equalBytes } from './hex.ts';
import { paddingNode } from './padding.ts';
import type { InclusionProof } from './proof.ts';
import type { PathScheme } from './scheme.ts';
import {
  leadsToRoot,
  rootFromInclusionProof,
  type PathProblem,
  type PathTrace,
  type StepHash,
} from './rootFromInclusionProof.ts';

/** A place in a tree; level 0 holds the leaves, and `index` counts from 0 within its level. */
export interface TreePlace {
  readonly level: number;
  readonly index: bigint;
}

/** Two hashes for one place: at most one of them can be in the tree. */
export interface Contradiction extends TreePlace {
  /** What the failing proof states, or what its path computes, for this place. */
  readonly given: Uint8Array;
  /** What verified proofs establish there; where none does, what another failing proof states. */
  readonly other: Uint8Array;
  readonly otherIs: 'established' | 'stated';
}

/** Where a failing proof was altered, as far as verified proofs of the same tree can tell. */
export interface Alteration {
  /**
   * The levels at which its leaf hash or sibling may be wrong, lowest first; one where it is certain. A leaf and
   * its sibling are both on level 0.
   */
  readonly levels: readonly number[];
  /** The first place where the proof differs from what is established. */
  readonly seenAt: Contradiction;
}

export type Merge =
  | { readonly kind: 'verified' }
  /** It has a different root or size than the tree, or no position. */
  | { readonly kind: 'elsewhere' }
  | {
      readonly kind: 'failed';
      readonly problem: PathProblem | null;
      readonly contradiction: Contradiction | null;
      /** null if nothing on its path is established: a failing proof alone cannot be localised. */
      readonly alteration: Alteration | null;
    };

/** The part of one tree that verified proofs establish. Holds nothing that was not verified under its root. */
export interface PartialTree {
  readonly scheme: PathScheme;
  readonly rootHash: Uint8Array;
  readonly treeSize: bigint;
  /** The established hash at a place; null if nothing is known. */
  readonly nodeAt: (place: TreePlace) => Uint8Array | null;
  /** Every established node, in no particular order. */
  readonly nodes: () => Iterable<TreePlace & { readonly hash: Uint8Array }>;
  /** How many nodes were hashed so far; each that verified proofs share counts once. */
  readonly hashed: () => number;
  /** Adds what a proof establishes, if it leads to the root. Nothing else changes the tree. */
  readonly add: (proof: InclusionProof) => Merge;
}

/** A tree of which only the root and size are known. Chained proofs are merged one by one. */
export function createPartialTree(
  about: { readonly rootHash: Uint8Array; readonly treeSize: bigint },
  scheme: PathScheme,
): PartialTree {
  const { rootHash, treeSize } = about;
  const known = new Map<string, TreePlace & { readonly hash: Uint8Array }>();
  let hashed = 0;
  const at = (place: TreePlace): Uint8Array | null => known.get(nameOf(place))?.hash ?? null;

  // Above children that are both established stands an established node, which need not be hashed again. A path
  // that continues from there still has every sibling compared on the way.
  const hash: StepHash = (left, right, { level, index, neighbour }) => {
    const above = at({ level: level + 1, index: index / 2n });
    const leftIndex = index - (index % 2n);
    if (above !== null && isAt({ level, index: leftIndex }, left)) {
      // A node alone on its side has a partner that is known without a place in the tree.
      const partner = scheme.shape === 'zero-pad' ? paddingNode(level, scheme) : left;
      const isRight =
        neighbour === 'none' ? equalBytes(right, partner) : isAt({ level, index: leftIndex + 1n }, right);
      if (isRight) return above;
    }
    hashed += 1;
    return hashNode(left, right, scheme);
  };
  const isAt = (place: TreePlace, node: Uint8Array): boolean => {
    const established = at(place);
    return established !== null && equalBytes(established, node);
  };

  const add = (proof: InclusionProof): Merge => {
    if (proof.leafIndex === null || proof.treeSize !== treeSize || !equalBytes(proof.rootHash, rootHash))
      return { kind: 'elsewhere' };
    const trace = rootFromInclusionProof(proof, scheme, hash);
    const stated = nodesOf(proof, trace);
    if (leadsToRoot(trace, proof) && stated.every((node) => at(node) === null || isAt(node, node.hash))) {
      for (const node of stated) if (at(node) === null) known.set(nameOf(node), node);
      return { kind: 'verified' };
    }
    const alteration = localise(proof, trace, at);
    return { kind: 'failed', problem: trace.problem, contradiction: alteration?.seenAt ?? null, alteration };
  };
  return { scheme, rootHash, treeSize, nodeAt: at, nodes: () => known.values(), hashed: () => hashed, add };
}

export interface MergedProofs {
  readonly tree: PartialTree;
  /** One for each proof, in their order. */
  readonly merges: readonly Merge[];
}

/**
 * Merges proofs of one tree. Those that fail are looked at again when all others are in, so that as much as
 * possible is established by then; where nothing is, failing proofs are compared with each other.
 */
export function mergeProofs(
  proofs: readonly InclusionProof[],
  about: { readonly rootHash: Uint8Array; readonly treeSize: bigint },
  scheme: PathScheme,
): MergedProofs {
  const tree = createPartialTree(about, scheme);
  const first = proofs.map(tree.add);
  const stated = new Map<string, Uint8Array>();
  const merges = first.map((merge, at): Merge => {
    const proof = proofs[at];
    if (merge.kind !== 'failed' || proof === undefined) return merge;
    const again = tree.add(proof);
    if (again.kind !== 'failed' || again.contradiction !== null) return again;
    return { ...again, contradiction: compareStated(proof, scheme, stated) };
  });
  return { tree, merges };
}

/** Compares what a failing proof states with what earlier ones stated, and records it. */
function compareStated(
  proof: InclusionProof,
  scheme: PathScheme,
  stated: Map<string, Uint8Array>,
): Contradiction | null {
  let contradiction: Contradiction | null = null;
  for (const node of nodesOf(proof, rootFromInclusionProof(proof, scheme))) {
    if (node.isComputed) continue;
    const other = stated.get(nameOf(node));
    if (other === undefined) stated.set(nameOf(node), node.hash);
    else if (contradiction === null && !equalBytes(other, node.hash)) {
      const { level, index, hash: given } = node;
      contradiction = { level, index, given, other, otherIs: 'stated' };
    }
  }
  return contradiction;
}

interface StatedNode extends TreePlace {
  readonly hash: Uint8Array;
  /** Whether it follows from the nodes below it, and is not in the proof itself. */
  readonly isComputed: boolean;
}

/** Every node in a proof, lowest first; on each level, the node of the path before its sibling. */
function nodesOf({ leafHash, leafIndex }: InclusionProof, { steps }: PathTrace): readonly StatedNode[] {
  const nodes: StatedNode[] = [];
  let hash = leafHash;
  for (const { level, index, side, sibling, computed } of steps) {
    nodes.push({ level, index, hash, isComputed: level > 0 });
    if (side !== 'none' && sibling !== null)
      nodes.push({ level, index: index ^ 1n, hash: sibling, isComputed: false });
    hash = computed;
  }
  const index = (leafIndex ?? 0n) >> BigInt(steps.length);
  nodes.push({ level: steps.length, index, hash, isComputed: steps.length > 0 });
  return nodes;
}

/** Climbs from the leaf to the first node that differs from an established one. */
function localise(
  proof: InclusionProof,
  trace: PathTrace,
  at: (place: TreePlace) => Uint8Array | null,
): Alteration | null {
  // Levels below the difference at which something may be wrong: what is established there is not.
  const open: number[] = [];
  for (const { level, index, hash, isComputed } of nodesOf(proof, trace)) {
    const established = at({ level, index });
    if (established === null) {
      if (!isComputed) open.push(level);
      continue;
    }
    if (!equalBytes(established, hash)) {
      const seenAt = { level, index, given: hash, other: established, otherIs: 'established' } as const;
      return { levels: isComputed ? [...new Set(open)] : [level], seenAt };
    }
    // If a computed node is correct, everything below it is too.
    if (isComputed) open.length = 0;
  }
  return null;
}

function nameOf({ level, index }: TreePlace): string {
  return `${level}:${index}`;
}
