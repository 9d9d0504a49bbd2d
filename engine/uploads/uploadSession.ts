import type {
  Upload,
  UploadAnswer,
  UploadPhase,
  UploadProgress,
  UploadQuestion,
} from '#shared/domain/upload.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import type { SourceRefusal, SourceSample, SourceWish } from '#shared/domain/uploadSource.ts';
import { nothingKept } from '#shared/writes/previousKept.ts';
import { unusedColumns } from '#shared/upload/usedColumns.ts';
import type { SendEvent } from './rows/sendEvents.ts';
import type { SendState } from './rows/sendState.ts';
import type { UploadRows } from './rows/uploadRows.ts';
import type { InTurn } from '#shared/async/inTurn.ts';
import type { RecordCipher } from '../storage/recordCipher.ts';
import { saveUploadRecord, type UploadRecord } from './uploadRecord.ts';

/**
 * The upload of a connection in this session. What lasts is in two places: the record, which only `saveRecord` changes,
 * and the log of the rows, which only `recordEvents` continues. Its phase follows from these and from the job at work.
 */
export interface UploadSession {
  /** Contains the record and the rows. */
  readonly folder: string;
  readonly rows: UploadRows;
  readonly notKept: string | null;
  /** What is saved besides the rows is sealed with their key. */
  readonly cipher: RecordCipher;
  record: UploadRecord;
  /** Changes of the record, one after the other. */
  readonly recordTurns: InTurn;
  /** What the events of the log amount to; null if nothing was sent. */
  sent: SendState | null;
  mapping: RowMapping | null;
  /** Bytes of the file that were copied. */
  bytesTaken: number;
  /** How the beginning of the source was last parsed; null before. */
  reading: { readonly sample: SourceSample | null; readonly refusal: SourceRefusal | null } | null;
  job: UploadJob | null;
  /** The step that is not finished. */
  step: UploadProgress['step'] | null;
  /** What the job asks the user. */
  question: OpenQuestion | null;
  /** An earlier session did not finish sending, and the user has not resumed it. */
  isInterrupted: boolean;
  /** The root that the comparison saw last; null if it was not compared in this session. */
  comparedRoot: string | null;
  /** Aborts when the upload is discarded: nothing of it is to be saved any more. */
  readonly gone: AbortController;
}

export interface UploadJob {
  readonly id: string;
  /** Resolves when its work has ended. */
  readonly ended: Promise<void>;
}

interface OpenQuestion {
  readonly question: UploadQuestion;
  readonly answer: (answer: UploadAnswer) => void;
}

/** Changes the record once the change is on disk. If that fails, such as on a full disk, nothing has changed. */
export function saveRecord(one: UploadSession, change: Partial<UploadRecord>): Promise<void> {
  return one.recordTurns(async () => {
    const record = { ...one.record, ...change };
    await saveUploadRecord(one.folder, record);
    one.record = record;
  });
}

/** Resolves when they are on disk, and the rows have the outcomes. */
export async function recordEvents(one: UploadSession, ...events: readonly SendEvent[]): Promise<void> {
  if (events.length > 0) one.sent = await one.rows.record(events);
}

/** Reads the beginning of the source, with the chosen or the likely format. */
export async function readSourceStart(
  one: UploadSession,
  wish: SourceWish | null = one.record.choice,
): Promise<void> {
  const read = await one.rows.sample(wish);
  one.reading = { sample: read.sample, refusal: read.ok ? null : read.refusal };
}

export function phaseOf({ step, record, reading, bytesTaken, sent }: UploadSession): UploadPhase {
  switch (step) {
    case 'stage':
      return { kind: 'staging' };
    case 'compare':
      return { kind: 'comparing' };
    case 'replace':
      return { kind: 'replacing' };
    case 'send':
      return { kind: 'sending' };
    case 'verify':
      return { kind: 'verifying' };
    case null:
      break;
  }
  switch (record.stage) {
    case 'mapping':
      if (reading === null) break;
      if (reading.refusal !== null) return { kind: 'refused', ...reading, refusal: reading.refusal };
      if (reading.sample !== null) return { kind: 'mapping', sample: reading.sample };
      break;
    case 'checking':
      return { kind: 'checking' };
    case 'sending': {
      const end = sent?.end ?? null;
      return end === null ? { kind: 'sending' } : { kind: 'ended', stopped: end.isStopped };
    }
    case 'source':
      break;
  }
  return { kind: 'source', bytesDone: bytesTaken };
}

/** Whether there are rows that can be viewed. */
export function hasRows(one: UploadSession): boolean {
  return !['source', 'mapping', 'refused', 'staging'].includes(phaseOf(one).kind);
}

/** In the form that the window gets. */
export async function uploadOf(held: UploadSession): Promise<Upload> {
  const { record, rows, mapping } = held;
  const { id, connectionId, file, duplicateRule, settings, startedAt } = record;
  const { kind } = phaseOf(held);
  // The thread handles calls in order, so while it stages it does not respond.
  const [revision, counts, columns] = await Promise.all([
    kind === 'source' || kind === 'staging' ? 0 : rows.revision(),
    hasRows(held) ? rows.counts() : null,
    hasRows(held) ? rows.columns() : null,
  ]);
  return {
    id,
    connectionId,
    revision,
    file,
    // The current state, because the thread may have taken a while.
    phase: phaseOf(held),
    mapping,
    columns,
    unusedColumns:
      mapping === null || columns === null || kind !== 'checking' ? null : unusedColumns(mapping, columns),
    counts,
    duplicateRule,
    settings,
    jobId: held.job?.id ?? null,
    isInterrupted: held.isInterrupted,
    question: held.question?.question ?? null,
    roots: held.sent?.roots ?? { before: null, after: null },
    previous: held.sent?.previous ?? nothingKept,
    verification: held.sent?.verification ?? null,
    notKept: held.notKept,
    startedAt,
  };
}
