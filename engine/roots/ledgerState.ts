import type { RootSighting } from '#shared/domain/connection.ts';
import type { LedgerEntry, LedgerRootStatus, SightingEntry } from '#shared/domain/rootLedger.ts';
import { createHashTree, type HashTree } from '#shared/transparency/hashTree.ts';
import { ledgerHash } from './ledgerHash.ts';
import { createRootHistory, type RootHistory, type SeenRoot } from './rootHistory.ts';
import { createRootTimeline, type RootTimeline, type TimelineRoot } from './rootTimeline.ts';

/** What is kept in memory of a ledger: its tree, where its entries are in the file, and what they say about roots. */
export interface LedgerState {
  readonly tree: HashTree;
  readonly history: RootHistory;
  readonly timeline: RootTimeline;
  /** `from`: the first byte of the entry's text in the file. */
  readonly add: (entry: LedgerEntry, leaf: Uint8Array, bytes: ByteRange) => void;
  /** @throws RangeError beyond the ledger */
  readonly bytesOf: (sequence: number) => ByteRange;
  /** When an entry was added; epoch milliseconds. null beyond the ledger. */
  readonly timeOf: (sequence: number) => number | null;
  /** The newest root, as it stands against all that was recorded before it; null while there is none. */
  readonly lastRoot: (statusOf?: RootHistory['status']) => RootSighting | null;
  readonly statusOf: (root: TimelineRoot) => LedgerRootStatus;
  /** The entry that says how the ledger began; null if it began empty. */
  readonly beginning: () => Extract<LedgerEntry, { readonly kind: 'migrated' | 'set-aside' }> | null;
}

type EntryOfRoot = Extract<LedgerEntry, { readonly kind: 'root' | 'accepted' }>;

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export function createLedgerState(): LedgerState {
  const tree = createHashTree(ledgerHash);
  const history = createRootHistory();
  const timeline = createRootTimeline();
  const starts: number[] = [];
  const ends: number[] = [];
  const times: number[] = [];
  let beginning: ReturnType<LedgerState['beginning']> = null;
  /** The newest entry about a root. */
  let last: EntryOfRoot | null = null;

  const note = (entry: LedgerEntry): void => {
    switch (entry.kind) {
      case 'root': {
        if (isWrite(entry)) history.addWrite(entry);
        history.add(seenRootOf(entry), entry);
        timeline.add(entry);
        last = entry;
        return;
      }
      case 'write':
        history.addWrite(entry);
        return;
      case 'accepted': {
        const { rootHash, at, sequence } = entry;
        history.accept(seenRootOf(entry), at, sequence);
        timeline.accept(rootHash, sequence);
        last = entry;
        return;
      }
      case 'migrated':
      case 'set-aside':
        beginning ??= entry;
    }
  };
  return {
    tree,
    history,
    timeline,
    add: (entry, leaf, { from, to }) => {
      tree.append(leaf);
      starts.push(from);
      ends.push(to);
      times.push(entry.at);
      note(entry);
    },
    bytesOf: (sequence) => {
      const from = starts[sequence];
      const to = ends[sequence];
      if (from === undefined || to === undefined) throw new RangeError('The ledger has no such entry.');
      return { from, to };
    },
    timeOf: (sequence) => times[sequence] ?? null,
    lastRoot: (statusOf = history.status) => {
      if (last === null) return null;
      const { rootHash, treeSize } = seenRootOf(last);
      const { at } = last;
      const askedAt = last.kind === 'root' ? last.askedAt : at;
      const status = statusOf({ rootHash, treeSize }, { askedAt, at });
      return { rootHash, treeSize: treeSize?.toString() ?? null, status };
    },
    statusOf: ({ rootHash, credible, isAccepted, times: seen }) => {
      const objection = history.objection(rootHash);
      if (objection !== null) return objection.status;
      if (isAccepted) return { kind: 'accepted' };
      if (credible === null) return { kind: 'failed' };
      return { kind: seen > 1 ? 'seen' : 'new' };
    },
    beginning: () => beginning,
  };
}

function isWrite({ endpoint }: SightingEntry): boolean {
  return endpoint === 'POST /atoms' || endpoint === 'POST /batch-atoms';
}

/** The size in a failed proof is not used: it could be made up and make every later tree look small. */
function seenRootOf(entry: EntryOfRoot): SeenRoot {
  const { rootHash, treeSize } = entry;
  const isCredible = treeSize !== null && (entry.kind === 'accepted' || entry.path !== 'fail');
  return { rootHash, treeSize: isCredible ? BigInt(treeSize) : null };
}
