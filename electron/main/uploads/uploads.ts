import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { AppError } from '#shared/domain/appError.ts';
import type { RowsAnswer } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExportFormat } from '#shared/domain/job.ts';
import { assertNever, fail, succeed, type Result } from '#shared/domain/result.ts';
import type {
  DuplicateRule,
  SendSettings,
  Upload,
  UploadAnswer,
  UploadPhase,
  UploadQuestion,
  UploadRow,
  UploadRowInFull,
  UploadRowSelection,
  UploadRowsQuery,
} from '#shared/domain/upload.ts';
import { largestUploadFile, type RowMapping, type SourceChoice } from '#shared/domain/uploadSource.ts';
import type { SavedFile } from '#shared/ipc/appTypes.ts';
import type { Pace } from '../catalogue/throttle.ts';
import { createTurns } from '../storage/inTurn.ts';
import { throttle } from '../catalogue/throttle.ts';
import type { Connections } from '../connections/connections.ts';
import { replacedLink } from '../files/replacedLink.ts';
import { fileFailed, type WantedFile } from '../files/userFiles.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { notAFile, SourceFileError } from '../../../workers/uploadRows/sourceFileError.ts';
import { createUploadFolders, readSourceStart, type UploadFolderEffects } from './uploadFolder.ts';
import type { RowsChange } from './changeRows.ts';
import { changeAllEnded, changeEnded, countLeft, queueLeftRows } from './endedRows.ts';
import { uploadOf, type UploadSession, type Sending } from './uploadSession.ts';
import { createUploadJobs, dismissEnded, type UploadJobsEffects } from './uploadJobs.ts';
import { emptyTally, runOf } from './uploadJournal.ts';
import { saveUploadRecord } from './uploadRecord.ts';

type Answer = Promise<Result<Upload>>;

/** The uploads of all connections, one each, across restarts of the app. */
export interface Uploads {
  /** Its current state; loads what an earlier session left. */
  readonly current: (connectionId: ConnectionId) => Promise<Result<Upload | null>>;
  /**
   * Loads unfinished uploads of an earlier session as paused; those that cannot be loaded are reported by
   * `current`.
   */
  readonly restore: (connectionId: ConnectionId) => Promise<void>;
  readonly choose: (connectionId: ConnectionId) => Promise<Result<Upload | null>>;
  readonly beginDropped: (
    connectionId: ConnectionId,
    file: { readonly name: string; readonly bytes: number },
  ) => Answer;
  readonly addDropped: (uploadId: string, bytes: Uint8Array) => Promise<Result<null>>;
  readonly endDropped: (uploadId: string) => Answer;
  readonly readAs: (uploadId: string, choice: SourceChoice) => Answer;
  readonly stage: (uploadId: string, mapping: RowMapping) => Answer;
  readonly remap: (uploadId: string) => Answer;
  readonly rows: (query: UploadRowsQuery) => Promise<Result<RowsAnswer<UploadRow>>>;
  readonly row: (uploadId: string, row: number) => Promise<Result<UploadRowInFull>>;
  readonly changeRow: (
    uploadId: string,
    row: number,
    atom: { readonly key: string; readonly value: string },
  ) => Promise<Result<UploadRow>>;
  /** Resolves to how many rows have changed. */
  readonly changeRows: (
    uploadId: string,
    selection: UploadRowSelection,
    change: RowsChange,
  ) => Promise<Result<{ readonly changed: number }>>;
  readonly setDuplicateRule: (uploadId: string, rule: DuplicateRule) => Answer;
  readonly compare: (uploadId: string) => Answer;
  readonly send: (uploadId: string, settings: SendSettings) => Answer;
  readonly answer: (uploadId: string, answer: UploadAnswer) => Answer;
  readonly stop: (uploadId: string) => Answer;
  readonly verify: (uploadId: string) => Answer;
  readonly saveReport: (uploadId: string, format: ExportFormat) => Promise<Result<SavedFile>>;
  readonly discard: (uploadId: string) => Promise<Result<null>>;
  /** Deletes unreadable uploads of an earlier session. What this session uses stays. Never rejects. */
  readonly sweep: () => Promise<void>;
  /** Lets its work end, for a connection that is being removed. */
  readonly letGo: (connectionId: ConnectionId) => void;
  /** Deletes everything; the jobs of the connection must have ended. */
  readonly forget: (connectionId: ConnectionId) => Promise<void>;
  /** After all jobs have ended. */
  readonly close: () => Promise<void>;
}

