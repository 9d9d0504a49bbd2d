import { z } from 'zod';
import type { AppError } from './appError.ts';
import type { RowWindow } from './catalogueQuery.ts';
import type { ConnectionId } from './connection.ts';
import { verdictStatuses } from '../merkle/verdict.ts';
import type { PreviousKept } from './store.ts';
import type { RowMapping } from './rowMapping.ts';
import type { SourceRefusal, SourceSample } from './uploadSource.ts';

/**
 * A file on its way into a memory. A connection has one at a time, from the choice of the file until the user closes
 * it, across restarts.
 *
 * source -> mapping -> staging -> checking (<-> comparing, replacing) -> sending -> ended (<-> verifying)
 */
export interface Upload {
  readonly id: string;
  readonly connectionId: ConnectionId;
  /** Increases with every change of its rows; rows of different revisions must not be mixed. */
  readonly revision: number;
  /** Name without folders, and size in bytes. */
  readonly file: { readonly name: string; readonly bytes: number };
  readonly phase: UploadPhase;
  /** null until the mapping was applied. */
  readonly mapping: RowMapping | null;
  /** Of the file; null until the rows were staged. */
  readonly columns: readonly string[] | null;
  /** Columns of the file that the mapping leaves out; null unless rows are checked. */
  readonly unusedColumns: readonly string[] | null;
  /** null until the rows were staged. */
  readonly counts: UploadCounts | null;
  readonly duplicateRule: DuplicateRule;
  /** null until sending began. */
  readonly settings: SendSettings | null;
  /** The job in progress, or that ended last; null if there was none. */
  readonly jobId: string | null;
  /** Sending did not finish in an earlier session, and waits for the user to resume it. */
  readonly isInterrupted: boolean;
  /** The question of the job, which waits for the user's decision. */
  readonly question: UploadQuestion | null;
  /** Roots before the first batch and after the last, from the responses; null if unknown. */
  readonly roots: { readonly before: string | null; readonly after: string | null };
  /** What is kept of the values that the stored rows replaced. */
  readonly previous: PreviousKept;
  /** null until read back. */
  readonly verification: UploadVerification | null;
  /** Why it cannot continue after the app closes, such as a locked keychain; null if it can. */
  readonly notKept: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

export type UploadPhase =
  /** The file is being copied. */
  | { readonly kind: 'source'; readonly bytesDone: number }
  /** The file was parsed; its columns must be mapped. */
  | { readonly kind: 'mapping'; readonly sample: SourceSample }
  /** It was not: another encoding or format may help. `sample` as far as it goes. */
  | { readonly kind: 'refused'; readonly refusal: SourceRefusal; readonly sample: SourceSample | null }
  /** All rows are being read and checked. */
  | { readonly kind: 'staging' }
  /** The user reviews, fixes, and skips rows. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'comparing' }
  /** A text is being replaced in rows. */
  | { readonly kind: 'replacing' }
  | { readonly kind: 'sending' }
  /** Every row has an outcome. `stopped`: by the user, before all rows were sent. */
  | { readonly kind: 'ended'; readonly stopped: boolean }
  | { readonly kind: 'verifying' };

/** A problem that blocks a row until it is fixed, skipped or, if possible, allowed. */
export const blockingProblems = [
  /** The record could not be read. */
  'unreadable',
  /** The key, or a column that is part of it, is empty. */
  'no-key',
  /** There is no value: the cell is missing or JSON null. */
  'no-value',
  /** Half of a surrogate pair, which cannot be sent. */
  'lone-surrogate',
  /** Another row has the same key; see `DuplicateRule`. */
  'duplicate',
  /** The value looks like a credential; can be allowed. */
  'sensitive',
  /** The value is larger than what the service refused before; can be allowed. */
  'too-large',
  /** The key is a JSON object or list. */
  'json-key',
  /** A cell of the value does not fit the type, date, or property that the mapping makes of it. */
  'not-converted',
  /** The same of a cell of the key. */
  'key-not-converted',
] as const;
export type BlockingProblem = (typeof blockingProblems)[number];
export const allowableProblems: readonly RowProblem[] = ['sensitive', 'too-large'];

/** A warning, which does not block the row. */
export const notedProblems = [
  /** The value was a number or other JSON instead of text, and is sent as JSON text. */
  'value-not-text',
  'empty-value',
  /** The key begins or ends with whitespace, or contains control, invisible, or look-alike characters. */
  'odd-key',
  /** The value is larger than any that the service accepted so far. */
  'larger-than-accepted',
  /** The value begins like a JSON object or array, but is not valid JSON. */
  'broken-json',
] as const;
export type NotedProblem = (typeof notedProblems)[number];
export type RowProblem = BlockingProblem | NotedProblem;
const laterProblems: readonly RowProblem[] = ['json-key', 'not-converted', 'key-not-converted'];
/** In the order in which saved uploads number them: new ones come last. */
export const rowProblems: readonly RowProblem[] = [
  ...[...blockingProblems, ...notedProblems].filter((problem) => !laterProblems.includes(problem)),
  ...laterProblems,
];

/** Which of several rows with one key is sent. `ask`: none, until the user has fixed or skipped all but one. */
export const duplicateRules = ['ask', 'first', 'last'] as const;
export type DuplicateRule = (typeof duplicateRules)[number];

/** The local status of a row. `passed-over`: a duplicate that is skipped by the rule. */
export const rowStatuses = ['ready', 'blocked', 'dropped', 'passed-over'] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** What the service holds for the key, as far as it was compared. `refused`: it refused the key. */
export const comparisons = ['not-compared', 'new', 'changed', 'same', 'refused'] as const;
export type Comparison = (typeof comparisons)[number];

/**
 * The outcome of a row. `same`: not sent, because the service has this value. `skipped`: not sent, because it was not ready or the
 * upload was stopped. `unknown`: sent, but neither a response nor reading back showed whether it was stored. `held`: not sent, because
 * the service has another value than when it was compared, or was not compared; it waits for the user's decision.
 */
export const rowOutcomes = ['waiting', 'stored', 'same', 'skipped', 'refused', 'unknown', 'held'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/**
 * Signs about a stored row. `other-write`: its version shows that another write came in between. `stored-twice`: the same, of a row that was
 * sent again after its batch was lost, so that the other write may be that batch.
 */
export const rowMarks = ['other-write', 'stored-twice'] as const;
export type RowMark = (typeof rowMarks)[number];

/** The result of reading back a stored row. `other`: the atom has a different value now. */
export const readBacks = ['not-read', ...verdictStatuses, 'other', 'missing', 'refused'] as const;
export type ReadBack = (typeof readBacks)[number];

export interface UploadCounts {
  readonly rows: number;
  /** Bytes of UTF-8 of the values of rows that are ready. */
  readonly readyBytes: number;
  readonly statuses: Readonly<Record<RowStatus, number>>;
  /** A row counts once for each of its problems; skipped rows do not count. */
  readonly problems: Readonly<Record<RowProblem, number>>;
  /** Of rows that are ready. */
  readonly comparisons: Readonly<Record<Comparison, number>>;
  readonly outcomes: Readonly<Record<RowOutcome, number>>;
  readonly readBacks: Readonly<Record<ReadBack, number>>;
  readonly marks: Readonly<Record<RowMark, number>>;
  readonly edited: number;
  /** Largest value of a ready row in bytes of UTF-8. */
  readonly largestValue: number;
}

/** In UTF-16 units: longer cells are counted, but not told apart. */
export const longestCounted = 200;

export const uploadRowFilter = z.strictObject({
  /** Text in the key, ignoring case. */
  text: z.string().max(10_000).exactOptional(),
  status: z.enum(rowStatuses).exactOptional(),
  problem: z.enum(rowProblems).exactOptional(),
  comparison: z.enum(comparisons).exactOptional(),
  outcome: z.enum(rowOutcomes).exactOptional(),
  readBack: z.enum(readBacks).exactOptional(),
  mark: z.enum(rowMarks).exactOptional(),
  edited: z.literal(true).exactOptional(),
  /** The cell of a column of the file, by its index; null: it has none. */
  cell: z
    .strictObject({ column: z.int().min(0), text: z.string().max(longestCounted).nullable() })
    .exactOptional(),
});
/** Which rows are listed. Omitted fields do not restrict the list. */
export type UploadRowFilter = z.infer<typeof uploadRowFilter>;

export const uploadRowNumber = z.int().min(0);

export const uploadRowSelection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rows'), rows: z.array(uploadRowNumber).min(1).max(100_000).readonly() }),
  z.strictObject({ kind: z.literal('filter'), filter: uploadRowFilter }),
]);
/** The rows to change. */
export type UploadRowSelection = z.infer<typeof uploadRowSelection>;

