import type {
  Upload,
  UploadAnswer,
  UploadPhase,
  UploadQuestion,
  UploadVerification,
} from '#shared/domain/upload.ts';
import type { RowMapping, SourceSample } from '#shared/domain/uploadSource.ts';
import type { UploadRun } from '#shared/domain/writeReceipt.ts';
import type { UploadRows } from '../../../workers/uploadRows/uploadRows.ts';
import type { RecordCipher } from '../storage/recordCipher.ts';
import type { RunTally, UploadJournal } from './uploadJournal.ts';
import type { UploadRecord } from './uploadRecord.ts';

/** The upload of a connection in this session. */
export interface UploadSession {
  /** Contains the record, the journal, and the rows. */
  readonly folder: string;
  readonly rows: UploadRows;
  readonly notKept: string | null;
  /** What is saved besides the rows is sealed with their key. */
  readonly cipher: RecordCipher;
  record: UploadRecord;
  mapping: RowMapping | null;
  phase: UploadPhase;
  /** The last parsed format of the source. */
  sample: SourceSample | null;
  job: UploadJob | null;
  /** An earlier session did not finish sending, and the user has not resumed it. */
  isInterrupted: boolean;
  sending: Sending | null;
  verification: UploadVerification | null;
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

/** The current or last send run. */
export interface Sending {
  readonly journal: UploadJournal;
  /** The earlier send runs. */
  readonly earlier: readonly UploadRun[];
  tally: RunTally;
  /** Epoch milliseconds. */
  startedAt: number;
  roots: Upload['roots'];
  batches: number;
  question: OpenQuestion | null;
  end: { readonly at: number; readonly isStopped: boolean; readonly errorCode: string | null } | null;
}

interface OpenQuestion {
  readonly question: UploadQuestion;
  readonly answer: (answer: UploadAnswer) => void;
}

/** In the form that the window gets. */
export async function uploadOf(held: UploadSession): Promise<Upload> {
  const { record, phase, rows, mapping } = held;
  const { id, connectionId, file, duplicateRule, settings, startedAt } = record;
  // The thread handles calls in order, so while it stages it does not respond.
  const hasRows = phase.kind !== 'source' && phase.kind !== 'staging';
  const isStaged = hasRows && phase.kind !== 'mapping' && phase.kind !== 'refused';
  const [revision, counts] = await Promise.all([
    hasRows ? rows.revision() : 0,
    isStaged ? rows.counts() : null,
  ]);
  return {
    id,
    connectionId,
    revision,
    file,
    // The current state, because the thread may have taken a while.
    phase: held.phase,
    mapping,
    counts,
    duplicateRule,
    settings,
    jobId: held.job?.id ?? null,
    isInterrupted: held.isInterrupted,
    question: held.sending?.question?.question ?? null,
    roots: held.sending?.roots ?? { before: null, after: null },
    verification: held.verification,
    notKept: held.notKept,
    startedAt,
  };
}