export interface UploadsEffects
  extends UploadFolderEffects, Omit<UploadJobsEffects, 'changed' | 'reopen' | 'jobs'> {
  readonly jobs: Pick<Jobs, 'start' | 'pause' | 'resume' | 'cancel' | 'find' | 'list' | 'dismiss'>;
  readonly connections: Pick<Connections, 'profile'>;
  /** null if the user canceled. */
  readonly askWhatToOpen: (wanted: WantedFile) => Promise<string | null>;
  readonly askWhereToSave: (suggestedName: string) => Promise<string | null>;
  readonly changed: (connectionId: ConnectionId) => void;
  readonly pace: Pace;
  readonly log: (message: string, error: unknown) => void;
}

const changedEveryMs = 250;
const fileEndings = ['csv', 'tsv', 'txt', 'json', 'jsonl', 'ndjson'];

export function createUploads(effects: UploadsEffects): Uploads {
  const { jobs, connections } = effects;
  const folders = createUploadFolders(effects);
  const held = new Map<ConnectionId, UploadSession>();
  const restored = new Map<ConnectionId, Promise<void>>();
  const { inTurn } = createTurns();
  /** What happened unnoticed; reported once. */
  const troubles = new Map<ConnectionId, AppError>();
  const announcers = new Map<ConnectionId, (value: null) => void>();

  const changed = (id: ConnectionId): void => {
    let announce = announcers.get(id);
    if (announce === undefined) {
      announce = throttle(changedEveryMs, effects.pace, () => {
        effects.changed(id);
      });
      announcers.set(id, announce);
    }
    announce(null);
  };

  /** After an internal error it is reloaded from disk on the next access. */
  const reopen = async (failed: UploadSession): Promise<void> => {
    const id = failed.record.connectionId;
    await inTurn(id, async () => {
      if (held.get(id) !== failed) return;
      // Its job leaves everything as it is.
      failed.gone.abort();
      if (failed.job !== null) {
        jobs.cancel(failed.job.id);
        await failed.job.ended;
      }
      held.delete(id);
      restored.delete(id);
      await folders.close(failed);
    });
    changed(id);
  };
  const uploadJobs = createUploadJobs({
    ...effects,
    changed,
    reopen: (failed) => {
      reopen(failed).catch((error: unknown) => {
        effects.log('Could not close a failed upload.', error);
      });
    },
  });

  const restore = async (id: ConnectionId): Promise<void> => {
    if (held.has(id) || !connections.profile(id).ok) return;
    const left = await folders.open(id);
    switch (left.kind) {
      case 'none':
        return;
      case 'failed':
        troubles.set(id, left.error);
        // A locked keychain or an unreadable folder may be accessible the next time.
        restored.delete(id);
        return;
      case 'unlogged':
        held.set(id, left.held);
        await uploadJobs.log(left.held);
        return;
      case 'open': {
        held.set(id, left.held);
        const { resume, held: one } = left;
        if (resume === null || one.sending === null) return;
        await uploadJobs.send(one, one.sending, {
          underWay: resume.underWay,
          hasBegun: resume.begunAt !== null,
        });
        return;
      }
      default:
        assertNever(left);
    }
  };
  const restoreOnce = (id: ConnectionId): Promise<void> => {
    const before = restored.get(id);
    if (before !== undefined) return before;
    const restoring = inTurn(id, () => restore(id));
    restored.set(id, restoring);
    restoring.catch(() => restored.delete(id));
    return restoring;
  };

  const find = (uploadId: string): UploadSession | null =>
    [...held.values()].find(({ record }) => record.id === uploadId) ?? null;
  /** For changes to an upload, one at a time; refused in the wrong phase. */
  const during = <T>(
    uploadId: string,
    phases: readonly UploadPhase['kind'][],
    work: (one: UploadSession) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const found = find(uploadId);
    if (found === null) return Promise.resolve(gone);
    return inTurn(found.record.connectionId, async () => {
      if (find(uploadId) !== found) return gone;
      if (!phases.includes(found.phase.kind)) return notNow;
      const result = await work(found);
      changed(found.record.connectionId);
      return result;
    });
  };
  const told = async (one: UploadSession): Answer => succeed(await uploadOf(one));
  const save = async (one: UploadSession, change: Partial<UploadSession['record']>): Promise<void> => {
    one.record = { ...one.record, ...change };
    await saveUploadRecord(one.folder, one.record);
  };

  /** The upload of a connection, or what to report once instead. */
  const present = async (id: ConnectionId): Promise<Result<UploadSession | null>> => {
    await restoreOnce(id);
    const trouble = troubles.get(id);
    troubles.delete(id);
    return trouble === undefined ? succeed(held.get(id) ?? null) : fail(trouble);
  };
  /** What prevents another upload; null if nothing does. */
  const obstacle = async (id: ConnectionId): Promise<Result<never> | null> => {
    const one = await present(id);
    // Not over what may be readable once the keychain is unlocked.
    if (!one.ok) return one;
    return one.value === null || one.value.phase.kind === 'ended' ? null : underWay;
  };
  /** Replaces one that has ended. */
  const begin = (
    id: ConnectionId,
    file: { readonly name: string; readonly bytes: number },
  ): Promise<Result<UploadSession>> =>
    inTurn(id, async () => {
      const profile = connections.profile(id);
      if (!profile.ok) return profile;
      const before = held.get(id);
      if (before !== undefined && before.phase.kind !== 'ended') return underWay;
      if (file.bytes > largestUploadFile) return tooLarge(file.name);
      if (before !== undefined) await end(before);
      try {
        const one = await folders.begin(id, file);
        held.set(id, one);
        changed(id);
        return succeed(one);
      } catch (error) {
        return fileFailed(error, file.name);
      }
    });
  /** Closes and deletes it. */
  const end = async (one: UploadSession): Promise<void> => {
    const { connectionId } = one.record;
    one.gone.abort();
    if (one.job !== null) {
      jobs.cancel(one.job.id);
      await one.job.ended;
    }
    dismissEnded(jobs, connectionId);
    held.delete(connectionId);
    await folders.close(one);
    await folders.remove(connectionId);
  };
  const takeInFile = async (one: UploadSession, file: string): Promise<void> => {
    const { connectionId } = one.record;
    try {
      await one.rows.addSourceFile(file, (bytesDone) => {
        one.phase = { kind: 'source', bytesDone };
        changed(connectionId);
      });
      await inTurn(connectionId, () => sourceIsWhole(one));
    } catch (error) {
      if (one.gone.signal.aborted) return;
      const failed = fileFailed(error, file);
      if (!failed.ok) troubles.set(connectionId, failed.error);
      await inTurn(connectionId, () => end(one));
    }
    changed(connectionId);
  };
  const sourceIsWhole = async (one: UploadSession): Promise<void> => {
    await readSourceStart(one);
    await save(one, { stage: 'mapping' });
  };

  const decide = async (one: UploadSession, answer: UploadAnswer): Promise<Result<null>> => {
    const open = one.sending?.question ?? null;
    if (open === null) return notAsked;
    if (!fits(open.question, answer)) return notAsked;
    if (answer.kind === 'fix' && open.question.kind === 'refused-row') {
      const { row } = open.question.row;
      const before = await one.rows.row(row);
      const fixed = await one.rows.change(row, answer);
      if (before === null || fixed === null) return noSuchRow;
      if (fixed.status !== 'ready') {
        // Unsettled, it would keep others with its key from being sent, and would itself be skipped after a
        // restart.
        await putBack(one, before);
        return notReady(fixed);
      }
    }
    open.answer(answer);
    if (one.job !== null) jobs.resume(one.job.id);
    return succeed(null);
  };

  const newRun = (journal: Sending['journal'], earlier: Sending['earlier']): Sending => ({
    journal,
    earlier,
    tally: emptyTally(),
    startedAt: effects.now(),
    roots: { before: null, after: null },
    batches: 0,
    question: null,
    end: null,
  });
  /** Another run, with the rows that earlier runs left. */
  const sendLeft = async (one: UploadSession, settings: SendSettings): Answer => {
    const { sending: last, job } = one;
    // The receipt of the previous run is being saved, or its rows are about to be read back.
    await job?.ended;
    if (one.phase.kind !== 'ended' || last?.end === null || last?.end === undefined) return notNow;
    const ended = last.end;
    return journalled(async () => {
      await queueLeftRows({ rows: one.rows, journal: last.journal });
      await save(one, { settings });
      await uploadJobs.send(
        one,
        newRun(last.journal, [...last.earlier, runOf({ ...last, end: ended })]),
        null,
      );
      return told(one);
    });
  };

  return {
    current: async (id) => {
      const profile = connections.profile(id);
      if (!profile.ok) return profile;
      const found = await present(id);
      if (!found.ok) return found;
      const one = found.value;
      if (one === null) return succeed(null);
      try {
        return await told(one);
      } catch (error) {
        // Discarded meanwhile; or its thread crashed, and it is reloaded.
        effects.log('Could not read the state of an upload.', error);
        await reopen(one);
        const again = await present(id);
        if (!again.ok) return again;
        return again.value === null ? succeed(null) : told(again.value);
      }
    },
    restore: async (id) => {
      try {
        await restoreOnce(id);
      } catch (error) {
        effects.log('Could not resume an upload.', error);
      }
    },
    choose: async (id) => {
      const before = await obstacle(id);
      if (before !== null) return before;
      const file = await effects.askWhatToOpen({ title: 'Atom files', extensions: fileEndings });
      if (file === null) return succeed(null);
      let bytes: number;
      try {
        const found = await stat(file);
        if (!found.isFile()) throw new SourceFileError(notAFile, 'Not a file.');
        bytes = found.size;
      } catch (error) {
        return fileFailed(error, file);
      }
      const begun = await begin(id, { name: path.basename(file), bytes });
      if (!begun.ok) return begun;
      // Not awaited, because the window shows the progress.
      void takeInFile(begun.value, file).catch((error: unknown) => {
        effects.log('Could not read an upload file.', error);
      });
      return told(begun.value);
    },
    beginDropped: async (id, { name, bytes }) => {
      const before = await obstacle(id);
      if (before !== null) return before;
      const begun = await begin(id, { name: path.basename(name), bytes });
      return begun.ok ? told(begun.value) : begun;
    },
    addDropped: async (uploadId, bytes) => {
      const one = find(uploadId);
      if (one === null || one.phase.kind !== 'source') return gone;
      try {
        await one.rows.addSource(bytes);
      } catch (error) {
        return fileFailed(error, one.record.file.name);
      }
      one.phase = { kind: 'source', bytesDone: one.phase.bytesDone + bytes.byteLength };
      changed(one.record.connectionId);
      return succeed(null);
    },
    endDropped: (uploadId) =>
      during(uploadId, ['source'], async (one) => {
        try {
          await sourceIsWhole(one);
        } catch (error) {
          await end(one);
          return fileFailed(error, one.record.file.name);
        }
        return told(one);
      }),
    readAs: (uploadId, choice) =>
      during(uploadId, ['mapping', 'refused'], async (one) => {
        await save(one, { choice });
        await readSourceStart(one);
        return told(one);
      }),
    stage: (uploadId, mapping) =>
      during(uploadId, ['mapping', 'refused'], async (one) => {
        await uploadJobs.stage(one, mapping);
        return told(one);
      }),
    remap: (uploadId) =>
      during(uploadId, ['checking'], async (one) => {
        await save(one, { stage: 'mapping', comparedWith: null });
        one.comparedRoot = null;
        await readSourceStart(one);
        return told(one);
      }),
    rows: async ({ uploadId, filter, window }) => {
      const one = find(uploadId);
      if (one === null) return gone;
      return hasRows(one) ? succeed(await one.rows.rows(filter, window)) : notNow;
    },
    row: async (uploadId, row) => {
      const one = find(uploadId);
      if (one === null) return gone;
      if (!hasRows(one)) return notNow;
      const found = await one.rows.row(row);
      return found === null ? noSuchRow : succeed(found);
    },
    changeRow: (uploadId, row, atom) =>
      during(uploadId, ['checking', 'ended'], async (one) => {
        const ended = endedOf(one);
        if (ended === null) {
          const found = await one.rows.change(row, atom);
          return found === null ? noSuchRow : succeed(found);
        }
        return journalled(async () => {
          const found = await changeEnded(ended, row, atom);
          return found === null ? notLeft : succeed(found);
        });
      }),
    changeRows: (uploadId, selection, change) =>
      during(uploadId, change.kind === 'again' ? ['ended'] : ['checking', 'ended'], async (one) => {
        const ended = endedOf(one);
        if (ended === null) return succeed({ changed: await apply(one, selection, change) });
        return journalled(async () => succeed({ changed: await changeAllEnded(ended, selection, change) }));
      }),
    setDuplicateRule: (uploadId, rule) =>
      during(uploadId, ['checking'], async (one) => {
        await one.rows.setDuplicateRule(rule);
        await save(one, { duplicateRule: rule });
        return told(one);
      }),
    compare: (uploadId) =>
      during(uploadId, ['checking'], async (one) => {
        await uploadJobs.compare(one);
        return told(one);
      }),
    send: (uploadId, settings) =>
      during(uploadId, ['checking', 'ended'], async (one) => {
        const profile = connections.profile(one.record.connectionId);
        if (!profile.ok) return profile;
        if (profile.value.readOnly) return fail(locked);
        const { statuses, comparisons } = await one.rows.counts();
        if (statuses.blocked > 0) return blocked(statuses.blocked);
        if ((await countLeft(one.rows, settings)) <= 0) return nothingToSend;
        if (one.phase.kind === 'ended') return sendLeft(one, settings);
        const sentTo = profile.value.baseUrl;
        const isCompared = comparisons['not-compared'] < statuses.ready;
        if (isCompared && one.record.comparedWith !== sentTo) return comparedElsewhere;
        const journal = await folders.openJournal(one);
        await save(one, { stage: 'sending', settings, sentTo });
        await one.rows.dropSource();
        await uploadJobs.send(one, newRun(journal, []), null);
        return told(one);
      }),
    answer: (uploadId, answer) =>
      during(uploadId, ['sending'], async (one) => {
        const decided = await decide(one, answer);
        return decided.ok ? told(one) : decided;
      }),
    stop: (uploadId) =>
      during(uploadId, ['sending'], async (one) => {
        if (one.job !== null) jobs.cancel(one.job.id);
        return told(one);
      }),
    verify: (uploadId) =>
      during(uploadId, ['ended'], async (one) => {
        await uploadJobs.verify(one, true);
        return told(one);
      }),
    saveReport: async (uploadId, format) => {
      const one = find(uploadId);
      if (one === null) return gone;
      if (!hasRows(one)) return notNow;
      const file = await effects.askWhereToSave(`${path.parse(one.record.file.name).name} upload.${format}`);
      if (file === null) return succeed({ path: null });
      try {
        const link = await replacedLink(file);
        await one.rows.report(file, format, one.gone.signal);
        return succeed({ path: file, ...link });
      } catch (error) {
        return fileFailed(error, file);
      }
    },
    discard: async (uploadId) => {
      const one = find(uploadId);
      if (one === null) return gone;
      if (one.phase.kind === 'sending') return stillSending;
      return inTurn(one.record.connectionId, async () => {
        if (find(uploadId) === one) await end(one);
        changed(one.record.connectionId);
        return succeed(null);
      });
    },
    sweep: async () => {
      try {
        for (const id of await folders.all()) {
          // The window is already open: uploads that it has resumed or started are not deleted.
          await inTurn(id, async () => {
            if (!held.has(id)) await folders.sweep(id);
          });
        }
      } catch (error) {
        effects.log('Could not clean up old uploads.', error);
      }
    },
    letGo: (id) => {
      held.get(id)?.gone.abort();
    },
    forget: (id) =>
      inTurn(id, async () => {
        const one = held.get(id);
        if (one !== undefined) await end(one);
        await folders.removeAll(id);
        for (const map of [restored, troubles, announcers]) map.delete(id);
      }),
    close: async () => {
      await Promise.all(
        [...held.values()].map((one) =>
          inTurn(one.record.connectionId, async () => {
            one.gone.abort();
            await one.job?.ended;
            await folders.close(one);
          }),
        ),
      );
    },
  };
}

