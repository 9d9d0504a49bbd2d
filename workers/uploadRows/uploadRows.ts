import type { RowsAnswer, RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { ExportFormat } from '#shared/domain/job.ts';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import type {
  Comparison,
  DuplicateRule,
  ReadBack,
  RowOutcome,
  UploadCounts,
  UploadRow,
  UploadRowFilter,
  UploadRowInFull,
  UploadRowSelection,
} from '#shared/domain/upload.ts';
import type { RowMapping, SourceChoice, SourceRefusal, SourceSample } from '#shared/domain/uploadSource.ts';

/**
 * The file and the rows of one upload, sealed in a folder, held by a worker thread of their own. In memory are some tens
 * of bytes a row, whatever its value; values are read from the disk when they are asked for. What changes rows
 * (but for outcomes and read-backs, which the journal of the upload tells at reopening) is on the disk when the call
 * resolves. Calls are answered in order.
 */
export interface UploadRows {
  /** Takes in bytes of the file, in order. */
  readonly addSource: (bytes: Uint8Array) => Promise<void>;
  /** Takes in a whole file of the user's. @throws where it cannot be read, with the code of the file system */
  readonly addSourceFile: (path: string, progress: (bytesDone: number) => void) => Promise<void>;
  /**
   * Understands the source; `choice` null: what is likely. Needed once in a session before `stage`. Rejects where the source
   * does not have the size that the file was opened with.
   */
  readonly sample: (
    choice: SourceChoice | null,
  ) => Promise<
    | { readonly ok: true; readonly sample: SourceSample }
    | { readonly ok: false; readonly refusal: SourceRefusal; readonly sample: SourceSample | null }
  >;
  /**
   * Reads all records as the last sample was read, and makes and checks the rows, in place of any before. Resolves to a
   * refusal where the file is broken; the rows before the break are then not kept. Ends early where `signal` aborts.
   */
  readonly stage: (
    options: { readonly mapping: RowMapping; readonly sizes: SizeKnowledge },
    progress: (bytesDone: number) => void,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly refusal: SourceRefusal | 'stopped' }>;
  /** The source is not needed any more. */
  readonly dropSource: () => Promise<void>;

  readonly revision: () => Promise<number>;
  readonly counts: () => Promise<UploadCounts>;
  readonly rows: (filter: UploadRowFilter, window: RowWindow) => Promise<RowsAnswer<UploadRow>>;
  /** null where there is no such row. */
  readonly row: (row: number) => Promise<UploadRowInFull | null>;
  readonly change: (
    row: number,
    atom: { readonly key: string; readonly value: string },
  ) => Promise<UploadRow | null>;
  /** The following resolve to how many rows are otherwise now. */
  readonly revert: (selection: UploadRowSelection) => Promise<number>;
  readonly drop: (selection: UploadRowSelection, dropped: boolean) => Promise<number>;
  readonly allow: (selection: UploadRowSelection, allowed: boolean) => Promise<number>;
  /** `ask` to begin with. Holds for rows that are staged later, too. */
  readonly setDuplicateRule: (rule: DuplicateRule) => Promise<void>;

  /**
   * Ready rows from `from` on, in order, with their outcome as given, until one of the limits is reached; at least one
   * where there is any. `skipSame`: those that were found the same are left out. `next`: where to go on.
   */
  readonly take: (options: TakeOptions) => Promise<TakenRows>;
  /** What the service holds: the worker compares by itself. `value` null: it does not have the key. */
  readonly setCompared: (
    found: readonly {
      readonly row: number;
      readonly stored: { readonly version: number | null; readonly value: string } | null | 'refused';
    }[],
  ) => Promise<void>;
  /** `versions` in the order of `rows` where the answer had them. */
  readonly setOutcomes: (changes: readonly OutcomeChange[]) => Promise<void>;
  readonly setReadBacks: (
    found: readonly { readonly row: number; readonly readBack: ReadBack }[],
  ) => Promise<void>;

  /** Writes the outcome of every row to a file, whole or not at all. */
  readonly report: (path: string, format: ExportFormat, signal: AbortSignal) => Promise<void>;
  /** Ends the thread, and with it staging, reports and taking in a file; the folder stays. */
  readonly close: () => Promise<void>;
}

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
  /** null where nothing is left. */
  readonly next: number | null;
}

export interface OutcomeChange {
  /** `waiting`: all rows that are still waiting, whether ready or not. */
  readonly rows: readonly number[] | 'waiting';
  readonly outcome: RowOutcome;
  readonly why: string | null;
  readonly versions: readonly (number | null)[] | null;
}

/**
 * Opens the rows of an upload in a folder, new or left by an earlier session. Rejects where what is there was sealed with
 * another key or is damaged.
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
