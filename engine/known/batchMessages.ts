import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import type { KnownPlaces, RecordBlock } from '#shared/audit/recordBlock.ts';
import type { AtomReading, Exchange } from '#shared/domain/atom.ts';
import type { RootSighting, RootStatus } from '#shared/domain/connection.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { ReadingGrounds } from '#shared/merkle/verify.ts';
import type { ShownEmpty } from './emptyLeaves.ts';
import type { KeyMemory } from '#shared/domain/keyMemory.ts';
import type { KeyNews } from './keyNews.ts';
import type { SeenRoot } from '../roots/rootHistory.ts';
import type { RootToRecord } from '../roots/rootLedger.ts';
import type { AuditLists } from '#shared/audit/auditLists.ts';

/** What a response states; null if it cannot be read. */
export interface TakenBatch {
  /** Each once. */
  readonly roots: readonly SeenRoot[];
}

/** What is known when a response is checked. */
export interface BatchToCheck {
  /** Names the response, as when it was taken. */
  readonly token: string;
  readonly pin: SchemePin;
  /** Of its roots, by `rootName`; null if neither ledger nor pins can be asked. */
  readonly rootStatuses: ReadonlyMap<string, RootStatus | null>;
  readonly grounds: ReadingGrounds;
  readonly exchange: Exchange;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly lists: AuditLists;
  readonly places: KnownPlaces;
  /** Records of other keys to put in their places. */
  readonly others: readonly AuditRecord[];
}

/** What was found. */
export interface BatchFindings {
  readonly block: RecordBlock;
  readonly roots: readonly RootToRecord[];
  readonly sightings: readonly RootSighting[];
  readonly newestRoot: RootSighting | null;
  readonly empty: readonly ShownEmpty[];
  /** How many atoms were returned without being requested, each key once. */
  readonly unasked: number;
  /** A key with a path that leads to its root; null if there is none. */
  readonly proven: string | null;
  /** A key that was verified; null if there is none. */
  readonly verified: string | null;
  readonly missing: readonly string[];
  /** Those of them that were proven before, and denied without a root: only another request can tell what that means. */
  readonly doubtful: readonly string[];
  /** The readings with the requested keys, if one of them failed or a key is missing; null otherwise. */
  readonly failed: readonly { readonly requestedKey: string | null; readonly reading: AtomReading }[] | null;
}

/** Checks whole responses of an audit where the keys are. */
export interface WholeBatches {
  readonly take: (token: string, body: Uint8Array, keys: readonly string[]) => Promise<TakenBatch | null>;
  /** @throws if the response is no longer in memory */
  readonly check: (batch: BatchToCheck) => Promise<BatchFindings>;
  /** What the known keys learn from a checked response. Drops the response. @throws if it is no longer in memory */
  readonly learned: (token: string) => readonly KeyNews[];
}

export interface KnownToBatches {
  readonly remembered: (keys: readonly string[]) => Promise<ReadonlyMap<string, KeyMemory>>;
  readonly isGone: (key: string) => boolean;
}