function apply(one: UploadSession, selection: UploadRowSelection, change: RowsChange): Promise<number> {
  switch (change.kind) {
    case 'revert':
      return one.rows.revert(selection);
    case 'drop':
      return one.rows.drop(selection, change.dropped);
    case 'allow':
      return one.rows.allow(selection, change.allowed);
    case 'again':
      // Nothing was sent yet.
      return Promise.resolve(0);
    default:
      return assertNever(change);
  }
}

/** null if sending has not ended. */
function endedOf({ phase, rows, sending }: UploadSession): Parameters<typeof queueLeftRows>[0] | null {
  return phase.kind === 'ended' && sending !== null ? { rows, journal: sending.journal } : null;
}

/** For work that writes to the journal of an upload, which fails on a full disk. */
async function journalled<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    return fileFailed(error, 'The upload journal');
  }
}

async function putBack({ rows }: UploadSession, before: UploadRowInFull): Promise<void> {
  const selection = { kind: 'rows', rows: [before.row] } as const;
  if (before.edited) await rows.change(before.row, before);
  else await rows.revert(selection);
  if (before.allowed) await rows.allow(selection, true);
}

function hasRows({ phase }: UploadSession): boolean {
  return !['source', 'mapping', 'refused', 'staging'].includes(phase.kind);
}

