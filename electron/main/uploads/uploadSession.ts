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

/** The upload of a connection, as it stands in this session. */
export interface UploadSession {
  /** Holds the record, the journal and the rows. */
  readonly folder: string;
  readonly rows: UploadRows;
  readonly notKept: string | null;
  /** What is written down beside the rows is sealed with their key. */
  readonly cipher: RecordCipher;
  record: UploadRecord;
  mapping: RowMapping | null;
  phase: UploadPhase;
  /** As the source was understood last. */
  sample: SourceSample | null;
  job: UploadJob | null;
  /** Its sending did not come to its end in an earlier session, and nobody has told it to go on. */
  isInterrupted: boolean;
  sending: Sending | null;
  verification: UploadVerification | null;
  /** The root that the comparison met last; null where it was not compared in this session. */
  comparedRoot: string | null;
  /** Aborts when the upload is let go: nothing of it is to be kept any more. */
  readonly gone: AbortController;
}

export interface UploadJob {
  readonly id: string;
  /** Resolves when its work has ended. */
  readonly ended: Promise<void>;
}

/** The run of sending that is under way, or was the last. */
export interface Sending {
  readonly journal: UploadJournal;
  /** Those before it. */
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

/** As the window sees it. */
export async function uploadOf(held: UploadSession): Promise<Upload> {
  const { record, phase, rows, mapping } = held;
  const { id, connectionId, file, duplicateRule, settings, startedAt } = record;
  // The thread answers in order: while it stages, it tells nothing.
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
    // As it is now: the thread may have taken its time.
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
