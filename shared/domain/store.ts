import { z } from 'zod';
import { atomKey } from '../ipc/fields.ts';
import type { VerdictStatus } from '../merkle/verdict.ts';
import type { AppError } from './appError.ts';
import type { AtomReading, Exchange, StoredAtom } from './atom.ts';
import type { Result } from './result.ts';

const precondition = z.discriminatedUnion('kind', [
  /** There is no such atom. */
  z.strictObject({ kind: z.literal('absent') }),
  /** It is as it was read. `version` null if the service gives none; then only the value is compared. */
  z.strictObject({ kind: z.literal('as-read'), version: z.int().nullable(), value: z.string() }),
  /** Anything: the user has seen that it changed, and overwrites it. */
  z.strictObject({ kind: z.literal('anything') }),
]);
/**
 * The precondition of a write. The atom is read again right before the write, and nothing is sent if it
 * differs. The API has no conditional write, so another write may still happen in between.
 */
export type Precondition = z.infer<typeof precondition>;

export const atomToStore = z.strictObject({ key: atomKey, value: z.string(), precondition });
export type AtomToStore = z.infer<typeof atomToStore>;

export const writeConfirmation = z.strictObject({
  /** The base address that the user was shown. */
  address: z.string().min(1).max(2_000),
  /** The connection's name as the user typed it; null if only one atom is written, which needs no typing. */
  typedName: z.string().max(200).nullable(),
});
/** The user's consent to one write to a production service; the main process refuses such a write without it. */
export type WriteConfirmation = z.infer<typeof writeConfirmation>;

/** What the atom is now: its reading, or null if the service does not have it. */
export type AtomNow = AtomReading | null;

/** An atom that does not meet the precondition. */
export interface ConflictingAtom {
  readonly key: string;
  readonly now: AtomNow;
}

/**
 * Signs of another write close to this one, which the API does not report. `before`: the version in the response is more
 * than one above the one read right before. `after`: the read-back has a later version than the response.
 */
export interface OtherWrites {
  readonly before: boolean;
  readonly after: boolean;
}

/**
 * What is known after an attempt to store. A lost connection leaves the outcome unknown; reading back
 * then shows the current value, which the user compares with what was sent.
 */
export type StoreReceipt =
  | {
      readonly outcome: 'stored';
      readonly receiptId: string;
      /** Whether the receipt is in the list of writes; false if it could not be saved, such as on a full disk. */
      readonly isLogged: boolean;
      readonly previous: PreviousKept;
      readonly answer: StoredAtom;
      readonly exchange: Exchange;
      /** As read right before; null if it was not there, or could not be read. */
      readonly before: AtomNow;
      /** Why it could not be read right before; null if it could, and was found or not there. */
      readonly beforeError: AppError | null;
      readonly readBack: Result<AtomReading>;
      /** Whether the read-back has exactly the value that was sent, at the version in the response; null if it could not be read. */
      readonly readBackMatches: boolean | null;
      readonly otherWrites: OtherWrites;
    }
  | {
      readonly outcome: 'unknown';
      readonly receiptId: string;
      /** Whether the receipt is in the list of writes; false if it could not be saved, such as on a full disk. */
      readonly isLogged: boolean;
      readonly previous: PreviousKept;
      readonly error: AppError;
      readonly before: AtomNow;
      readonly beforeError: AppError | null;
      readonly readBack: Result<AtomReading>;
      /** Whether the service now holds the value that was sent; null if it could not be read. */
      readonly readBackMatches: boolean | null;
    }
  /** Nothing was sent, because the atom does not meet the precondition. */
  | { readonly outcome: 'conflict'; readonly now: AtomNow };

/** An atom as it was before it was stored. */
export interface PreviousAtom {
  readonly key: string;
  readonly version: number | null;
  readonly value: string;
  /** Of its reading; null if an earlier version of the app kept it. */
  readonly verdict: VerdictStatus | null;
  /** SHA-256 of the value that replaced it, in lowercase hex; null if an earlier version of the app kept it. */
  readonly replacedBy: string | null;
}

/** Atoms whose values before a write were not kept, or may not have been. */
export interface NotKept {
  /** As it follows "because". */
  readonly why: string;
  readonly atoms: number;
}

/** What is kept so that it can be stored again. */
export interface PreviousKept {
  /** Atoms that had another value before, and whose value is kept. */
  readonly atoms: number;
  /** The others that had one, and those that could not be read. */
  readonly notKept: readonly NotKept[];
}

/** The values before one write, as they are kept. */
export interface PreviousValuesOfWrite {
  readonly atoms: readonly PreviousAtom[];
  readonly notKept: readonly NotKept[];
}

/** What was found out about the previous values of one write. */
export interface PreviousSummary {
  /** Values whose reading failed verification, */
  readonly failed: number;
  /** could not be checked, */
  readonly unproven: number;
  /** or of which it is not known: an earlier version of the app kept them. */
  readonly unknown: number;
  readonly notKept: readonly NotKept[];
}

/** What is kept at most for a connection, in writes and in bytes; the latest one always is. */
export const mostPreviousWrites = 200;
export const mostPreviousBytes = 64_000_000;

/** What is kept of all writes of a connection. */
export interface PreviousUsage {
  readonly writes: number;
  readonly bytes: number;
}

/** The request of an attempt that was sent. */
export type SentReceipt = Exclude<StoreReceipt, { readonly outcome: 'conflict' }>;

/** What is known after an attempt to store several atoms as one atomic batch. */
export type BatchReceipt =
  | {
      readonly outcome: 'stored' | 'unknown';
      readonly receiptId: string;
      /** Whether the receipt is in the list of writes; false if it could not be saved, such as on a full disk. */
      readonly isLogged: boolean;
      readonly previous: PreviousKept;
      /** Why no response told the outcome; null if one did. With `stored`: reading back settled it. */
      readonly error: AppError | null;
      readonly rootBefore: string | null;
      readonly rootAfter: string | null;
      /** In the order sent. */
      readonly atoms: readonly WrittenInBatch[];
      /** Distinct roots of the read-back; exactly one if it was a single snapshot. */
      readonly readBackRoots: readonly string[];
    }
  | { readonly outcome: 'conflict'; readonly conflicts: readonly ConflictingAtom[] };

/** What the read right before a write found. */
export const statusesBefore = ['there', 'absent', 'unread'] as const;
export type StatusBefore = (typeof statusesBefore)[number];

export interface WrittenInBatch {
  readonly key: string;
  /** From the response; null if it had no details. */
  readonly version: number | null;
  readonly before: StatusBefore;
  /** null if it was not there, was not read, or came without one. */
  readonly versionBefore: number | null;
  /** Read back and not found; `readBack` is then null. */
  readonly missing: boolean;
  /** null if it could not be read, or is not there. */
  readonly readBack: {
    readonly version: number | null;
    readonly holdsValue: boolean;
    readonly verdict: AtomReading['verdict']['status'];
  } | null;
  readonly otherWrites: OtherWrites;
}

/** The maximum number of atoms that the window stores as one batch; files use uploads. */
export const mostBatchAtoms = 5_000;

/**
 * What the service accepted and refused so far, in bytes of UTF-8 of one value, and in atoms of one batch. Limits are
 * not defined by the API (section 8); these are observations, not guarantees.
 */
export interface SizeKnowledge {
  readonly largestAccepted: number | null;
  readonly smallestRefused: number | null;
  readonly largestBatchAccepted: number | null;
  readonly smallestBatchRefused: number | null;
}
