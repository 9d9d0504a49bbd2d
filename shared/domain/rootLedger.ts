import { z } from 'zod';
import { connectionId } from '../ipc/fields.ts';
import type { CheckStatus } from '../merkle/verdict.ts';
import type { RootStatus } from './connection.ts';
import { mostPins } from './pin.ts';
import type { StateLoss } from './stateLoss.ts';

interface EntryBase {
  /** Position in the ledger, from 0; the leaf index in its tree. */
  readonly sequence: number;
  /** When it was added; epoch milliseconds. */
  readonly at: number;
}

/** A response that stated a root. */
export interface SightingEntry extends EntryBase {
  readonly kind: 'root';
  /** When the request was sent; epoch milliseconds. */
  readonly askedAt: number;
  /** Such as `POST /recall`; never with a key. */
  readonly endpoint: string;
  readonly requestId: string;
  /** As the response wrote it. */
  readonly rootHash: string;
  /** Decimal; null if the response stated none. */
  readonly treeSize: string | null;
  /** Whether the proof for this root and size leads to it; `undecided` if there was no proof. */
  readonly path: CheckStatus;
}

/** One entry of the root ledger of a connection. */
export type LedgerEntry =
  | SightingEntry
  /** A store of ours whose response stated no root, or never came. */
  | (EntryBase & {
      readonly kind: 'write';
      readonly askedAt: number;
      readonly endpoint: string;
      readonly requestId: string;
    })
  /** The user settled what speaks against a root. */
  | (EntryBase & {
      readonly kind: 'accepted';
      readonly rootHash: string;
      readonly treeSize: string | null;
      readonly note: string;
    })
  /** The entries before it were in a ledger of the older format; `lastHash` is the end of its hash chain, hex. */
  | (EntryBase & { readonly kind: 'migrated'; readonly entries: number; readonly lastHash: string })
  /** The ledger before this one was set aside. */
  | (EntryBase & { readonly kind: 'set-aside'; readonly damage: LedgerDamage; readonly movedTo: string });

/** What is wrong with a ledger. Entries are counted from 0, as `sequence`; checkpoints from 1. */
export type LedgerDamage =
  /** The first line, which names the ledger. */
  | { readonly kind: 'header-changed' }
  /** The entry and the hash beside it do not match. */
  | { readonly kind: 'entry-changed'; readonly entry: number }
  /** The entry has its hash, but this app cannot read it. */
  | { readonly kind: 'entry-unreadable'; readonly entry: number }
  /** From the first to the last of them. */
  | { readonly kind: 'entries-missing'; readonly from: number; readonly to: number }
  /** Entry `found` is where entry `expected` belongs. */
  | { readonly kind: 'entry-misplaced'; readonly found: number; readonly expected: number }
  /** A checkpoint covers these entries, but the ledger ends before them. */
  | {
      readonly kind: 'end-missing';
      readonly from: number;
      readonly to: number;
      readonly checkpoint: number;
    }
  /** The entries fit together, but are not those that the checkpoint was signed over. */
  | {
      readonly kind: 'rewritten';
      readonly from: number;
      readonly to: number;
      readonly checkpoint: number;
      /** Whether the checkpoint has a valid signature of this installation. Otherwise it may be the checkpoint that was changed. */
      readonly isSigned: boolean;
    }
  | { readonly kind: 'checkpoint-unreadable'; readonly checkpoint: number }
  /** Its signature does not match. */
  | { readonly kind: 'checkpoint-changed'; readonly checkpoint: number; readonly size: string }
  | { readonly kind: 'checkpoint-of-another-ledger'; readonly checkpoint: number }
  /** The file has another entry here than the app read when it opened the ledger. */
  | { readonly kind: 'changed-since-opening'; readonly entry: number }
  /** It covers fewer entries than the one before it. */
  | { readonly kind: 'checkpoint-misplaced'; readonly checkpoint: number }
  /** The database of an older ledger, or a file, could not be read at all. */
  | { readonly kind: 'unreadable' };

/** How a root of the ledger stands. */
export type LedgerRootStatus =
  | { readonly kind: 'new' | 'seen' }
  /** Only responses whose proofs failed stated it. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'accepted' }
  | RootObjection['status'];

/** What speaks against a root: two entries of the ledger that do not go together. */
export interface RootObjection {
  readonly status: Extract<RootStatus, { readonly kind: 'contradiction' | 'unexplained' }>;
  /** The entry in which the root was seen, and the one that speaks against it. */
  readonly sequence: number;
  readonly against: number;
}

