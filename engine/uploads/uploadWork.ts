import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { UploadProgress } from '#shared/domain/upload.ts';
import type { SendEvent } from './rows/sendEvents.ts';
import type { Connections } from '../connections/connections.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';
import type { JobControl, Jobs } from '../jobs/jobs.ts';
import type { Readings } from '../reading/readings.ts';
import type { PreviousValues } from '../writing/previousValues.ts';
import type { Receipts } from '../writing/receipts.ts';
import type { SizeKnowledges } from '../writing/sizeKnowledge.ts';
import type { RequestKeys } from './readBackRows.ts';
import { createReadBackLog } from './logReadBack.ts';
import { addressOf, askingOnly } from './sameService.ts';
import { uploadReceipt } from './uploadReceipt.ts';
import { recordEvents, type UploadSession } from './uploadSession.ts';

export interface UploadJobsEffects {
  readonly jobs: Pick<Jobs, 'start' | 'pause' | 'find' | 'list' | 'dismiss'>;
  readonly readings: Pick<Readings, 'readMany' | 'sendBatch'>;
  readonly connections: Pick<Connections, 'profile'>;
  readonly sizes: SizeKnowledges;
  readonly receipts: Pick<Receipts, 'add' | 'addRows'>;
  readonly previousValues: Pick<PreviousValues, 'keep' | 'read'>;
  readonly changed: (id: ConnectionId) => void;
  /** Keys that the service probably has, so many at once; none if they cannot be read. */
  readonly knownKeys: (id: ConnectionId, atOnce: number) => AsyncIterable<readonly string[]>;
  /** After an internal error the state in memory cannot be trusted and is reloaded from disk. */
  readonly reopen: (held: UploadSession) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: (message: string, error: unknown) => void;
  readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
}

export type UploadControl = JobControl<'upload'>;

/** What all steps of an upload have in common. */
export interface UploadWork {
  /** Starts a job for a step. @param before of the progress that it starts with */
  readonly start: (
    held: UploadSession,
    step: UploadProgress['step'],
    beginning: Pick<UploadProgress, 'total' | 'done' | 'batches'>,
    isPaused: boolean,
    work: (
      control: UploadControl,
      report: (change: Partial<UploadProgress>) => void,
    ) => Promise<Result<null>>,
  ) => void;
  /** Tried once; a failure if the events could not be saved, as on a full disk. */
  readonly tryNoting: (held: UploadSession) => (...events: readonly SendEvent[]) => Promise<Result<null>>;
  /** The same, but the upload pauses until they can be saved. */
  readonly noting: (
    held: UploadSession,
    control: UploadControl,
  ) => (...events: readonly SendEvent[]) => Promise<void>;
  /** Batch recall from the service at an address. */
  readonly asking: (held: UploadSession, control: UploadControl, address: string) => RequestKeys;
  /** The address of the service that the rows are sent to. */
  readonly sentTo: (held: UploadSession) => string;
  /** Keeps its rows in the list of writes as they are read back. */
  readonly readBackLog: (held: UploadSession) => ReturnType<typeof createReadBackLog>;
  /** Adds an upload that has ended to the list of writes. */
  readonly addReceipt: (held: UploadSession) => Promise<void>;
}

export function createUploadWork(effects: UploadJobsEffects): UploadWork {
  const { jobs, connections, changed } = effects;
  const tryNoting: UploadWork['tryNoting'] =
    (held) =>
    async (...events) => {
      try {
        await recordEvents(held, ...events);
        return succeed(null);
      } catch (error) {
        // Anything but an error of the disk ends the job.
        if (error instanceof Error && 'code' in error) return fileFailed(error, 'The log of the upload');
        throw error;
      }
    };
  return {
    start: (held, step, beginning, isPaused, work) => {
      const { connectionId, id, file } = held.record;
      let progress: UploadProgress = {
        uploadId: id,
        fileName: file.name,
        step,
        perSecond: null,
        ...beginning,
      };
      let hasEnded = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        hasEnded = resolve;
      });
      dismissEnded(jobs, connectionId);
      held.step = step;
      const job = jobs.start({
        kind: 'upload',
        connectionId,
        progress,
        isPaused,
        work: async (control) => {
          try {
            return await work(control, (change) => {
              progress = { ...progress, ...change };
              control.report(progress);
            });
          } catch (error) {
            // Discarded in the middle, so nothing can fail any more.
            if (held.gone.signal.aborted) return succeed(null);
            effects.reopen(held);
            // A full disk is not an error of the app.
            if (error instanceof Error && 'code' in error) {
              effects.log('An upload job failed.', error);
              return fileFailed(error, held.folder);
            }
            throw error;
          } finally {
            // Its work may have started the next step.
            if (held.job?.ended === ended) held.step = null;
            hasEnded();
            changed(connectionId);
          }
        },
      });
      held.job = { id: job.id, ended };
      changed(connectionId);
    },
    tryNoting,
    noting: (held, control) => {
      const tryIt = tryNoting(held);
      return async (...events) => {
        if (!(await tryIt(...events)).ok) await control.ask(() => tryIt(...events));
      };
    },
    asking: (held, control, address) => {
      const readings = askingOnly(address, effects.readings);
      return (keys, expects) =>
        control.ask(
          (options) =>
            readings.readMany(held.record.connectionId, keys, { ...options, askedBy: 'user' }, 'lookup'),
          expects,
        );
    },
    sentTo: ({ record }) => record.sentTo ?? addressOf(connections, record.connectionId),
    readBackLog: ({ rows, record }) => createReadBackLog(rows, effects.receipts, record),
    addReceipt: async (held) => {
      const { record, rows, sent, mapping } = held;
      if (sent === null) throw new Error('Nothing was sent.');
      const receipt = uploadReceipt(record, sent, await rows.counts(), {
        mapping,
        columns: await rows.columns(),
      });
      // Otherwise it is added when the upload is opened again.
      if (await effects.receipts.add(receipt, { keys: sentKeys(rows) }))
        await recordEvents(held, { kind: 'receipt' });
    },
  };
}

/** The upload shows the results of earlier steps. */
export function dismissEnded(jobs: Pick<Jobs, 'list' | 'dismiss'>, connectionId: ConnectionId): void {
  for (const { id, kind, endedAt } of jobs.list(connectionId)) {
    if (kind === 'upload' && endedAt !== null) jobs.dismiss(id);
  }
}

async function* sentKeys(rows: UploadSession['rows']): AsyncGenerator<readonly string[]> {
  for (let from: number | null = 0; from !== null;) {
    const { keys, next } = await rows.sentKeys(from);
    if (keys.length > 0) yield keys;
    from = next;
  }
}
