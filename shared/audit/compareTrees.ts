import { rootName } from '../memory/sameRoot.ts';
import type { AuditRecord } from './auditRecord.ts';

/** What the trees of two audits show, the earlier one first, if both are of one memory. */
export interface TreeComparison {
  /** The largest tree of the earlier audit and a smaller one of the later audit. null if the tree did not shrink. */
  readonly shrank: { readonly before: string; readonly after: string } | null;
  /** Roots that the two audits have with different tree sizes. One root cannot have two. */
  readonly otherSizes: number;
  /** Roots that only the later audit has, for trees as large as one of the earlier audit. */
  readonly otherRoots: number;
}

/** Nothing to object to, or nothing to compare. */
export const noTreeFindings: TreeComparison = { shrank: null, otherSizes: 0, otherRoots: 0 };

/** Collects the trees of two audits. */
export interface TreeCollector {
  readonly add: (side: 'before' | 'after', record: AuditRecord) => void;
  readonly compare: () => TreeComparison;
}

export function createTreeCollector(): TreeCollector {
  const sides = { before: new Map<string, bigint>(), after: new Map<string, bigint>() };
  return {
    add: (side, { outcome, root }) => {
      // Without a proof that leads to it, the size may be made up.
      if (outcome !== 'green' && outcome !== 'keyOnly') return;
      if (root === null || root.treeSize === null || sides[side].has(root.rootHash)) return;
      sides[side].set(root.rootHash, BigInt(root.treeSize));
    },
    compare: () => compareTrees(byName(sides.before), byName(sides.after)),
  };
}

type Trees = ReadonlyMap<string, bigint>;

function byName(trees: Trees): Trees {
  return new Map([...trees].map(([rootHash, size]) => [rootName(rootHash), size]));
}

function compareTrees(before: Trees, after: Trees): TreeComparison {
  const largest = [...before.values()].reduce((most, size) => (size > most ? size : most), 0n);
  const smaller = [...after.values()].find((size) => size < largest) ?? null;
  const sizes = new Set(before.values());
  let [otherSizes, otherRoots] = [0, 0];
  for (const [name, size] of after) {
    const was = before.get(name);
    if (was === undefined && sizes.has(size)) otherRoots += 1;
    if (was !== undefined && was !== size) otherSizes += 1;
  }
  return {
    shrank: smaller === null ? null : { before: largest.toString(), after: smaller.toString() },
    otherSizes,
    otherRoots,
  };
}
