import { fastNodeHash } from '../merkle/fastNodeHash.ts';
import { fromHex, toHex } from '../merkle/hex.ts';
import { snapshotScheme } from './snapshotScheme.ts';

/** A Merkle tree in which an odd last node is paired with itself. Hashes are 32 bytes, in lowercase hex. */
export interface DuplicateLastTree {
  /** 64 zeros for a tree without leaves. */
  readonly root: string;
  readonly size: number;
  /** The siblings of a leaf, from the leaf to the root. A node without a sibling is listed as its own. */
  readonly siblings: (leafIndex: number) => readonly string[];
}

const wordsPerHash = 8;

/** Builds all levels of the tree. @param leaves 64 hex digits each */
export function duplicateLastTree(leaves: readonly string[]): DuplicateLastTree {
  const lengths = [leaves.length];
  for (let length = leaves.length; length > 1;) {
    length = Math.ceil(length / 2);
    lengths.push(length);
  }
  const starts: number[] = [];
  let nodes = 0;
  for (const length of lengths) {
    starts.push(nodes);
    nodes += length;
  }
  const words = new Uint32Array(nodes * wordsPerHash);
  const bytes = new Uint8Array(words.buffer);
  for (const [at, leaf] of leaves.entries()) {
    const hash = fromHex(leaf);
    if (hash?.length !== 4 * wordsPerHash) throw new Error('A leaf is not a hash of 32 bytes.');
    bytes.set(hash, 4 * wordsPerHash * at);
  }
  const hashInto = fastNodeHash(snapshotScheme.tree);
  const offset = (level: number, index: number): number => ((starts[level] ?? 0) + index) * wordsPerHash;
  for (let level = 1; level < lengths.length; level += 1) {
    const below = lengths[level - 1] ?? 0;
    for (let index = 0; index < (lengths[level] ?? 0); index += 1) {
      const left = offset(level - 1, 2 * index);
      const right = offset(level - 1, Math.min(2 * index + 1, below - 1));
      hashInto(words, left, right, offset(level, index));
    }
  }
  const hashAt = (level: number, index: number): string => {
    const start = 4 * offset(level, index);
    return toHex(bytes.subarray(start, start + 4 * wordsPerHash));
  };
  return {
    root: leaves.length === 0 ? '0'.repeat(64) : hashAt(lengths.length - 1, 0),
    size: leaves.length,
    siblings: (leafIndex) =>
      lengths.slice(0, -1).map((length, level) => {
        const index = Math.floor(leafIndex / 2 ** level);
        return hashAt(level, Math.min(index ^ 1, length - 1));
      }),
  };
}