function fits(question: UploadQuestion, answer: UploadAnswer): boolean {
  switch (answer.kind) {
    case 'drop':
    case 'fix':
      return question.kind === 'refused-row';
    case 'search':
      return question.kind === 'refused-batch';
    case 'leave':
      return question.kind !== 'refused-row';
    case 'send-again':
      return question.kind === 'unsettled-batch';
    case 'stop':
      return true;
    default:
      return assertNever(answer);
  }
}

function refuse(field: string, message: string): Result<never> {
  return fail({ code: 'invalid_input', field, message, requestId: null });
}

const gone = refuse('uploadId', 'This upload no longer exists.');
const notNow = refuse('uploadId', 'The upload has moved to another step.');
const underWay = refuse('connectionId', 'This connection already has an upload. Finish or discard it first.');
const notAsked = refuse('answer', 'This question was already answered.');
const noSuchRow = refuse('row', 'This row does not exist.');
const notLeft = refuse('row', 'This row was stored or may have been stored, so it can no longer be changed.');
const nothingToSend = refuse('rows', 'No rows are left to send.');
const comparedElsewhere = refuse(
  'rows',
  'The address of this connection changed after the rows were compared. Compare all rows again.',
);
const stillSending = refuse('uploadId', 'The upload is sending. Stop it first.');
const locked: AppError = {
  code: 'read_only',
  message: 'This connection is read-only. To store atoms, turn off Read-only in its settings.',
  requestId: null,
};

function blocked(count: number): Result<never> {
  return refuse(
    'rows',
    count === 1
      ? '1 row cannot be sent as it is. Fix, skip, or allow it first.'
      : `${String(count)} rows cannot be sent as they are. Fix, skip, or allow them first.`,
  );
}

function notReady({ problems }: UploadRow): Result<never> {
  return refuse('row', `The edited row still cannot be sent: ${problems.join(', ')}.`);
}

function tooLarge(name: string): Result<never> {
  return fail({
    code: 'file_failed',
    failure: 'too-large',
    path: name,
    message: 'The file is too large.',
    requestId: null,
  });
}
