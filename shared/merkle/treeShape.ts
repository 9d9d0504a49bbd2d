import type { TreeShape } from './scheme.ts';

/** A node on the path from a leaf to the root, without the root. */
export interface Place {
  /** 0 at the leaves. */
  readonly level: number;
  /** Position within its level, from 0. */
  readonly index: bigint;
  /** On which side its sibling is; `none` for the last of an odd number of nodes. */
  readonly neighbour: 'left' | 'right' | 'none';
}

/**
 * The nodes on a leaf's path, leaf first. They are the same for every shape: shapes differ only in what they
 * do with a node that has no sibling. Splitting at the largest power of two (RFC 9162 section 2.1.1) results in the
 * same nodes as pairing nodes level by level and promoting an odd last one.
 */
export function placesToRoot(leafIndex: bigint, treeSize: bigint): readonly Place[] {
  const places: Place[] = [];
  let index = leafIndex;
  let last = treeSize - 1n;
  for (let level = 0; last > 0n; level += 1) {
    const neighbour = index % 2n === 1n ? 'left' : index < last ? 'right' : 'none';
    places.push({ level, index, neighbour });
    index /= 2n;
    last /= 2n;
  }
  return places;
}

/**
 * A tree size for which a leaf at this index has exactly this many siblings, for proofs that state no tree size;
 * null if it has more in every tree. Several sizes may fit, and all of them lead to the same sides at the same
 * steps: up to some level every node has a sibling; above it, only right-hand nodes do, and those have one
 * whichever level that is.
 */
export function standInSize(leafIndex: bigint, siblings: number): bigint | null {
  for (let level = 0; level <= siblings; level += 1) {
    const above = leafIndex >> BigInt(level);
    if (level + countOnes(above) === siblings) return (above + 1n) << BigInt(level);
  }
  return null;
}

function countOnes(value: bigint): number {
  let ones = 0;
  for (let rest = value; rest > 0n; rest >>= 1n) if (rest % 2n === 1n) ones += 1;
  return ones;
}

/** How many nodes a path has without the root, and how many of them have a sibling. */
export interface PathLength {
  readonly levels: number;
  readonly neighbours: number;
}

/** The same as counting `placesToRoot`. */
export function pathLength(leafIndex: bigint, treeSize: bigint): PathLength {
  if (treeSize > largestNumber) return lengthOfPlaces(placesToRoot(leafIndex, treeSize));
  let levels = 0;
  let neighbours = 0;
  let index = Number(leafIndex);
  let last = Number(treeSize) - 1;
  for (; last > 0; levels += 1) {
    if (index % 2 === 1 || index < last) neighbours += 1;
    index = Math.floor(index / 2);
    last = Math.floor(last / 2);
  }
  return { levels, neighbours };
}

const largestNumber = BigInt(Number.MAX_SAFE_INTEGER);

export function lengthOfPlaces(places: readonly Place[]): PathLength {
  const neighbours = places.filter(({ neighbour }) => neighbour !== 'none').length;
  return { levels: places.length, neighbours };
}

/**
 * How many siblings a proof of this leaf may list. If the last node is paired with itself or with padding,
 * there can be two numbers: some services list that partner as a sibling, others omit it.
 */
export function siblingCounts({ levels, neighbours }: PathLength, shape: TreeShape): readonly number[] {
  switch (shape) {
    case 'rfc6962':
      return [neighbours];
    case 'duplicate-last':
    case 'zero-pad':
      return neighbours === levels ? [neighbours] : [neighbours, levels];
  }
}
