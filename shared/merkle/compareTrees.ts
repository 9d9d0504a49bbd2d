import { equalBytes } from './hex.ts';
import type { PartialTree, TreePlace } from './partialTree.ts';

/** A range of leaves, inclusive, of which at least one changed. */
export interface RewrittenRange {
  readonly firstLeaf: bigint;
  readonly lastLeaf: bigint;
  /** The highest complete subtree that shows it, and its hashes in the two trees. */
  readonly subtree: TreePlace;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export type TreeComparison =
  /** No complete subtree is known in both trees, or their rules differ, so they cannot be compared. */
  | { readonly kind: 'nothing-in-common' }
  /** `compared`: complete subtrees known in both, equal all of them. Leaves below no such subtree were not compared. */
  | { readonly kind: 'consistent'; readonly compared: number }
  | { readonly kind: 'rewritten'; readonly compared: number; readonly ranges: readonly RewrittenRange[] };

/**
 * Compares two states of a tree that may only grow. A subtree all of whose leaves exist in both never changes
 * (RFC 9162 section 2.1.4 rests on that), so one that differs shows that a leaf below it was rewritten. Each range
 * is as narrow as the nodes known in both allow. The order of the two does not matter but for the names.
 */
export function compareTrees(before: PartialTree, after: PartialTree): TreeComparison {
  if (before.scheme.hash !== after.scheme.hash || before.scheme.node !== after.scheme.node)
    return { kind: 'nothing-in-common' };
  const size = before.treeSize < after.treeSize ? before.treeSize : after.treeSize;
  const isComplete = ({ level, index }: TreePlace) => (index + 1n) << BigInt(level) <= size;
  const compare = (place: TreePlace): 'equal' | 'differs' | 'unknown' => {
    const [one, other] = [before.nodeAt(place), after.nodeAt(place)];
    if (one === null || other === null) return 'unknown';
    return equalBytes(one, other) ? 'equal' : 'differs';
  };

  const common = [...before.nodes()].filter((node) => isComplete(node) && after.nodeAt(node) !== null);
  if (common.length === 0) return { kind: 'nothing-in-common' };
  const ranges = common.flatMap(({ level, index, hash }): readonly RewrittenRange[] => {
    const subtree = { level, index };
    const later = after.nodeAt(subtree);
    if (later === null || compare(subtree) !== 'differs') return [];
    // Reported by its parent, unless the parent is incomplete or not known in both.
    const parent = { level: level + 1, index: index / 2n };
    if (isComplete(parent) && compare(parent) === 'differs') return [];
    return narrow(subtree, compare).map((place) => ({
      firstLeaf: place.index << BigInt(place.level),
      lastLeaf: ((place.index + 1n) << BigInt(place.level)) - 1n,
      subtree,
      before: hash,
      after: later,
    }));
  });
  if (ranges.length === 0) return { kind: 'consistent', compared: common.length };
  // A range inside another one explains the outer one too.
  const narrowest = ranges
    .filter((range) => !ranges.some((other) => other !== range && isWithin(other, range)))
    .sort((a, b) => (a.firstLeaf < b.firstLeaf ? -1 : 1));
  return { kind: 'rewritten', compared: common.length, ranges: narrowest };
}

function isWithin(inner: RewrittenRange, outer: RewrittenRange): boolean {
  return inner.firstLeaf >= outer.firstLeaf && inner.lastLeaf <= outer.lastLeaf;
}

/** The smallest known subtrees that must contain a difference. `place` differs. */
function narrow(
  place: TreePlace,
  compare: (place: TreePlace) => 'equal' | 'differs' | 'unknown',
): readonly TreePlace[] {
  if (place.level === 0) return [place];
  const children = [0n, 1n].map((side) => ({ level: place.level - 1, index: place.index * 2n + side }));
  const findings = children.map((child) => ({ child, finding: compare(child) }));
  const differing = findings.filter(({ finding }) => finding === 'differs');
  if (differing.length > 0) return differing.flatMap(({ child }) => narrow(child, compare));
  // If one half is equal, the difference must be in the other one.
  const open = findings.filter(({ finding }) => finding === 'unknown');
  const [only] = open;
  return open.length === 1 && only !== undefined ? narrow(only.child, compare) : [place];
}
