import type { VersionReading } from '../domain/catalogue.ts';

/**
 * Whether earlier versions of the known keys account for the unknown leaves, if the tree has one leaf for each version
 * and versions count from 1. Then the versions of all keys add up to the tree: a key at version 3 has three leaves.
 */
export function readByVersions(input: {
  /** null until a tree has been seen. */
  readonly treeSize: bigint | null;
  /** How many positions are known. */
  readonly knownLeaves: bigint;
  /** Of the known keys whose last reading passed its checks. */
  readonly versions: Iterable<number>;
  /** Known keys with an unknown version. */
  readonly unread: number;
  /** Whether the tree may be append-only. In other trees, earlier versions leave no leaves behind. */
  readonly grows: boolean;
}): VersionReading {
  const { treeSize, knownLeaves, versions, unread, grows } = input;
  if (treeSize === null) return { kind: 'unknown' };
  const unknownLeaves = treeSize - knownLeaves;
  if (unknownLeaves <= 0n) return { kind: 'nothing-unknown' };
  if (!grows) return { kind: 'unknown' };
  let sum = 0n;
  let count = 0n;
  for (const version of versions) {
    if (!Number.isSafeInteger(version) || version < 1) return { kind: 'does-not-fit', sum: null };
    sum += BigInt(version);
    count += 1n;
  }
  // Versions only grow and leaves stay, so readings from different times can make the sum too small, never too large.
  if (sum > treeSize) return { kind: 'does-not-fit', sum: sum.toString() };
  if (count === 0n) return { kind: 'unknown' };
  if (sum === treeSize) return { kind: 'explained', unknown: unknownLeaves.toString() };
  return {
    kind: 'partly',
    earlierVersions: (sum - count).toString(),
    unexplained: (treeSize - sum).toString(),
    unread,
  };
}
