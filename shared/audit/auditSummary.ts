import { segmentsOf } from '../keyIndex/segments.ts';
import { createAuditCounter, noOutcomes, type OutcomeCounts } from './auditCounts.ts';
import type { AuditCounts } from './auditFile.ts';
import {
  isCompared,
  isFailure,
  isFinding,
  type AuditCheck,
  type AuditOutcome,
  type AuditRecord,
  type AuditRoot,
} from './auditRecord.ts';
import { rootId } from './writeAudit.ts';

/** Most of each in a summary. */
export const mostInSummary = {
  failures: 200,
  unproven: 200,
  checks: 100,
  roots: 50,
  branches: 500,
  cells: 256,
};
/** Segments of the longest branch. */
const deepestBranch = 3;
/** Roots with a leaf map: the first ones, as an audit under one root needs one map. */
const mostMaps = 8;

/** What the leaves in a range of the tree turned out to be. */
export interface LeafOutcomes {
  /** Decimal strings: from `start` up to but not including `end`. */
  readonly start: string;
  readonly end: string;
  readonly green: number;
  readonly keyOnly: number;
  readonly amber: number;
  readonly red: number;
}

/** The leaves under one root, in at most `mostInSummary.cells` equal ranges. */
export interface AuditLeafMap {
  readonly root: AuditRoot;
  readonly cells: readonly LeafOutcomes[];
}

/** What an audit found, in bounded size however many keys it has. */
export interface AuditSummary {
  readonly counts: AuditCounts;
  /** Which checks decided, with the number of records, most first. */
  readonly checks: readonly (AuditCheck & { readonly records: number })[];
  /** In the order of the records. */
  readonly roots: readonly { readonly root: AuditRoot; readonly outcomes: OutcomeCounts }[];
  /** All of them, including those that do not fit in `roots`. */
  readonly rootCount: number;
  /**
   * By the first segments of the keys, in their order. Empty if even the first segments are too many; otherwise as deep as
   * the branches of one depth are not too many.
   */
  readonly branches: readonly {
    readonly prefix: string;
    readonly depth: number;
    readonly outcomes: OutcomeCounts;
    readonly failures: number;
  }[];
  /** The first ones in the order of the keys. */
  readonly failures: readonly AuditRecord[];
  readonly failureCount: number;
  /** The first ones that are neither failures nor proven. */
  readonly unproven: readonly AuditRecord[];
  readonly unprovenCount: number;
  /** Keys that were compared with an earlier read. */
  readonly comparedCount: number;
  readonly leafMaps: readonly AuditLeafMap[];
}

/** Folds records into a summary. */
export interface AuditTally {
  readonly add: (record: AuditRecord) => void;
  readonly summary: () => AuditSummary;
}

interface Branch {
  readonly outcomes: Record<AuditOutcome, number>;
  failures: number;
}

