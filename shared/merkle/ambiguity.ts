import type { LeafScheme, PathScheme } from './scheme.ts';

/** A part of a scheme that the samples leave undecided. */
export type OpenPart = 'hash' | 'node' | 'shape' | 'order' | 'links' | 'digest' | 'preimage';

/** The kind of sample that would settle one part. */
export type SampleWish =
  /** Any: every proof shows through how many trees it leads, and how they are linked. */
  | 'any'
  /** From a tree of more than one leaf: in a smaller one nothing is hashed. */
  | 'larger-tree'
  /** Anywhere else in the tree: so far the smaller of two nodes has always stood on the left. */
  | 'other-place'
  /** A path through an odd last node, as the last leaf has in a tree whose size is not a power of two. */
  | 'lone-node'
  /** A path of two different siblings or more. */
  | 'longer-path'
  /** Key, value, and version all different from each other, and none of them empty. */
  | 'other-content';

export interface Ambiguity {
  readonly part: OpenPart;
  /** Ids of the registry that still fit, at least two. */
  readonly candidates: readonly string[];
  readonly wish: SampleWish;
}

/** What a set of schemes leaves undecided, and which sample would settle each part. Empty if everything is settled. */
export function ambiguitiesOf({
  path,
  leaf,
}: {
  readonly path: readonly PathScheme[];
  readonly leaf: readonly LeafScheme[];
}): readonly Ambiguity[] {
  const hashes = idsOf([...path, ...leaf], 'hash');
  const nodes = idsOf(path, 'node');
  const onlySides = nodes.every((node) => node === 'concat' || node === 'sorted');
  const links = [...new Set(path.map((scheme) => scheme.links?.join('+') ?? 'none'))];
  // Alternatives with other links may differ in anything else.
  if (links.length > 1) return [{ part: 'links', candidates: links, wish: 'any' }];
  const parts: readonly Ambiguity[] = [
    { part: 'hash', candidates: hashes, wish: 'larger-tree' },
    { part: 'node', candidates: nodes, wish: onlySides ? 'other-place' : 'larger-tree' },
    { part: 'shape', candidates: idsOf(path, 'shape'), wish: 'lone-node' },
    { part: 'order', candidates: idsOf(path, 'order'), wish: 'longer-path' },
    { part: 'digest', candidates: idsOf(leaf, 'digest'), wish: 'other-content' },
    { part: 'preimage', candidates: idsOf(leaf, 'preimage'), wish: 'other-content' },
  ];
  return parts.filter(({ candidates }) => candidates.length > 1);
}

function idsOf<Part extends 'hash' | 'node' | 'shape' | 'order' | 'digest' | 'preimage'>(
  schemes: readonly { readonly [Name in Part]: string }[],
  part: Part,
): readonly string[] {
  return [...new Set(schemes.map((scheme) => scheme[part]))];
}
