import path from 'node:path';
import type { RowsAnswer } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExportFormat } from '#shared/domain/job.ts';
import type { WriteConfirmation } from '#shared/domain/store.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type {
  DuplicateRule,
  KeysNotInFile,
  SendSettings,
  Upload,
  UploadAnswer,
  UploadRow,
  UploadRowFilter,
  UploadRowInFull,
  UploadRowSelection,
  UploadRowsQuery,
} from '#shared/domain/upload.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import type { SourceWish } from '#shared/domain/uploadSource.ts';
import type { ReplacedRows, ReplacementFound, RowReplacement } from '#shared/domain/uploadReplace.ts';
import type { ColumnValues } from '#shared/domain/uploadValues.ts';
import type { SavedFile } from '#shared/ipc/appTypes.ts';
import { replacedLink } from '../storage/userFiles/replacedLink.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';
import { writeRefusal } from '../reading/destination.ts';
import { answerQuestion } from './answerQuestion.ts';
import type { RowsChange } from './changeRows.ts';
import { changeAllEnded, changeEnded, countLeft, queueLeftRows } from './endedRows.ts';
import { createHeldUploads, type HeldUploadsEffects } from './heldUploads.ts';
import { keysNotInFile } from './keysNotInFile.ts';
import { createUploadIntake, type UploadIntake, type UploadIntakeEffects } from './uploadIntake.ts';
import { replacementRefusal } from './replaceInUpload.ts';
import { refusals } from './uploadRefusals.ts';
import {
  hasRows,
  phaseOf,
  readSourceStart,
  saveRecord,
  uploadOf,
  type UploadSession,
} from './uploadSession.ts';

type Answer = Promise<Result<Upload>>;