/** @param delimiter what separates the segments of a key */
export function createAuditTally(delimiter = '.'): AuditTally {
  const counter = createAuditCounter();
  const checks = new Map<string, AuditCheck & { records: number }>();
  const roots = new Map<
    string,
    { readonly root: AuditRoot; readonly outcomes: Record<AuditOutcome, number> }
  >();
  const maps = new Map<string, LeafCells | null>();
  /** By depth, from 1. Those of a depth with too many branches are dropped, and deeper ones with them. */
  const branches = Array.from({ length: deepestBranch }, () => new Map<string, Branch>());
  const failures: AuditRecord[] = [];
  const unproven: AuditRecord[] = [];
  let failureCount = 0;
  let unprovenCount = 0;
  let comparedCount = 0;
  let rootCount = 0;
  const moreRoots = new Set<string>();

  const addCheck = (check: AuditCheck): void => {
    const name = `${check.name} ${check.status} ${check.code}`;
    const known = checks.get(name);
    if (known !== undefined) known.records += 1;
    else if (checks.size < mostInSummary.checks) checks.set(name, { ...check, records: 1 });
  };
  const addRoot = (root: AuditRoot, record: AuditRecord): void => {
    const id = rootId(root);
    let known = roots.get(id);
    if (known === undefined) {
      if (roots.size >= mostInSummary.roots) {
        if (!moreRoots.has(id)) rootCount += 1;
        moreRoots.add(id);
        return;
      }
      known = { root, outcomes: noOutcomes() };
      roots.set(id, known);
      rootCount += 1;
      if (maps.size < mostMaps) maps.set(id, createLeafCells(root));
    }
    known.outcomes[record.outcome] += 1;
    maps.get(id)?.add(record);
  };
  const addToBranches = ({ key, outcome }: AuditRecord, failed: boolean): void => {
    const segments = segmentsOf(key, delimiter);
    // The last segment names the atom.
    const depth = Math.min(branches.length, segments.length - 1);
    let prefix = '';
    for (let at = 0; at < depth; at += 1) {
      prefix = at === 0 ? (segments[0] ?? '') : `${prefix}${delimiter}${segments[at] ?? ''}`;
      const ofDepth = branches[at];
      if (ofDepth === undefined) return;
      let branch = ofDepth.get(prefix);
      if (branch === undefined) {
        if (ofDepth.size >= mostInSummary.branches) {
          branches.length = at;
          return;
        }
        branch = { outcomes: noOutcomes(), failures: 0 };
        ofDepth.set(prefix, branch);
      }
      branch.outcomes[outcome] += 1;
      if (failed) branch.failures += 1;
    }
  };

  return {
    add: (record) => {
      counter.add(record);
      if (isCompared(record)) comparedCount += 1;
      const failed = isFailure(record);
      if (failed) {
        failureCount += 1;
        if (failures.length < mostInSummary.failures) failures.push(record);
      } else if (isFinding(record)) {
        unprovenCount += 1;
        if (unproven.length < mostInSummary.unproven) unproven.push(record);
      }
      if (record.check !== null) addCheck(record.check);
      if (record.root !== null) addRoot(record.root, record);
      addToBranches(record, failed);
    },
    summary: () => ({
      counts: counter.counts(),
      checks: [...checks.values()].map((check) => ({ ...check })).sort((a, b) => b.records - a.records),
      roots: [...roots.values()].map(({ root, outcomes }) => ({ root, outcomes: { ...outcomes } })),
      rootCount,
      branches: branches
        .flatMap((ofDepth, at) =>
          [...ofDepth].map(([prefix, branch]) => ({
            prefix,
            depth: at + 1,
            outcomes: { ...branch.outcomes },
            failures: branch.failures,
          })),
        )
        .sort((a, b) => (a.prefix < b.prefix ? -1 : a.prefix === b.prefix ? a.depth - b.depth : 1)),
      failures: [...failures],
      failureCount,
      unproven: [...unproven],
      unprovenCount,
      comparedCount,
      leafMaps: [...maps.values()].flatMap((map) => (map === null ? [] : [map.map()])),
    }),
  };
}

interface LeafCells {
  readonly add: (record: AuditRecord) => void;
  readonly map: () => AuditLeafMap;
}

/** null if the root states no tree size. */
function createLeafCells(root: AuditRoot): LeafCells | null {
  if (root.treeSize === null || root.treeSize === '0') return null;
  const size = BigInt(root.treeSize);
  const most = BigInt(mostInSummary.cells);
  const width = (size + most - 1n) / most;
  const cells = Array.from({ length: Number((size + width - 1n) / width) }, () => ({
    green: 0,
    keyOnly: 0,
    amber: 0,
    red: 0,
  }));
  return {
    add: ({ leafIndex, outcome }) => {
      if (leafIndex === null || outcome === 'missing' || outcome === 'refused' || outcome === 'unsendable')
        return;
      const index = BigInt(leafIndex);
      const cell = index < size ? cells[Number(index / width)] : undefined;
      if (cell !== undefined) cell[outcome] += 1;
    },
    map: () => ({
      root,
      cells: cells.map((cell, at) => {
        const start = BigInt(at) * width;
        const end = start + width < size ? start + width : size;
        return { start: String(start), end: String(end), ...cell };
      }),
    }),
  };
}
