import { equalBytes } from './hex.ts';
import { paddingNode } from './padding.ts';
import type { InclusionProof } from './proof.ts';
import type { PathScheme } from './scheme.ts';
import { placesToRoot, type Place } from './treeShape.ts';

/** Leaves from `start` up to and without `end`. */
export interface LeafSpan {
  readonly start: bigint;
  readonly end: bigint;
}

/** No tree is deeper, and deeper padding is not worth looking for. */
const deepest = 64;

/**
 * The leaves that a proof shows to be empty, besides its own. `proof` has to lead to its root by `scheme`. A sibling
 * that is the hash of a subtree of zero leaves, as high as it stands, can be nothing else: nobody finds other leaves
 * with that hash. Where pairs are sorted a path does not show where it runs, so it shows no empty leaves either.
 */
export function emptyLeavesBeside(proof: InclusionProof, scheme: PathScheme): readonly LeafSpan[] {
  const { siblings, leafIndex, treeSize } = proof;
  if (leafIndex === null || treeSize === null || scheme.node === 'sorted') return [];
  const places = placesToRoot(leafIndex, treeSize);
  const listsPartners = siblings.length === places.length;
  const upwards = scheme.order === 'leaf-to-root' ? siblings : [...siblings].reverse();
  const spans: LeafSpan[] = [];
  let used = 0;
  for (const place of places) {
    if (place.neighbour === 'none' && !listsPartners) continue;
    const sibling = upwards[used];
    used += 1;
    if (sibling === undefined || place.neighbour === 'none' || place.level >= deepest) continue;
    if (!equalBytes(sibling, paddingNode(place.level, scheme))) continue;
    const span = spanBeside(place);
    spans.push({ start: span.start, end: span.end < treeSize ? span.end : treeSize });
  }
  return spans;
}

/**
 * Whether empty leaves speak for a tree that is filled up with them: two or more at the end of a tree whose size is
 * a power of two. In such a tree all shapes have the same paths, so that nothing else tells them apart.
 */
export function suggestPadding(spans: readonly LeafSpan[], treeSize: bigint): boolean {
  const isFull = (treeSize & (treeSize - 1n)) === 0n;
  return isFull && spans.some(({ start, end }) => end === treeSize && end - start >= 2n);
}

function spanBeside({ level, index }: Place): LeafSpan {
  const beside = index ^ 1n;
  return { start: beside << BigInt(level), end: (beside + 1n) << BigInt(level) };
}