export interface UploadRow {
  /** From 0, in the order of the file; identifies the row. */
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
  /** What a `sensitive` value looks like: the name of the pattern, such as `aws-access-key-id`, or `entropy`; otherwise null. */
  readonly detail: string | null;
  readonly edited: boolean;
  /** The user allowed the row despite a problem. */
  readonly allowed: boolean;
  readonly comparison: Comparison;
  /** Of the atom that the service holds; null if not known. */
  readonly storedVersion: number | null;
  /** Of a `changed` row, without the common beginning and end of both values. */
  readonly difference: ValueDifference | null;
  readonly outcome: RowOutcome;
  /** Why it was refused, skipped or is unknown; null if there is nothing to say. */
  readonly why: string | null;
  /** The last version that a response had: to the store, or when it was read back; null if none did. */
  readonly version: number | null;
  readonly readBack: ReadBack;
  readonly marks: readonly RowMark[];
}

/** In characters (UTF-16 units) and bytes of UTF-8. */
export interface ValueDifference {
  readonly removed: number;
  readonly added: number;
  /** The new size minus the stored one. */
  readonly bytes: number;
}

/** `isText`: see `SourceCell`. */
export interface CellOfRow {
  readonly column: string;
  readonly text: string | null;
  readonly isText: boolean;
}