/** The uploads of all connections, one each, across restarts of the app. */
export interface Uploads extends UploadIntake {
  /** Its current state; loads what an earlier session left. */
  readonly current: (connectionId: ConnectionId) => Promise<Result<Upload | null>>;
  /**
   * Loads unfinished uploads of an earlier session as paused; those that cannot be loaded are reported by
   * `current`.
   */
  readonly restore: (connectionId: ConnectionId) => Promise<void>;
  readonly readAs: (uploadId: string, wish: SourceWish) => Answer;
  readonly stage: (uploadId: string, mapping: RowMapping) => Answer;
  readonly remap: (uploadId: string) => Answer;
  readonly rows: (query: UploadRowsQuery) => Promise<Result<RowsAnswer<UploadRow>>>;
  readonly row: (uploadId: string, row: number) => Promise<Result<UploadRowInFull>>;
  /** Known keys like those of its rows that no row has. */
  readonly keysNotInFile: (uploadId: string) => Promise<Result<KeysNotInFile>>;
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
  /** The values of a column of the file, in the rows from position `from` of the filter on. */
  readonly countValues: (
    uploadId: string,
    column: number,
    filter: UploadRowFilter,
    from: number,
  ) => Promise<Result<ColumnValues>>;
  /** What replacing a text in rows would change, in the rows from position `from` of the filter on. */
  readonly findText: (
    uploadId: string,
    replacement: RowReplacement,
    from: number,
  ) => Promise<Result<ReplacementFound>>;
  /** Resolves when it is done, as a job that can be canceled. */
  readonly replaceText: (uploadId: string, replacement: RowReplacement) => Promise<Result<ReplacedRows>>;
  readonly undoReplaceText: (
    uploadId: string,
    undoId: number,
  ) => Promise<Result<{ readonly changed: number }>>;
  readonly setDuplicateRule: (uploadId: string, rule: DuplicateRule) => Answer;
  readonly compare: (uploadId: string) => Answer;
  /** `confirmation` is needed if the service is production. */
  readonly send: (uploadId: string, settings: SendSettings, confirmation?: WriteConfirmation) => Answer;
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

export interface UploadsEffects extends HeldUploadsEffects, UploadIntakeEffects {
  readonly askWhereToSave: (suggestedName: string) => Promise<string | null>;
}

/** Few enough to compare in one turn. */
const knownAtOnce = 5_000;
const { gone, notNow, noSuchRow } = refusals;

export function createUploads(effects: UploadsEffects): Uploads {
  const { jobs, connections } = effects;
  const held = createHeldUploads(effects);
  const { during, find, uploadJobs } = held;
  const told = async (one: UploadSession): Answer => succeed(await uploadOf(one));
  /** Another run, with the rows that earlier runs left. */
  const sendLeft = async (
    one: UploadSession,
    run: { readonly settings: SendSettings; readonly isConfirmed: boolean },
  ): Answer => {
    // The receipt of the previous run is being saved, or its rows are about to be read back.
    await one.job?.ended;
    if (phaseOf(one).kind !== 'ended') return notNow;
    return saving(async () => {
      await queueLeftRows(one);
      await saveRecord(one, run);
      await uploadJobs.send(one);
      return told(one);
    });
  };

  return {
    ...createUploadIntake(effects, held),
    current: async (id) => {
      const profile = connections.profile(id);
      if (!profile.ok) return profile;
      const found = await held.present(id);
      if (!found.ok) return found;
      const one = found.value;
      if (one === null) return succeed(null);
      try {
        return await told(one);
      } catch (error) {
        // Discarded meanwhile; or its thread crashed, and it is reloaded.
        effects.log('Could not read the state of an upload.', error);
        await held.reopen(one);
        const again = await held.present(id);
        if (!again.ok) return again;
        return again.value === null ? succeed(null) : told(again.value);
      }
    },
    restore: async (id) => {
      try {
        await held.restore(id);
      } catch (error) {
        effects.log('Could not resume an upload.', error);
      }
    },
    readAs: (uploadId, wish) =>
      during(uploadId, ['mapping', 'refused'], async (one) => {
        if ('format' in wish) {
          await saveRecord(one, { choice: wish });
          await readSourceStart(one);
        } else {
          await readSourceStart(one, wish);
          await saveRecord(one, { choice: one.reading?.sample?.choice ?? null });
        }
        return told(one);
      }),
    stage: (uploadId, mapping) =>
      during(uploadId, ['mapping', 'refused'], async (one) => {
        await uploadJobs.stage(one, mapping);
        return told(one);
      }),
    remap: (uploadId) =>
      during(uploadId, ['checking'], async (one) => {
        await saveRecord(one, { stage: 'mapping', comparedWith: null });
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
    keysNotInFile: async (uploadId) => {
      const one = find(uploadId);
      if (one === null) return gone;
      if (!hasRows(one) || one.mapping === null) return notNow;
      const known = effects.knownKeys(one.record.connectionId, knownAtOnce);
      return succeed(await keysNotInFile(one.rows, one.mapping, known));
    },
    changeRow: (uploadId, row, atom) =>
      during(uploadId, ['checking', 'ended'], async (one) => {
        if (phaseOf(one).kind === 'checking') {
          const found = await one.rows.change(row, atom);
          return found === null ? noSuchRow : succeed(found);
        }
        return saving(async () => {
          const found = await changeEnded(one, row, atom);
          return found === null ? refusals.notLeft : succeed(found);
        });
      }),
    changeRows: (uploadId, selection, change) =>
      during(uploadId, change.kind === 'again' ? ['ended'] : ['checking', 'ended'], async (one) => {
        if (phaseOf(one).kind === 'checking')
          return succeed({ changed: await apply(one, selection, change) });
        return saving(async () => succeed({ changed: await changeAllEnded(one, selection, change) }));
      }),
    countValues: async (uploadId, column, filter, from) => {
      const one = find(uploadId);
      if (one === null) return gone;
      return hasRows(one) ? succeed(await one.rows.countValues(column, filter, from)) : notNow;
    },
    findText: async (uploadId, replacement, from) => {
      const refused = replacementRefusal(replacement);
      if (refused !== null) return refused;
      const one = find(uploadId);
      if (one === null) return gone;
      return hasRows(one) ? succeed(await one.rows.findText(replacement, from)) : notNow;
    },
    replaceText: async (uploadId, replacement) => {
      const refused = replacementRefusal(replacement);
      if (refused !== null) return refused;
      const started = await during(uploadId, ['checking', 'ended'], async (one) =>
        succeed({ ended: uploadJobs.replace(one, replacement) }),
      );
      return started.ok ? started.value.ended : started;
    },
    undoReplaceText: (uploadId, undoId) =>
      during(uploadId, ['checking', 'ended'], async (one) => {
        const undone = await one.rows.undoReplacement(undoId);
        return undone === null ? refusals.tooLateToUndo : succeed({ changed: undone });
      }),
    setDuplicateRule: (uploadId, rule) =>
      during(uploadId, ['checking'], async (one) => {
        await saveRecord(one, { duplicateRule: rule });
        await one.rows.setDuplicateRule(rule);
        return told(one);
      }),
    compare: (uploadId) =>
      during(uploadId, ['checking'], async (one) => {
        await uploadJobs.compare(one);
        return told(one);
      }),
    send: (uploadId, settings, confirmation) =>
      during(uploadId, ['checking', 'ended'], async (one) => {
        const profile = connections.profile(one.record.connectionId);
        if (!profile.ok) return profile;
        const refused = writeRefusal(profile.value, 'batch', { confirmed: confirmation });
        if (refused !== null) return fail(refused);
        const isConfirmed = profile.value.environment === 'production';
        const { statuses, comparisons } = await one.rows.counts();
        if (statuses.blocked > 0) return refusals.blocked(statuses.blocked);
        if ((await countLeft(one.rows, settings)) <= 0) return refusals.nothingToSend;
        if (phaseOf(one).kind === 'ended') return sendLeft(one, { settings, isConfirmed });
        const sentTo = profile.value.baseUrl;
        const isCompared = comparisons['not-compared'] < statuses.ready;
        if (isCompared && one.record.comparedWith !== sentTo) return refusals.comparedElsewhere;
        const before = one.record;
        await saveRecord(one, { stage: 'sending', settings, sentTo, isConfirmed });
        try {
          await uploadJobs.send(one);
        } catch (error) {
          // Without a job, nothing would send it, and nothing could be done with it. On disk it may stay as it is: the next
          // session offers to go on.
          await saveRecord(one, before).catch(() => (one.record = before));
          throw error;
        }
        const answer = await told(one);
        // Sending does not need it. If it cannot be closed now, it is closed with the upload.
        await one.rows.dropSource().catch((error: unknown) => {
          effects.log('Could not close the source of an upload.', error);
        });
        return answer;
      }),
    answer: (uploadId, answer) =>
      during(uploadId, ['sending'], async (one) => {
        const decided = await answerQuestion(one, answer);
        if (!decided.ok) return decided;
        if (one.job !== null) jobs.resume(one.job.id);
        return told(one);
      }),
    stop: (uploadId) =>
      during(uploadId, ['sending'], async (one) => {
        if (one.job !== null) jobs.cancel(one.job.id);
        return told(one);
      }),
    verify: (uploadId) =>
      during(uploadId, ['ended'], async (one) => {
        await uploadJobs.verify(one);
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
      if (phaseOf(one).kind === 'sending') return refusals.stillSending;
      await held.end(one);
      return succeed(null);
    },
    sweep: held.sweep,
    letGo: held.letGo,
    forget: held.forget,
    close: held.close,
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
  }
}

/** For work that writes to the log of an upload, which fails on a full disk. */
async function saving<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    return fileFailed(error, 'The log of the upload');
  }
}
