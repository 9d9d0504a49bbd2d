import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Result } from '#shared/domain/result.ts';
import type { PreviousKept } from '#shared/domain/store.ts';
import type { SendSettings, UploadAnswer, UploadQuestion } from '#shared/domain/upload.ts';
import type { JobControl } from '../jobs/jobs.ts';
import type { ActiveRate } from '../jobs/activeRate.ts';
import type { Readings } from '../reading/readings.ts';
import type { AtomToReplace } from '../writing/keepPrevious.ts';
import type { SizeKnowledges } from '../writing/sizeKnowledge.ts';
import type { SendEvent } from './rows/sendEvents.ts';
import type { UploadRows } from './rows/uploadRows.ts';

/** What sending the rows of an upload needs. */
export interface SendEffects {
  readonly connectionId: ConnectionId;
  readonly rows: UploadRows;
  readonly control: Pick<JobControl<'upload'>, 'ask' | 'proceed' | 'signal' | 'isClosing' | 'closing'>;
  readonly readings: Pick<Readings, 'sendBatch' | 'readMany'>;
  readonly sizes: Pick<SizeKnowledges, 'accepted' | 'refused'>;
  /** Keeps what is about to be replaced. Never rejects. */
  readonly keepPrevious: (atoms: readonly AtomToReplace[]) => Promise<PreviousKept>;
  readonly rate: Pick<ActiveRate, 'setActive' | 'add'>;
  /** The current settings. */
  readonly settings: () => SendSettings;
  readonly dropFromNowOn: () => Promise<void>;
  /** Tried once; a failure if it could not be written. */
  readonly tryNote: (...events: readonly SendEvent[]) => Promise<Result<null>>;
  /** null if the work is canceled before there is a response. */
  readonly askUser: (question: UploadQuestion) => Promise<UploadAnswer | null>;
  /** Further rows have an outcome. @param notSent of them were not sent, because of what the service has */
  readonly settled: (notSent?: number) => void;
  readonly newId: () => string;
  readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
  /** Aborts if not even the pending batch is awaited. */
  readonly giveUp: AbortSignal;
}
