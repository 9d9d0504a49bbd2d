import { equalBytes } from './hex.ts';
import { hashNode } from './hashing.ts';
import { paddingNode } from './padding.ts';
import { missingPosition, type InclusionProof, type PositionField } from './proof.ts';
import type { PathScheme } from './scheme.ts';
import { lengthOfPlaces, placesToRoot, siblingCounts, standInSize, type Place } from './treeShape.ts';

/**
 * What happens at one step: hash with the neighbor, carry the node up unchanged, hash it with itself, or hash it
 * with the node above nothing but padding.
 */
export type StepRule = 'hash' | 'promote' | 'duplicate' | 'pad';

/** One step from a node to the one above it. */
export interface PathStep {
  /** Level of the node we come from; 0 for the leaf. */
  readonly level: number;
  /** Position of that node within its level. */
  readonly index: bigint;
  readonly rule: StepRule;
  /** Where the sibling stands; `none` where the node is promoted, hashed with itself or with padding. */
  readonly side: 'left' | 'right' | 'none';
  /** Sibling taken from the proof; null if none was needed (a duplicate or padding may be listed or omitted). */
  readonly sibling: Uint8Array | null;
  /** The two children that are hashed; `right` is null if the node is promoted. */
  readonly left: Uint8Array;
  readonly right: Uint8Array | null;
  /** The node above. */
  readonly computed: Uint8Array;
}

export type PathProblem =
  /** Without the index the sides of the path are not known, and this rule needs them. */
  | { readonly kind: 'position-missing'; readonly missing: readonly PositionField[] }
  /** `expected`: what index and size demand; two numbers where duplicates or padding may be listed or omitted. */
  | { readonly kind: 'sibling-count'; readonly given: number; readonly expected: readonly number[] }
  /** The proof lists a sibling for an odd last node that differs from the node itself. */
  | { readonly kind: 'not-a-duplicate'; readonly level: number }
  /** The proof lists a sibling where there is nothing but padding, and it is not the node above that. */
  | { readonly kind: 'not-padding'; readonly level: number };

export interface PathTrace {
  /** Leaf first. Where siblings run out, as far as they reach; empty while the position is unknown. */
  readonly steps: readonly PathStep[];
  /** null if the path fits index and size. A path with a problem proves nothing, whatever it computes. */
  readonly problem: PathProblem | null;
  /** The root that the path leads to; null if it cannot be computed to the end. */
  readonly root: Uint8Array | null;
}

/** The node above two children, of which one stands at `place`. */
export type StepHash = (left: Uint8Array, right: Uint8Array, place: Place) => Uint8Array;

/**
 * Recomputes the path from the leaf hash, as RFC 9162 section 2.1.3.2 does: every sibling must be used,
 * and the climb must end exactly at the root of a tree of this size. Computes only; the caller compares
 * `root` with the proof's. Where the proof states no size, any size that its length allows gives the same root; a
 * rule that sorts each pair needs no index either, and then the indices of the steps mean nothing.
 *
 * For `duplicate-last` a node without a neighbor is hashed with itself, for `zero-pad` with padding. A proof
 * may list that partner in all such places or in none; the number of siblings tells which.
 *
 * `hash` may know some nodes already, as a partial tree does; it must give what hashing would.
 */
export function rootFromInclusionProof(
  proof: InclusionProof,
  scheme: PathScheme,
  hash: StepHash = (left, right) => hashNode(left, right, scheme),
): PathTrace {
  const given = proof.siblings.length;
  // Where pairs are sorted the sides make no difference, so that any index will do.
  const leafIndex = proof.leafIndex ?? (scheme.node === 'sorted' ? 0n : null);
  if (leafIndex === null)
    return { steps: [], problem: { kind: 'position-missing', missing: missingPosition(proof) }, root: null };
  const statedSize = proof.leafIndex === null ? null : proof.treeSize;
  const treeSize = statedSize ?? standInSize(leafIndex, given) ?? leafIndex + 1n;

  const places = placesToRoot(leafIndex, treeSize);
  const expected = siblingCounts(lengthOfPlaces(places), scheme.shape);
  const listsPartners = expected.length > 1 && given === places.length;
  let problem: PathProblem | null = expected.includes(given)
    ? null
    : { kind: 'sibling-count', given, expected };

  const siblings = scheme.order === 'leaf-to-root' ? proof.siblings : [...proof.siblings].reverse();
  const steps: PathStep[] = [];
  let node = proof.leafHash;
  let used = 0;
  for (const place of places) {
    const takes = place.neighbour !== 'none' || listsPartners;
    const sibling = takes ? siblings[used] : null;
    if (sibling === undefined) break;
    if (takes) used += 1;
    const step = climb(node, sibling, place, scheme, hash);
    problem ??= wrongPartner(step, scheme);
    steps.push(step);
    node = step.computed;
  }
  return { steps, problem, root: problem?.kind === 'sibling-count' ? null : node };
}

function climb(
  node: Uint8Array,
  sibling: Uint8Array | null,
  place: Place,
  scheme: PathScheme,
  hash: StepHash,
): PathStep {
  const { level, index, neighbour } = place;
  if (neighbour !== 'none') {
    const other = sibling ?? node;
    const [left, right] = neighbour === 'left' ? [other, node] : [node, other];
    const computed = hash(left, right, place);
    return { level, index, rule: 'hash', side: neighbour, sibling, left, right, computed };
  }
  const alone = { level, index, side: 'none', sibling, left: node } as const;
  switch (scheme.shape) {
    case 'rfc6962':
      return { ...alone, rule: 'promote', right: null, computed: node };
    case 'duplicate-last': {
      const right = sibling ?? node;
      return { ...alone, rule: 'duplicate', right, computed: hash(node, right, place) };
    }
    case 'zero-pad': {
      const right = sibling ?? paddingNode(level, scheme);
      return { ...alone, rule: 'pad', right, computed: hash(node, right, place) };
    }
  }
}

/** A partner that is listed although it is known must be what it is known to be. */
function wrongPartner({ rule, level, left, sibling }: PathStep, scheme: PathScheme): PathProblem | null {
  if (sibling === null) return null;
  if (rule === 'duplicate' && !equalBytes(sibling, left)) return { kind: 'not-a-duplicate', level };
  if (rule === 'pad' && !equalBytes(sibling, paddingNode(level, scheme)))
    return { kind: 'not-padding', level };
  return null;
}

/** Whether a trace of this proof leads, with nothing left over, to the proof's own root. */
export function leadsToRoot({ problem, root }: PathTrace, { rootHash }: InclusionProof): boolean {
  return problem === null && root !== null && equalBytes(root, rootHash);
}

export function reachesRoot(proof: InclusionProof, scheme: PathScheme): boolean {
  return leadsToRoot(rootFromInclusionProof(proof, scheme), proof);
}
