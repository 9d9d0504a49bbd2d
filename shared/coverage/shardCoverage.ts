import type { Json } from '../domain/json.ts';
import { equalBytes } from '../merkle/hex.ts';
import { paddingNode } from '../merkle/padding.ts';
import { parseProof } from '../merkle/parseProof.ts';
import type { InclusionProof } from '../merkle/proof.ts';
import { rootFromInclusionProof } from '../merkle/rootFromInclusionProof.ts';
import type { PathScheme } from '../merkle/scheme.ts';

/** What the positions of all listed atoms show about the leaves of a sharded memory. */
export interface ShardFindings {
  /** Positions with a listed atom, over all shards. */
  readonly leaves: number;
  /** Positions below those without one. Deleted atoms leave such gaps. */
  readonly gaps: number;
  /** Shards, and the list of shards, of which no proof shows that nothing comes after the last known leaf. */
  readonly openEnds: number;
}

/** Collects where atoms are in their shards, and where shards are in the memory. */
export interface ShardCoverage {
  /** @param proof a chain of two proofs that was verified; anything else is ignored */
  readonly add: (proof: Json) => void;
  readonly findings: () => ShardFindings;
}

interface Tree {
  readonly positions: Set<bigint>;
  last: InclusionProof | null;
}

export function createShardCoverage(scheme: PathScheme): ShardCoverage {
  const shards = new Map<bigint, Tree>();
  const master: Tree = { positions: new Set(), last: null };
  return {
    add: (proof) => {
      const parse = parseProof(proof);
      if (!parse.ok || parse.chain.length !== 2) return;
      const [inner, outer] = parse.chain;
      if (outer === undefined || inner.leafIndex === null || outer.leafIndex === null) return;
      const shard = shards.get(outer.leafIndex) ?? { positions: new Set(), last: null };
      shards.set(outer.leafIndex, shard);
      place(shard, inner, inner.leafIndex);
      place(master, outer, outer.leafIndex);
    },
    findings: () => {
      const all = [...shards.values(), master];
      const leaves = [...shards.values()].reduce((sum, { positions }) => sum + positions.size, 0);
      return {
        leaves,
        gaps: all.reduce((sum, { positions, last }) => sum + gapsBelow(last, positions.size), 0),
        openEnds: all.filter(({ last }) => last === null || !isLastLeaf(last, scheme)).length,
      };
    },
  };
}

/** Of several proofs for the last leaf, the latest counts. */
function place(tree: Tree, proof: InclusionProof, leafIndex: bigint): void {
  tree.positions.add(leafIndex);
  if (tree.last?.leafIndex === null || tree.last === null || leafIndex >= tree.last.leafIndex)
    tree.last = proof;
}

function gapsBelow(last: InclusionProof | null, known: number): number {
  return last?.leafIndex === undefined || last.leafIndex === null ? 0 : Number(last.leafIndex) + 1 - known;
}

/** Whether everything to the right of a leaf is padding or a copy, so that no leaf comes after it. */
function isLastLeaf(proof: InclusionProof, scheme: PathScheme): boolean {
  return rootFromInclusionProof(proof, scheme).steps.every(
    ({ level, side, sibling, left }) =>
      side !== 'right' ||
      sibling === null ||
      equalBytes(sibling, paddingNode(level, scheme)) ||
      equalBytes(sibling, left),
  );
}
