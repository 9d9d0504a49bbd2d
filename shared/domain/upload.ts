import type { AppError } from './appError.ts';
import type { RowWindow } from './catalogueQuery.ts';
import type { ConnectionId } from './connection.ts';
import { verdictStatuses } from '../merkle/verdict.ts';
import type { RowMapping, SourceRefusal, SourceSample } from './uploadSource.ts';

/**
 * A file on its way into a memory. A connection has one at a time, from the choice of the file until the user is done
 * with it, over restarts.
 *
 * source -> mapping -> staging -> checking (<-> comparing) -> sending -> ended (<-> verifying)
 */
export interface Upload {
  readonly id: string;
  readonly connectionId: ConnectionId;
  /** Counts up with every change of its rows; rows of different revisions do not belong together. */
  readonly revision: number;
  /** Name without folders, and size in bytes. */
  readonly file: { readonly name: string; readonly bytes: number };
  readonly phase: UploadPhase;
  /** null until the mapping was applied. */
  readonly mapping: RowMapping | null;
  /** null until the rows were staged. */
  readonly counts: UploadCounts | null;
  readonly duplicateRule: DuplicateRule;
  /** null until sending began. */
  readonly settings: SendSettings | null;
  /** The job in progress, or that ended last; null if there was none. */
  readonly jobId: string | null;
  /** Its sending did not come to its end in an earlier session, and waits to be told to continue. */
  readonly isInterrupted: boolean;
  /** Asked by the job, which waits for the response. */
  readonly question: UploadQuestion | null;
  /** Roots before the first batch and after the last, as the responses named them; null if not known. */
  readonly roots: { readonly before: string | null; readonly after: string | null };
  /** null until read back. */
  readonly verification: UploadVerification | null;
  /** Why it cannot continue after the app ends, such as a locked keychain; null if it can. */
  readonly notKept: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

export type UploadPhase =
  /** The bytes of the file are being taken in. */
  | { readonly kind: 'source'; readonly bytesDone: number }
  /** The file was understood; columns are to be mapped. */
  | { readonly kind: 'mapping'; readonly sample: SourceSample }
  /** It was not: another encoding or format may help. `sample` as far as it goes. */
  | { readonly kind: 'refused'; readonly refusal: SourceRefusal; readonly sample: SourceSample | null }
  /** All rows are being read and checked. */
  | { readonly kind: 'staging' }
  /** Rows are there to be looked at, fixed and dropped. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'comparing' }
  | { readonly kind: 'sending' }
  /** Every row has an outcome. `stopped`: by the user, with rows that were not sent. */
  | { readonly kind: 'ended'; readonly stopped: boolean }
  | { readonly kind: 'verifying' };

/** What keeps a row from being sent until it is fixed, dropped or, where that is possible, allowed. */
export const blockingProblems = [
  /** The record could not be read. */
  'unreadable',
  /** The key is empty, or a column that it is made of is. */
  'no-key',
  /** There is no value: the cell is missing, or JSON null. */
  'no-value',
  /** Half of a character pair, which cannot be sent. */
  'lone-surrogate',
  /** Another row has the same key; see `DuplicateRule`. */
  'duplicate',
  /** The value looks like a credential; can be allowed. */
  'sensitive',
  /** The value is larger than what the service refused before; can be allowed. */
  'too-large',
] as const;
export type BlockingProblem = (typeof blockingProblems)[number];
export const allowableProblems: readonly RowProblem[] = ['sensitive', 'too-large'];

/** What is worth a look, and blocks nothing. */
export const notedProblems = [
  /** The value was a number or another JSON value that is no text, and is sent as its JSON. */
  'value-not-text',
  'empty-value',
  /** The key has blanks at its ends, control or invisible characters, or look-alikes. */
  'odd-key',
  /** The value is larger than any that the service accepted so far. */
  'larger-than-accepted',
  /** The value begins like a JSON object or array, but is not valid JSON. */
  'broken-json',
] as const;
export type NotedProblem = (typeof notedProblems)[number];
export type RowProblem = BlockingProblem | NotedProblem;
export const rowProblems: readonly RowProblem[] = [...blockingProblems, ...notedProblems];

/** Which of several rows with one key is sent. `ask`: none, until the user fixed or dropped all but one. */
export const duplicateRules = ['ask', 'first', 'last'] as const;
export type DuplicateRule = (typeof duplicateRules)[number];

/** How a row stands on this side. `passed-over`: a duplicate that the rule omits. */
export const rowStatuses = ['ready', 'blocked', 'dropped', 'passed-over'] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** What the service holds for the key, as far as it was compared. `refused`: it refused the key. */
export const comparisons = ['not-compared', 'new', 'changed', 'same', 'refused'] as const;
export type Comparison = (typeof comparisons)[number];

/**
 * What became of a row. `same`: skipped, for the service has this value. `skipped`: not sent, for it was not ready or the
 * upload was stopped. `unknown`: sent, and neither the response nor a read-back told what became of it.
 */
export const rowOutcomes = ['waiting', 'stored', 'same', 'skipped', 'refused', 'unknown'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** What reading back a stored row gave. `other`: the atom has another value now. */
export const readBacks = ['not-read', ...verdictStatuses, 'other', 'missing', 'refused'] as const;
export type ReadBack = (typeof readBacks)[number];

export interface UploadCounts {
  readonly rows: number;
  /** Bytes of UTF-8 of the values of rows that are ready. */
  readonly readyBytes: number;
  readonly statuses: Readonly<Record<RowStatus, number>>;
  /** A row counts once for each of its problems; dropped rows do not count. */
  readonly problems: Readonly<Record<RowProblem, number>>;
  /** Of rows that are ready. */
  readonly comparisons: Readonly<Record<Comparison, number>>;
  readonly outcomes: Readonly<Record<RowOutcome, number>>;
  readonly readBacks: Readonly<Record<ReadBack, number>>;
  readonly edited: number;
  /** Largest value of a ready row in bytes of UTF-8. */
  readonly largestValue: number;
}

/** Which rows are listed. What is omitted does not restrict. */
export interface UploadRowFilter {
  /** Found in the key, case put aside. */
  readonly text?: string;
  readonly status?: RowStatus;
  readonly problem?: RowProblem;
  readonly comparison?: Comparison;
  readonly outcome?: RowOutcome;
  readonly readBack?: ReadBack;
  readonly edited?: true;
}

/** Rows that a change is about. */
export type UploadRowSelection =
  | { readonly kind: 'rows'; readonly rows: readonly number[] }
  | { readonly kind: 'filter'; readonly filter: UploadRowFilter };

export interface UploadRow {
  /** From 0, in the order of the file; names the row. */
  readonly row: number;
  /** Line of the file, or number of the JSON item, from 1. */
  readonly place: number;
  /** `''` where it could not be read. */
  readonly key: string;
  /** At most the first 300 characters. */
  readonly valueStart: string;
  /** Of the whole value, in bytes of UTF-8. */
  readonly valueBytes: number;
  readonly status: RowStatus;
  readonly problems: readonly RowProblem[];
  /** What a `sensitive` value looks like: name of the pattern, such as `aws-access-key-id`, or `entropy`; else null. */
  readonly detail: string | null;
  readonly edited: boolean;
  /** The user lets it pass in spite of a problem that can be allowed. */
  readonly allowed: boolean;
  readonly comparison: Comparison;
  /** Of the atom that the service holds; null if not known. */
  readonly storedVersion: number | null;
  /** Of a `changed` row, counted without what both values have in common at their beginning and end. */
  readonly difference: ValueDifference | null;
  readonly outcome: RowOutcome;
  /** Why it was refused, skipped or is unknown; null if there is nothing to say. */
  readonly why: string | null;
  /** Version that storing it gave; null if the response did not say. */
  readonly version: number | null;
  readonly readBack: ReadBack;
}

/** In characters (UTF-16 units) and bytes of UTF-8. */
export interface ValueDifference {
  readonly removed: number;
  readonly added: number;
  /** New size less the stored one. */
  readonly bytes: number;
}

export interface UploadRowInFull extends UploadRow {
  readonly value: string;
  /** As in the file; null if the record could not be read. */
  readonly cells: readonly { readonly column: string; readonly text: string | null }[] | null;
  /** Why the record could not be read, with its text; null if it could. */
  readonly unreadable: { readonly why: string; readonly text: string } | null;
  /** Other rows with the same key that are not dropped, at most 100. */
  readonly sameKey: readonly number[];
}

export interface UploadRowsQuery {
  readonly uploadId: string;
  readonly filter: UploadRowFilter;
  readonly window: RowWindow;
}

export interface SendSettings {
  /** Most atoms in a batch. */
  readonly batchAtoms: number;
  /** Rows that the comparison found to be the same are omitted. */
  readonly skipSame: boolean;
  /** What happens to a row that the service refuses: the user is asked, or it is dropped and the rest continues. */
  readonly onRefusal: 'ask' | 'drop';
  /** Whether what was stored is read back and verified when all is sent. */
  readonly verify: boolean;
}

/** Something that only the user can decide; the upload waits. */
export type UploadQuestion =
  /** The service refused a batch because of this row. */
  | {
      readonly kind: 'refused-row';
      readonly row: UploadRow;
      readonly error: AppError;
      /** Rows of its batch, of which none is stored. */
      readonly batchRows: number;
    }
  /** The service refused a batch and did not say because of which row. */
  | { readonly kind: 'refused-batch'; readonly error: AppError; readonly batchRows: number }
  /** A batch was sent, the response was lost, and reading back does not settle it. */
  | {
      readonly kind: 'unsettled-batch';
      readonly error: AppError | null;
      readonly batchRows: number;
      /** Rows whose value the service has now, rows for which it has another one, and rows that it does not have. */
      readonly found: { readonly same: number; readonly other: number; readonly missing: number };
    };

export type UploadAnswer =
  /** `refused-row`: leave the row out and send the rest of its batch. `always`: do so from then on. */
  | { readonly kind: 'drop'; readonly always: boolean }
  /** `refused-row`: send it with this value. */
  | { readonly kind: 'fix'; readonly key: string; readonly value: string }
  /** `refused-batch`: send its halves, and theirs, until the row is found. Each part is stored by itself. */
  | { readonly kind: 'search' }
  /** `refused-batch`: leave all its rows out. `unsettled-batch`: leave them as unknown. Then continue. */
  | { readonly kind: 'leave' }
  /** `unsettled-batch`: send it again, though it may then be stored twice. */
  | { readonly kind: 'send-again' }
  | { readonly kind: 'stop' };

export interface UploadVerification {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Distinct roots that the proofs were for: one, where it was one snapshot. */
  readonly roots: readonly string[];
  /** Atoms that were found, and whose proof names no root or fails: no tree is shown to hold them. */
  readonly unproven: number;
  /** Requests that it took. */
  readonly requests: number;
}

export const uploadSteps = ['stage', 'compare', 'send', 'verify'] as const;
/** How far long work on an upload has come. */
export interface UploadProgress {
  readonly uploadId: string;
  readonly fileName: string;
  readonly step: (typeof uploadSteps)[number];
  /** Bytes of the file while staging, else rows; null until it is known. */
  readonly total: number | null;
  readonly done: number;
  /** Of the last moments, in the unit of `done` a second; null until there is something to tell from. */
  readonly perSecond: number | null;
  /** Batches answered and settled; 0 while staging. */
  readonly batches: number;
}
