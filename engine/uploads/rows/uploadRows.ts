import type { RowsAnswer, RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { ExportFormat } from '#shared/domain/job.ts';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import type {
  Comparison,
  DuplicateRule,
  RowOutcome,
  SendSettings,
  UploadCounts,
  UploadRow,
  UploadRowFilter,
  UploadRowInFull,
  UploadRowSelection,
} from '#shared/domain/upload.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import type { SourceRefusal, SourceSample, SourceWish } from '#shared/domain/uploadSource.ts';
import type { ReplacementFound, RowReplacement } from '#shared/domain/uploadReplace.ts';
import type { ColumnValues } from '#shared/domain/uploadValues.ts';
import type { WrittenAtom } from '#shared/domain/writeReceipt.ts';
import type { RowRanges } from './rowRanges.ts';
import type { SendEvent } from './sendEvents.ts';
import type { SendState } from './sendState.ts';

/**
 * The file and the rows of one upload, sealed in a folder, held by their own worker thread. Memory holds a
 * few dozen bytes per row, whatever its value; values are read from disk on request. Changes of rows, and what
 * happens to them, are in one log, and on disk when the call resolves. Calls are handled in order.
 */
export interface UploadRows {
  /** Appends bytes of the file, in order. */
  readonly addSource: (bytes: Uint8Array) => Promise<void>;
  /** Reads a user's file completely. @throws if it cannot be read, with the code of the file system */
  readonly addSourceFile: (
    path: string,
    progress: (bytesDone: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /**
   * Parses the beginning of the source; `wish` null: the likely settings. Required once per session before
   * `stage`. Rejects if the source does not have the size that the file was opened with.
   */
  readonly sample: (
    wish: SourceWish | null,
  ) => Promise<
    | { readonly ok: true; readonly sample: SourceSample }
    | { readonly ok: false; readonly refusal: SourceRefusal; readonly sample: SourceSample | null }
  >;
  /**
   * Reads all records with the settings of the last sample, and creates and checks the rows, replacing
   * earlier ones. Keys and values that the user typed, and skipped rows, stay so, by their place in the file.
   * Resolves to a refusal if the file is broken. Ends early if `signal` aborts. The earlier rows then remain.
   */
  readonly stage: (
    options: { readonly mapping: RowMapping; readonly sizes: SizeKnowledge },
    progress: (bytesDone: number) => void,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly refusal: SourceRefusal | 'stopped' }>;
  /** SHA-256 of the bytes that were added, in lowercase hex; null if an earlier session added them. */
  readonly sourceSha256: () => Promise<string | null>;
  /** The source is no longer needed. */
  readonly dropSource: () => Promise<void>;

  readonly revision: () => Promise<number>;
  readonly counts: () => Promise<UploadCounts>;
  /** Names of the columns of the file. */
  readonly columns: () => Promise<readonly string[]>;
  readonly rows: (filter: UploadRowFilter, window: RowWindow) => Promise<RowsAnswer<UploadRow>>;
  /** See `ValueCounting`. */
  readonly countValues: (column: number, filter: UploadRowFilter, from: number) => Promise<ColumnValues>;
  /** Those of the keys that no row has. */
  readonly withoutRow: (keys: readonly string[]) => Promise<readonly string[]>;
  /** null if there is no such row. */
  readonly row: (row: number) => Promise<UploadRowInFull | null>;
  readonly change: (
    row: number,
    atom: { readonly key: string; readonly value: string },
  ) => Promise<UploadRow | null>;
  /** The following resolve to how many rows have changed. */
  readonly revert: (selection: UploadRowSelection) => Promise<number>;
  readonly drop: (selection: UploadRowSelection, dropped: boolean) => Promise<number>;
  readonly allow: (selection: UploadRowSelection, allowed: boolean) => Promise<number>;
  /** See `RowReplacing`. The second writes the new texts, which count once they are adopted. */
  readonly findText: (replacement: RowReplacement, from: number) => Promise<ReplacementFound>;
  readonly prepareReplacement: (replacement: RowReplacement, from: number) => Promise<ReplacementFound>;
  readonly preparedRows: () => Promise<RowRanges>;
  readonly adoptReplacement: () => Promise<number | null>;
  readonly applyReplacement: () => Promise<number>;
  /** Resolves to how many rows have changed back; null if it is too late. */
  readonly undoReplacement: (undoId: number) => Promise<number | null>;
  /** Initially `ask`. Also applies to rows that are staged later. */
  readonly setDuplicateRule: (rule: DuplicateRule) => Promise<void>;

  /**
   * Ready rows from `from` on, in order, with the given outcome, until a limit is reached; at least one if
   * there is any. `skipSame`: those that were found the same are skipped. `next`: where to continue.
   */
  readonly take: (options: TakeOptions) => Promise<TakenRows>;
  /** What is known of rows that are stored, in the order of their numbers here. */
  readonly writtenRows: (rows: readonly number[]) => Promise<readonly WrittenRow[]>;
  /** Keys of the rows that are stored or may be, from row `from` on, a limited number at once. */
  readonly sentKeys: (from: number) => Promise<{
    readonly keys: readonly string[];
    /** Where to continue; null if nothing is left. */
    readonly next: number | null;
  }>;
  /** What the service holds. The worker does the comparison. `value` null: it does not have the key. */
  readonly setCompared: (found: readonly FoundForRow[]) => Promise<void>;
  /**
   * What to do with rows that are about to be sent, in their order, given what the service holds now. Changes nothing.
   */
  readonly beforeSending: (found: readonly FoundForRow[], rules: SendRules) => Promise<readonly RowStand[]>;
  /**
   * Records what happened while rows were sent, and gives the rows their outcomes and read-backs. Resolves to what all events
   * amount to, when they are on disk; nothing remains of events that could not be saved.
   */
  readonly record: (events: readonly SendEvent[]) => Promise<SendState>;
  /** null if nothing was recorded. */
  readonly sendState: () => Promise<SendState | null>;

  /** Writes the outcome of every row to a file, completely or not at all. */
  readonly report: (path: string, format: ExportFormat, signal: AbortSignal) => Promise<void>;
  /** Ends the thread, and with it staging, reports, and reading a file; the folder stays. */
  readonly close: () => Promise<void>;
}

/** The atom that the service holds; null if it does not have the key. `refused`: it refused the request. */
export type FoundAtom = { readonly version: number | null; readonly value: string } | null | 'refused';

/** See `WrittenAtom`. */
export type WrittenRow = Pick<WrittenAtom, 'bytes' | 'sha256' | 'before' | 'versionBefore' | 'version'>;

export interface FoundForRow {
  readonly row: number;
  readonly stored: FoundAtom;
}

/**
 * What to do with a row of the next batch, after the service was read again. `replace`: it is sent, and what the service has was not compared
 * with it before. `same`: it has the value of the row. `landed`: it has it because a batch that was believed to be lost was
 * stored after all. `held`: it has another value than the user has seen.
 */
export type RowStand = 'send' | 'replace' | 'same' | 'landed' | 'held';

/** See `SendSettings`. */
export type SendRules = Pick<SendSettings, 'skipSame' | 'replacesUnseen'>;

export interface TakeOptions {
  readonly from: number;
  readonly mostRows: number;
  /** Of keys and values as JSON, in bytes. */
  readonly mostBytes: number;
  readonly outcomes: readonly RowOutcome[];
  readonly comparisons?: readonly Comparison[];
  readonly skipSame: boolean;
}

export interface TakenRows {
  readonly rows: readonly { readonly row: number; readonly key: string; readonly value: string }[];
  /** null if nothing is left. */
  readonly next: number | null;
}

/**
 * Opens the rows of an upload in a folder, new or from an earlier session. Rejects if the existing data was
 * sealed with another key or is damaged.
 *
 * @param dataKey 32 random bytes
 * @param workerFile the built worker
 */
export type OpenUploadRows = (options: {
  readonly workerFile: string | URL;
  readonly folder: string;
  readonly dataKey: Uint8Array;
  readonly file: { readonly name: string; readonly bytes: number };
}) => Promise<UploadRows>;