export interface UploadRowInFull extends UploadRow {
  readonly value: string;
  /** As in the file; null if the record could not be read. */
  readonly cells: readonly CellOfRow[] | null;
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

export const sendSettings = z.strictObject({
  /** The maximum number of atoms in a batch. */
  batchAtoms: z.int().min(1).max(10_000),
  /** Rows whose value the service already has are omitted. */
  skipSame: z.boolean(),
  /** Whether rows that were not compared replace the values that the service has; otherwise, they are held. */
  replacesUnseen: z.boolean().default(false),
  /** What happens to a row that the service refuses: ask the user, or skip it and continue with the rest. */
  onRefusal: z.enum(['ask', 'drop']),
  /** Whether stored rows are read back and verified after sending. */
  verify: z.boolean(),
});
export type SendSettings = z.infer<typeof sendSettings>;

/** A question for the user; the upload waits. */
export type UploadQuestion =
  /** The service refused a batch because of this row. */
  | {
      readonly kind: 'refused-row';
      readonly row: UploadRow;
      readonly error: AppError;
      /** The number of rows in its batch, none of which is stored. */
      readonly batchRows: number;
    }
  /** The service refused a batch without naming a row. */
  | { readonly kind: 'refused-batch'; readonly error: AppError; readonly batchRows: number }
  /** A batch was sent, the response was lost, and reading back does not settle it. */
  | {
      readonly kind: 'unsettled-batch';
      readonly error: AppError | null;
      readonly batchRows: number;
      /**
       * Rows whose value the service has now, those of them whose proof fails, rows for which it has another one, and rows
       * that it does not have.
       */
      readonly found: {
        readonly same: number;
        readonly contradicted: number;
        readonly other: number;
        readonly missing: number;
      };
    };

/** A key or a value of a row: as long as the longest that can be sent. */
export const rowText = z.string().max(100_000_000);

export const uploadAnswer = z.discriminatedUnion('kind', [
  /** `refused-row`: leave the row out and send the rest of its batch. `always`: do so from then on. */
  z.strictObject({ kind: z.literal('drop'), always: z.boolean() }),
  /** `refused-row`: send it with this value. */
  z.strictObject({ kind: z.literal('fix'), key: rowText, value: rowText }),
  /** `refused-batch`: send its halves, and theirs, until the row is found. Each part is stored by itself. */
  z.strictObject({ kind: z.literal('search') }),
  /** `refused-batch`: leave all its rows out. `unsettled-batch`: leave them as unknown. Then continue. */
  z.strictObject({ kind: z.literal('leave') }),
  /** `unsettled-batch`: send it again, though it may then be stored twice. */
  z.strictObject({ kind: z.literal('send-again') }),
  z.strictObject({ kind: z.literal('stop') }),
]);
export type UploadAnswer = z.infer<typeof uploadAnswer>;

export interface UploadVerification {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Distinct roots of the proofs; exactly one if it was a single snapshot. */
  readonly roots: readonly string[];
  /** Atoms that were found, and whose proof names no root or fails: no tree is shown to hold them. */
  readonly unproven: number;
  /** Requests that it took. */
  readonly requests: number;
}

/** A file that the user chose in a dialog. */
export interface ChosenFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

/** Files that may wait for their upload. */
export const mostChosenFiles = 1_000;

/** Atoms of the memory that an upload does not have, although their keys are like those of its rows. */
export interface KeysNotInFile {
  readonly total: number;
  /** At most `mostKeysNotInFile` of them. */
  readonly keys: readonly string[];
}

export const mostKeysNotInFile = 10_000;

export const uploadSteps = ['stage', 'compare', 'replace', 'send', 'verify'] as const;
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
  /** Batches answered and settled; 0 while staging. While replacing: 0 while the rows are searched, then 1. */
  readonly batches: number;
}
