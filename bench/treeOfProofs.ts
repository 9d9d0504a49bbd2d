import { createHash } from 'node:crypto';

export interface BenchProof {
  readonly [field: string]: string | number | readonly string[];
  readonly leafHash: string;
  readonly siblings: readonly string[];
  readonly rootHash: string;
  readonly leafIndex: number;
  readonly treeSize: number;
}

const depth = 17;

/**
 * Proofs of different leaves of one tree of 2^17 leaves, in random order, as JSON.parse returns them: every
 * hash is a separate string. `prefix`: put before the two children of a node; null for none.
 */
export function makeProofs(count: number, prefix: Uint8Array | null): readonly BenchProof[] {
  const treeSize = 2 ** depth;
  const levels: (readonly Buffer[])[] = [
    Array.from({ length: treeSize }, (_, index) => createHash('sha256').update(`leaf ${index}`).digest()),
  ];
  for (let level = 0; level < depth; level += 1) {
    const below = levels[level] ?? [];
    levels.push(
      Array.from({ length: below.length / 2 }, (_, index) => {
        const hash = createHash('sha256');
        if (prefix !== null) hash.update(prefix);
        return hash
          .update(below[2 * index] ?? '')
          .update(below[2 * index + 1] ?? '')
          .digest();
      }),
    );
  }
  const nodeAt = (level: number, index: number) => levels[level]?.[index]?.toString('hex') ?? '';
  const rootHash = nodeAt(depth, 0);
  return Array.from({ length: count }, (_, at) => {
    // An odd factor visits every leaf once before repeating any.
    const leafIndex = (at * 40_503) % treeSize;
    const siblings = Array.from({ length: depth }, (__, level) =>
      nodeAt(level, Math.floor(leafIndex / 2 ** level) ^ 1),
    );
    const proof = { leafHash: nodeAt(0, leafIndex), siblings, rootHash, leafIndex, treeSize };
    return JSON.parse(JSON.stringify(proof)) as BenchProof;
  });
}
