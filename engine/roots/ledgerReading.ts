import { open, type FileHandle } from 'node:fs/promises';
import type { RowsAnswer, RowWindow } from '#shared/domain/catalogueQuery.ts';
import {
  mostCheckpoints,
  mostSightings,
  type LedgerConsistency,
  type LedgerEntry,
  type LedgerRoot,
  type LedgerRootDetails,
  type LedgerSummary,
  type RootsQuery,
} from '#shared/domain/rootLedger.ts';
import { rootName } from '#shared/memory/sameRoot.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { verifyConsistency } from '#shared/transparency/hashTree.ts';
import { treeHash } from '#shared/transparency/treeHash.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { KeptCheckpoint } from './checkpointFile.ts';
import { parseEntry } from './ledgerEntry.ts';
import type { LedgerState } from './ledgerState.ts';
import { rootsSince, type RootsSince } from './rootsSince.ts';
import type { TimelineRoot } from './rootTimeline.ts';

/** An entry with the proof that a head of the ledger covers it. */
export interface EntryWithProof {
  readonly entry: LedgerEntry;
  /** The text of the entry as it is in the file: the leaf is the hash of 0x00 and its UTF-8 bytes. */
  readonly text: string;
  readonly leafHash: Uint8Array;
  readonly index: number;
  readonly size: number;
  /** Leaf first. */
  readonly proof: readonly Uint8Array[];
}

/** What is asked of a ledger that does not change it. */
export interface LedgerReading {
  readonly summary: () => LedgerSummary;
  readonly roots: (query: RootsQuery, window: RowWindow) => RowsAnswer<LedgerRoot>;
  /** The row of a root; -1 if the query does not find it. */
  readonly locate: (query: RootsQuery, rootHash: string) => number;
  /** The roots with a proof that did not fail, before and since a time (epoch milliseconds). */
  readonly rootsSince: (since: number) => RootsSince;
  /** null if the root was never seen. */
  readonly root: (rootHash: string) => Promise<LedgerRootDetails | null>;
  /** An entry and its inclusion proof under the head over `size` entries. @throws RangeError beyond the ledger */
  readonly entryWithProof: (sequence: number, size: number) => Promise<EntryWithProof>;
  /** The entries about a root, in order; empty if it was never seen. */
  readonly sequencesOf: (rootHash: string) => readonly number[];
  /** A consistency proof between two heads, checked. @throws RangeError unless 0 < from <= to <= entries */
  readonly consistency: (from: number, to: number) => LedgerConsistency;
  /** The text of every entry, in order. @throws the file system's error */
  readonly texts: () => Promise<readonly string[]>;
  readonly checkpoints: () => readonly KeptCheckpoint[];
  readonly origin: string;
  readonly closeReading: () => Promise<void>;
}

/** Independent of the hashes that the tree is made with. */
const checkingHash = treeHash();

export function createLedgerReading(input: {
  readonly file: string;
  readonly origin: string;
  readonly state: LedgerState;
  readonly checkpoints: Checkpoints;
}): LedgerReading {
  const { origin, state, checkpoints } = input;
  const { tree, timeline, history } = state;
  let handle: Promise<FileHandle> | null = null;
  const read = async (from: number, to: number): Promise<Buffer> => {
    handle ??= open(input.file, 'r');
    const bytes = Buffer.alloc(to - from);
    await (await handle).read(bytes, 0, bytes.length, from);
    return bytes;
  };
  const entryAt = async (sequence: number): Promise<{ text: string; entry: LedgerEntry }> => {
    const { from, to } = state.bytesOf(sequence);
    const text = (await read(from, to)).toString('utf8');
    const entry = parseEntry(text);
    if (entry === null) throw new Error(`Entry ${String(sequence)} of the root ledger cannot be read.`);
    return { text, entry };
  };
  const rowOf = (root: TimelineRoot): LedgerRoot => {
    const { rootHash, treeSize, firstSeenAt, lastSeenAt, times, endpoint } = root;
    const status = state.statusOf(root);
    return { rootHash, treeSize, firstSeenAt, lastSeenAt, times, endpoint, status };
  };
  /** The rows of the last query, for as long as the ledger has not changed. */
  let selected: { readonly name: string; readonly rows: readonly TimelineRoot[] } | null = null;
  const select = ({ show, among, text, sort }: RootsQuery): readonly TimelineRoot[] => {
    const name = JSON.stringify([tree.size(), show, among, text, sort.column, sort.direction]);
    if (selected?.name !== name)
      selected = { name, rows: timeline.select({ show, among, text, sort }, state.statusOf) };
    return selected.rows;
  };
  return {
    summary: () => ({
      revision: tree.size(),
      origin,
      entries: tree.size(),
      roots: timeline.count(),
      root: toHex(tree.head(tree.size())),
      openContradictions: history.contradictions().length,
      newestContradiction: history.contradictions().at(-1)?.rootHash ?? null,
      checkpoints: checkpoints.newest(mostCheckpoints, state.timeOf),
      checkpointCount: checkpoints.count(),
      beginning: state.beginning(),
    }),
    roots: (query, { from, to }) => {
      const rows = select(query);
      return { revision: tree.size(), total: rows.length, rows: rows.slice(from, to).map(rowOf) };
    },
    rootsSince: (since) => rootsSince(timeline, since),
    locate: (query, rootHash) => {
      const name = rootName(rootHash);
      return select(query).findIndex((row) => rootName(row.rootHash) === name);
    },
    root: async (rootHash) => {
      const found = timeline.get(rootHash);
      if (found === null) return null;
      const objection = history.objection(rootHash);
      const [seen, against] =
        objection === null
          ? []
          : await Promise.all([entryAt(objection.sequence), entryAt(objection.against)]);
      const newest = found.sequences.slice(-mostSightings).reverse();
      const entries = await Promise.all(newest.map(entryAt));
      return {
        root: rowOf(found),
        entries: entries.map(({ entry }) => entry),
        entryCount: found.sequences.length,
        sides:
          seen === undefined || against === undefined ? null : { seen: seen.entry, against: against.entry },
      };
    },
    entryWithProof: async (sequence, size) => {
      const proof = tree.inclusionProof(sequence, size);
      const { text, entry } = await entryAt(sequence);
      return { entry, text, leafHash: tree.leaf(sequence), index: sequence, size, proof };
    },
    sequencesOf: (rootHash) => timeline.get(rootHash)?.sequences ?? [],
    consistency: (from, to) => {
      const proof = tree.consistencyProof(from, to);
      const fromRoot = tree.head(from);
      const toRoot = tree.head(to);
      return {
        from: { size: from, root: toHex(fromRoot) },
        to: { size: to, root: toHex(toRoot) },
        proof: proof.map(toHex),
        isConsistent: verifyConsistency({ from, fromRoot, to, toRoot, proof }, checkingHash),
      };
    },
    texts: async () => {
      const size = tree.size();
      if (size === 0) return [];
      const bytes = await read(0, state.bytesOf(size - 1).to);
      return Array.from({ length: size }, (_, sequence) => {
        const { from, to } = state.bytesOf(sequence);
        return bytes.toString('utf8', from, to);
      });
    },
    checkpoints: checkpoints.all,
    origin,
    closeReading: async () => {
      await (await handle?.catch(() => undefined))?.close();
    },
  };
}
