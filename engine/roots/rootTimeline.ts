import type { RootInLedger } from '#shared/domain/connection.ts';
import type { LedgerRoot, LedgerRootStatus, RootsQuery, SightingEntry } from '#shared/domain/rootLedger.ts';
import { rootName } from '#shared/memory/sameRoot.ts';

/** Every root of a ledger once, with the entries that are about it. */
export interface RootTimeline {
  readonly add: (entry: SightingEntry) => void;
  /** The user accepted the root; `sequence` is the entry that says so. */
  readonly accept: (rootHash: string, sequence: number) => void;
  /** What supports a root, however its hash is written. */
  readonly find: (rootHash: string) => RootInLedger;
  readonly count: () => number;
  /** null if the root was never seen. */
  readonly get: (rootHash: string) => TimelineRoot | null;
  /** The names of the roots that a query finds, in its order. `statusOf` is asked only if the query needs it. */
  readonly select: (
    query: Omit<RootsQuery, 'connectionId'>,
    statusOf: (root: TimelineRoot) => LedgerRootStatus,
  ) => readonly TimelineRoot[];
}

export interface TimelineRoot extends Omit<LedgerRoot, 'status'> {
  /** The entries about this root, in order. */
  readonly sequences: readonly number[];
  readonly isAccepted: boolean;
  /** The sightings with a proof that did not fail; null if there is none. */
  readonly credible: { readonly firstSeenAt: number; readonly times: number } | null;
}

interface Row extends TimelineRoot {
  treeSize: string | null;
  lastSeenAt: number;
  times: number;
  readonly sequences: number[];
  isAccepted: boolean;
  credible: { firstSeenAt: number; times: number } | null;
}

export function createRootTimeline(): RootTimeline {
  const roots = new Map<string, Row>();
  return {
    add: ({ rootHash, treeSize, path, at, endpoint, sequence }) => {
      const name = rootName(rootHash);
      // The size in a failed proof is not used, and such a proof can state any root.
      const isCredible = path !== 'fail';
      const size = isCredible ? treeSize : null;
      const row = roots.get(name);
      if (row === undefined) {
        roots.set(name, {
          rootHash,
          treeSize: size,
          firstSeenAt: at,
          lastSeenAt: at,
          times: 1,
          endpoint,
          sequences: [sequence],
          isAccepted: false,
          credible: isCredible ? { firstSeenAt: at, times: 1 } : null,
        });
        return;
      }
      row.treeSize ??= size;
      row.lastSeenAt = at;
      row.times += 1;
      row.sequences.push(sequence);
      if (!isCredible) return;
      if (row.credible === null) row.credible = { firstSeenAt: at, times: 1 };
      else row.credible.times += 1;
    },
    accept: (rootHash, sequence) => {
      const row = roots.get(rootName(rootHash));
      if (row === undefined) return;
      row.isAccepted = true;
      row.sequences.push(sequence);
    },
    find: (rootHash) => {
      const row = roots.get(rootName(rootHash));
      if (row === undefined) return { kind: 'unknown' };
      return row.credible === null
        ? { kind: 'doubtful' }
        : { kind: 'read', ...row.credible, treeSize: row.treeSize };
    },
    count: () => roots.size,
    get: (rootHash) => roots.get(rootName(rootHash)) ?? null,
    select: ({ show, among, text, sort }, statusOf) => {
      const wanted = rootName(text.trim());
      let rows = [...roots.values()];
      if (among !== null) {
        const names = new Set(among.map(rootName));
        rows = rows.filter(({ rootHash }) => names.has(rootName(rootHash)));
      }
      if (wanted !== '') rows = rows.filter(({ rootHash }) => rootName(rootHash).includes(wanted));
      if (show === 'doubtful') rows = rows.filter((row) => isDoubtful(statusOf(row)));
      // Rows are in the order first seen, and sorting is stable.
      const { column } = sort;
      if (column !== 'firstSeenAt') rows.sort(orders[column]);
      return sort.direction === 'ascending' ? rows : rows.reverse();
    },
  };
}

const orders = {
  lastSeenAt: (a: TimelineRoot, b: TimelineRoot) => a.lastSeenAt - b.lastSeenAt,
  times: (a: TimelineRoot, b: TimelineRoot) => a.times - b.times,
  treeSize: (a: TimelineRoot, b: TimelineRoot) => compareDecimals(a.treeSize, b.treeSize),
};

/** By value; null first. */
function compareDecimals(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

function isDoubtful({ kind }: LedgerRootStatus): boolean {
  return kind === 'contradiction' || kind === 'unexplained';
}
