import type { Json } from '../domain/json.ts';
import { hashLeaf } from '../merkle/hashing.ts';
import { equalBytes, toHex } from '../merkle/hex.ts';
import type { LeafSpan } from '../merkle/emptySubtrees.ts';
import { paddingNode } from '../merkle/padding.ts';
import { parseProof } from '../merkle/parseProof.ts';
import type { InclusionProof } from '../merkle/proof.ts';
import { rootFromInclusionProof } from '../merkle/rootFromInclusionProof.ts';
import type { LeafScheme, PathScheme } from '../merkle/scheme.ts';
import { differenceOf, sizeOf, unionOf } from './emptyLeaves.ts';

/** What the positions of all listed atoms show about the leaves of a sharded memory. */
export interface ShardFindings {
  /** Positions with a listed atom, over all shards. */
  readonly leaves: number;
  /** Positions below those without one. Deleted atoms leave such gaps. */
  readonly gaps: number;
  /** Those of them that no proof shows to be empty. */
  readonly unshown: number;
  /** Keys that the service calls deleted, although a proof has their leaf beside another one. In the order given. */
  readonly stillThere: readonly string[];
  /** Shards, and the list of shards, of which no proof shows that nothing comes after the last known leaf. */
  readonly openEnds: number;
}

/** Collects where atoms are in their shards, and where shards are in the memory. */
export interface ShardCoverage {
  /** @param proof a chain of two proofs that was verified; anything else is ignored */
  readonly add: (proof: Json) => void;
  /** @param deleted keys that the service calls deleted */
  readonly findings: (deleted: Iterable<string>) => ShardFindings;
}

interface Tree {
  readonly positions: Set<bigint>;
  last: InclusionProof | null;
  /** The root that `empty` and `besides` are of. */
  root: string;
  empty: LeafSpan[];
  /** Leaf hashes beside known leaves. */
  beside: Set<string>;
}

export function createShardCoverage(rules: {
  readonly path: PathScheme;
  readonly leaf: LeafScheme;
}): ShardCoverage {
  const shards = new Map<bigint, Tree>();
  const master = newTree();
  return {
    add: (proof) => {
      const parse = parseProof(proof);
      if (!parse.ok || parse.chain.length !== 2) return;
      const [inner, outer] = parse.chain;
      if (outer === undefined || inner.leafIndex === null || outer.leafIndex === null) return;
      const shard = shards.get(outer.leafIndex) ?? newTree();
      shards.set(outer.leafIndex, shard);
      place(shard, inner, inner.leafIndex, rules.path);
      place(master, outer, outer.leafIndex, rules.path);
    },
    findings: (deleted) => {
      const all = [...shards.values(), master];
      const leaves = [...shards.values()].reduce((sum, { positions }) => sum + positions.size, 0);
      const gaps = all.map(gapsBelow);
      const isBeside = (key: string): boolean => {
        const leaf = hashLeaf({ key, value: '', version: null }, rules.leaf);
        if (!leaf.ok) return false;
        const hash = toHex(leaf.hash);
        return [...shards.values()].some(({ beside }) => beside.has(hash));
      };
      return {
        leaves,
        gaps: Number(gaps.reduce((sum, spans) => sum + sizeOf(spans), 0n)),
        unshown: all.reduce(
          (sum, { empty }, at) => sum + Number(sizeOf(differenceOf(gaps[at] ?? [], unionOf(empty)))),
          0,
        ),
        stillThere: [...deleted].filter(isBeside),
        openEnds: all.filter(({ last }) => last === null || !isLastLeaf(last, rules.path)).length,
      };
    },
  };
}

function newTree(): Tree {
  return { positions: new Set(), last: null, root: '', empty: [], beside: new Set() };
}

/** Of several proofs for the last leaf, the latest counts. */
function place(tree: Tree, proof: InclusionProof, leafIndex: bigint, scheme: PathScheme): void {
  tree.positions.add(leafIndex);
  if (tree.last?.leafIndex === null || tree.last === null || leafIndex >= tree.last.leafIndex)
    tree.last = proof;
  const root = toHex(proof.rootHash);
  if (root !== tree.root) {
    // The next write may have filled what was empty.
    tree.root = root;
    tree.empty = [];
    tree.beside = new Set();
  }
  // That it leads to its root was verified; only its siblings and their places matter here.
  const { steps } = rootFromInclusionProof(proof, scheme, (left) => left);
  for (const { level, index, side, sibling } of steps) {
    if (side === 'none' || sibling === null) continue;
    if (level === 0) tree.beside.add(toHex(sibling));
    if (!equalBytes(sibling, paddingNode(level, scheme))) continue;
    const beside = index ^ 1n;
    tree.empty.push({ start: beside << BigInt(level), end: (beside + 1n) << BigInt(level) });
  }
}

/** The positions below the last known leaf without a known one. */
function gapsBelow({ last, positions }: Tree): readonly LeafSpan[] {
  if (last?.leafIndex === undefined || last.leafIndex === null) return [];
  const known = unionOf([...positions].map((position) => ({ start: position, end: position + 1n })));
  return differenceOf([{ start: 0n, end: last.leafIndex + 1n }], known);
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
