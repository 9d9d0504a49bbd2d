import { find, type Finding } from './finding.ts';
import { outermost, type ProofChain } from './proof.ts';
import type { ProofReading } from './proofReading.ts';
import { placesToRoot } from './treeShape.ts';

/** A reading held to the size of its tree that the caller vouches for; null if none does. */
export function withTrustedSize(reading: ProofReading, trustedTreeSize: bigint | null): ProofReading {
  if (trustedTreeSize === null || reading.kind !== 'read') return reading;
  const { chain } = reading;
  const outer = outermost(chain);
  if (outer.treeSize !== null) return reading;
  if (outer.leafIndex !== null && outer.leafIndex >= trustedTreeSize) {
    const [leafIndex, treeSize] = [`${outer.leafIndex}`, `${trustedTreeSize}`];
    const fault = { kind: 'outside-tree', leafIndex, treeSize } as const;
    return { kind: 'malformed', problems: [{ field: 'index', fault }] };
  }
  const sized = { ...outer, treeSize: trustedTreeSize };
  const [first, ...others] = [...chain.slice(0, -1), sized];
  return { ...reading, proof: first, chain: [first, ...others] };
}

/** The failure of a proof that states another size than the trusted one; null if it does not. */
export function checkTrustedSize(reading: ProofReading, trustedTreeSize: bigint | null): Finding | null {
  if (trustedTreeSize === null || reading.kind !== 'read') return null;
  const { treeSize } = outermost(reading.chain);
  if (treeSize === null || treeSize === trustedTreeSize) return null;
  return find('fail', { code: 'tree-size-differs', stated: `${treeSize}`, trusted: `${trustedTreeSize}` });
}

/** What form and path show where a trusted size settles that the path begins at a leaf: no inner node can take its place. */
export function withSettledLeaf({ reason, ...rest }: Finding): Finding {
  switch (reason.code) {
    case 'well-formed':
      return { ...rest, reason: { ...reason, isLeafSettled: true } };
    case 'root-reached': {
      const warnings = reason.warnings.filter((warning) => warning !== 'leaf-and-node-alike');
      return { ...rest, reason: { ...reason, warnings } };
    }
    default:
      return { ...rest, reason };
  }
}

/**
 * What a passed path shows where no content came with it to be hashed as a leaf. A shorter path through a smaller
 * tree, from an inner node to the same root, would pass as well: so where leaves and nodes are hashed alike, or
 * nothing is hashed at all, it shows a node of the tree, unless a trusted size fixes how deep the leaves are.
 */
export function pathWithoutContent(
  path: Finding,
  reading: ProofReading,
  trustedTreeSize: bigint | null,
): Finding {
  const { reason } = path;
  if (reason.code !== 'root-reached' || reading.kind !== 'read') return path;
  const isSeparated = !reason.warnings.includes('leaf-and-node-alike') && reason.steps > 0;
  const isSorted = reason.warnings.includes('position-not-bound');
  if (endsAtLeaf(reading.chain, trustedTreeSize, isSorted))
    return { ...path, reason: { ...reason, shown: 'leaf' } };
  if (isSeparated) return { ...path, reason: { ...reason, shown: 'hash' } };
  const { rootHash, steps } = reason;
  return find('undecided', { code: 'node-not-leaf', rootHash, steps });
}

/**
 * Whether a path that leads to the root begins at a leaf, in a tree of this size. Index and size fix the sides and
 * the number of its steps, and with them its place, unless pairs are sorted: then only a path as long as the
 * tree is deep must begin at a leaf. The size of the outer tree says nothing about the inner ones of a chain.
 */
export function endsAtLeaf(chain: ProofChain, treeSize: bigint | null, isSorted: boolean): boolean {
  const [proof, ...outer] = chain;
  if (treeSize === null || outer.length > 0 || proof.treeSize !== treeSize) return false;
  return !isSorted || proof.siblings.length === placesToRoot(0n, treeSize).length;
}