/** A row of the timeline. Times are epoch milliseconds. */
export interface LedgerRoot {
  /** As it was first written. */
  readonly rootHash: string;
  /** Decimal; null if no response stated a credible one. */
  readonly treeSize: string | null;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly times: number;
  /** The first request whose response stated it. */
  readonly endpoint: string;
  readonly status: LedgerRootStatus;
}

export const rootColumns = ['firstSeenAt', 'lastSeenAt', 'treeSize', 'times'] as const;
export type RootColumn = (typeof rootColumns)[number];

/** In any text of hashes. */
export const ledgerRootHash = z.string().max(1_000);

export const rootsQuery = z.strictObject({
  connectionId,
  /** All, or only those in an open contradiction or unexplained. */
  show: z.enum(['all', 'doubtful']),
  /** Only these roots; null for all. */
  among: z.array(ledgerRootHash).max(mostPins).readonly().nullable(),
  /** Part of the root; empty for all. */
  text: z.string().max(1_000),
  sort: z.strictObject({ column: z.enum(rootColumns), direction: z.enum(['ascending', 'descending']) }),
});
/** Selects roots of a ledger. */
export type RootsQuery = z.infer<typeof rootsQuery>;

/** A root with everything that the ledger has about it. */
export interface LedgerRootDetails {
  readonly root: LedgerRoot;
  /** Newest first, at most `mostSightings`. */
  readonly entries: readonly LedgerEntry[];
  /** All of them. */
  readonly entryCount: number;
  /** What speaks against the root: the entry in which it was seen, and the earlier one. */
  readonly sides: { readonly seen: LedgerEntry; readonly against: LedgerEntry } | null;
}

/** Entries in `LedgerRootDetails`. */
export const mostSightings = 200;

/** A head of the ledger that this installation signed. */
export interface LedgerCheckpoint {
  /** From 1, in the order signed. */
  readonly number: number;
  /** The number of entries that it covers. */
  readonly size: number;
  /** Lowercase hex. */
  readonly root: string;
  /** When the last entry that it covers was added; it was signed after that. Epoch milliseconds. */
  readonly lastEntryAt: number | null;
}

export interface LedgerSummary {
  /** Increases with every entry. */
  readonly revision: number;
  /** Names this ledger, in its checkpoints too. */
  readonly origin: string;
  readonly entries: number;
  readonly roots: number;
  /** The head over all entries; lowercase hex. */
  readonly root: string;
  /** Contradictions that the user did not settle. */
  readonly openContradictions: number;
  /** The newest of them; null if there is none. */
  readonly newestContradiction: string | null;
  /** Newest first, at most `mostCheckpoints`. */
  readonly checkpoints: readonly LedgerCheckpoint[];
  readonly checkpointCount: number;
  /** How the ledger began, if not empty: migrated, or after one that was set aside. */
  readonly beginning: Extract<LedgerEntry, { readonly kind: 'migrated' | 'set-aside' }> | null;
}

/** Checkpoints in `LedgerSummary`. */
export const mostCheckpoints = 100;

/** The result of reading the whole ledger from the disk and checking it. */
export interface LedgerVerification {
  /** Entries that were read. */
  readonly entries: number;
  /** In the order of the entries, at most `mostDamage`. */
  readonly damage: readonly LedgerDamage[];
  readonly damageCount: number;
  readonly checkpoints: {
    readonly total: number;
    /** Their signatures are valid, and their roots are those of the entries. */
    readonly valid: number;
    /** Numbers of those signed with a key that is not listed as a key of this installation; at most `mostDamage`. */
    readonly unknownKeys: readonly number[];
  };
  /** Entries after the newest valid checkpoint. */
  readonly unsigned: number;
  readonly elapsedMs: number;
}

/** The same, beside what the record of the state says of the ledger. */
export interface VerifiedLedger extends LedgerVerification {
  /** null if the ledger is the recorded one. */
  readonly loss: Pick<StateLoss, 'why' | 'detail'> | null;
}

/** Damage in `LedgerVerification`. */
export const mostDamage = 100;

/** That one head of the ledger is the beginning of another. Hashes are lowercase hex. */
export interface LedgerConsistency {
  readonly from: { readonly size: number; readonly root: string };
  readonly to: { readonly size: number; readonly root: string };
  readonly proof: readonly string[];
  /** Whether the proof, checked again, leads to both roots. */
  readonly isConsistent: boolean;
}
