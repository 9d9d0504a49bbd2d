import type { VerdictStatus } from '../merkle/verdict.ts';
import type { ConnectionId } from './connection.ts';
import type { Json } from './json.ts';
import type { OtherWrites, PreviousKept, StatusBefore } from './store.ts';
import type { UploadCounts } from './upload.ts';

/** The permanent record of a write. Contains no values, only their sizes and hashes. */
export interface WriteReceipt extends WriteSummary {
  /** Of a store or a batch, in the order sent; empty for an upload, whose rows are by themselves: see `UploadedRow`. */
  readonly atoms: readonly WrittenAtom[];
  /** Of an upload. */
  readonly counts: UploadCounts | null;
  /** Of an upload: each time that its rows were sent, in order. Other writes have none. */
  readonly runs: readonly UploadRun[];
  /** Of an upload; null for other writes, and for uploads of earlier versions. */
  readonly source: UploadedSource | null;
  /** Of an upload: what it replaced, as far as it was kept. null for other writes, whose previous values say so, and in earlier versions. */
  readonly previous: PreviousKept | null;
  /** The address of the service then, which the connection may no longer have; `''` for the demo, null in earlier versions. */
  readonly sentTo: string | null;
}

/** The file of an upload, and how atoms were made of it. */
export interface UploadedSource {
  readonly bytes: number;
  /** Of the file, in lowercase hex; null if it was added by an earlier version. */
  readonly sha256: string | null;
  /** The template of the key, with names of columns in braces. */
  readonly key: string;
  /** Names of the columns that values are made of. Not their template, which may contain text of every value. */
  readonly valueColumns: readonly string[];
}

/** A row of an upload as it was read back. */
export interface UploadedRow extends WrittenAtom {
  /** In the order of the file, from 0. */
  readonly row: number;
}

/** Rows of one upload whose read-back is kept; further ones are counted only. */
export const mostUploadedRows = 100_000;

/** One run of sending rows of an upload: the first, or one of rows that were left. */
export interface UploadRun {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly rootBefore: string | null;
  readonly rootAfter: string | null;
  /** By the user, before all was sent. */
  readonly isStopped: boolean;
  /** The rows that it sent, by their outcome then; some may have been settled or resent since. */
  readonly stored: number;
  readonly refused: number;
  readonly unknown: number;
}

/** A line of the log of writes. */
export interface WriteSummary {
  readonly id: string;
  readonly connectionId: ConnectionId;
  /** When the first request was sent, and when the outcome was known, in epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly kind: 'store' | 'batch' | 'upload';
  /** `partly`: an upload of which some rows are stored. */
  readonly outcome: 'stored' | 'partly' | 'unknown' | 'nothing';
  /** The key, the file, or what the batch was for, such as `Find and replace`. */
  readonly title: string;
  readonly atomCount: number;
  readonly rootBefore: string | null;
  readonly rootAfter: string | null;
  /** Of the read-back; null if nothing was read back. `other`: a different value, or not found. */
  readonly readBack: Readonly<Record<VerdictStatus | 'other' | 'unread', number>> | null;
  readonly otherWrites: OtherWrites;
  /** Code of the error that left the outcome unknown or ended the upload; null if there was none. */
  readonly errorCode: string | null;
}

/** Some lines of the log. */
export interface WriteListing {
  /** The number of all receipts. */
  readonly total: number;
  /** The requested ones, latest first. */
  readonly writes: readonly WriteSummary[];
  /** Another number after each change of the log. */
  readonly revision: number;
  /** The path to which a damaged log was moved, if any. */
  readonly recoveredFrom: string | null;
}

export interface WrittenAtom {
  readonly key: string;
  /** Of the value, in bytes of UTF-8. */
  readonly bytes: number;
  /** Of the value, in lowercase hex; null if the value looks like a credential, or the service refused it as one. */
  readonly sha256: string | null;
  readonly before: StatusBefore;
  /** null if it was not there, was not read, or came without one. */
  readonly versionBefore: number | null;
  /** As the response to the store said. */
  readonly version: number | null;
  readonly hash: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  /** Read back and not found; `readBack` is then null. */
  readonly missing: boolean;
  /** null if it could not be read, or is not there. */
  readonly readBack: {
    readonly version: number | null;
    readonly holdsValue: boolean;
    readonly verdict: VerdictStatus;
    /** As received, so that the receipt can be checked by others. */
    readonly proof: Json;
  } | null;
}
