import { mkdir, readdir, rename } from 'node:fs/promises';
import { removeFolder } from '../storage/removeFolder.ts';
import path from 'node:path';
import { createInTurn } from '#shared/async/inTurn.ts';
import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { OpenUploadRows, UploadRows } from './rows/uploadRows.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';
import { exists } from '../storage/missing.ts';
import { NewerFileError } from '../storage/fileFormat.ts';
import type { DataKeys } from '../storage/dataKeys.ts';
import { createRecordCipher, type RecordCipher } from '../storage/recordCipher.ts';
import { openedMapping } from './sealedMapping.ts';
import { takeOverOldJournal } from './oldJournal.ts';
import { readSourceStart, type UploadSession } from './uploadSession.ts';
import { loadUploadRecord, saveUploadRecord, type UploadRecord } from './uploadRecord.ts';

export interface UploadFolderEffects {
  /** Contains a folder for each connection that has an upload. */
  readonly folder: string;
  readonly dataKeys: DataKeys;
  /** For an upload whose key the keychain does not save. */
  readonly newDataKey: () => Uint8Array;
  readonly openRows: OpenUploadRows;
  readonly workerFile: string | URL;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** What an earlier session left. */
export type LeftUpload =
  | { readonly kind: 'none' }
  | { readonly kind: 'open'; readonly held: UploadSession }
  | { readonly kind: 'failed'; readonly error: AppError };

/** The folders with the uploads of all connections. */
export interface UploadFolders {
  readonly begin: (
    connectionId: ConnectionId,
    file: { readonly name: string; readonly bytes: number },
  ) => Promise<UploadSession>;
  /**
   * Damaged uploads are set aside and reported once. What cannot be read now, such as without permission,
   * stays where it is.
   */
  readonly open: (connectionId: ConnectionId) => Promise<LeftUpload>;
  /** Ends its thread; the folder stays, so that it can be resumed. */
  readonly close: (held: UploadSession) => Promise<void>;
  /** Deletes the upload of a connection, with its data key. Nothing of it may be open. */
  readonly remove: (connectionId: ConnectionId) => Promise<void>;
  /** Connections that have a folder. */
  readonly all: () => Promise<readonly ConnectionId[]>;
  /**
   * Deletes unreadable uploads of an earlier session: the key was never saved, or the file was incomplete.
   */
  readonly sweep: (connectionId: ConnectionId) => Promise<void>;
  /** The same, including what was set aside. */
  readonly removeAll: (connectionId: ConnectionId) => Promise<void>;
}

export function createUploadFolders(effects: UploadFolderEffects): UploadFolders {
  const { dataKeys } = effects;
  const allOf = (id: ConnectionId): string => path.join(effects.folder, id);
  const currentOf = (id: ConnectionId): string => path.join(allOf(id), 'current');
  const rowsOpened = (folder: string, dataKey: Uint8Array, file: UploadRecord['file']): Promise<UploadRows> =>
    effects.openRows({ workerFile: effects.workerFile, folder: path.join(folder, 'rows'), dataKey, file });

  const remove = async (id: ConnectionId): Promise<void> => {
    // The keychain is not accessed for connections that never had an upload.
    if (!(await exists(currentOf(id)))) return;
    await removeFolder(currentOf(id));
    await dataKeys.remove(id);
  };
  const setAside = async (id: ConnectionId): Promise<LeftUpload> => {
    const aside = path.join(allOf(id), `damaged-${String(effects.now())}`);
    await rename(currentOf(id), aside);
    return { kind: 'failed', error: lost(aside) };
  };

  const takeUp = async (id: ConnectionId, record: UploadRecord): Promise<LeftUpload> => {
    const folder = currentOf(id);
    const key = await dataKeys.find(id);
    // Not lost: the keychain may be unlocked the next time.
    if (key.kind === 'unreadable') return { kind: 'failed', error: locked(key.reason) };
    if (key.kind === 'missing') return setAside(id);
    let rows: UploadRows;
    try {
      rows = await rowsOpened(folder, key.dataKey, record.file);
    } catch (error) {
      return isDamage(error) ? setAside(id) : { kind: 'failed', error: notNow(error, folder) };
    }
    const cipher = createRecordCipher('uploads', key.dataKey);
    const mapping = record.mapping === null ? null : openedMapping(cipher, record.mapping);
    if (mapping === 'damaged') {
      await rows.close();
      return setAside(id);
    }
    const held = { ...heldOf(folder, rows, cipher, record, null), mapping };
    try {
      held.sent = await rows.sendState();
      if (record.stage === 'source' || record.stage === 'mapping') await readSourceStart(held);
      if (record.stage === 'sending' && (await takeOverOldJournal(held)) === 'damaged') {
        await rows.close();
        return await setAside(id);
      }
      held.isInterrupted = record.stage === 'sending' && (held.sent?.end ?? null) === null;
      return { kind: 'open', held };
    } catch (error) {
      await Promise.allSettled([rows.close()]);
      return isDamage(error) ? setAside(id) : { kind: 'failed', error: notNow(error, folder) };
    }
  };

  return {
    begin: async (id, file) => {
      // An upload of a newer app version is not deleted.
      await loadUploadRecord(currentOf(id));
      await remove(id);
      const folder = currentOf(id);
      await mkdir(folder, { recursive: true });
      const key = await dataKeys.make(id);
      const record: UploadRecord = {
        format: 3,
        id: effects.newId(),
        connectionId: id,
        file,
        stage: 'source',
        choice: null,
        mapping: null,
        duplicateRule: 'ask',
        settings: null,
        comparedWith: null,
        sentTo: null,
        startedAt: effects.now(),
        isKept: key.kind === 'key',
      };
      await saveUploadRecord(folder, record);
      const dataKey = key.kind === 'key' ? key.dataKey : effects.newDataKey();
      const rows = await rowsOpened(folder, dataKey, file);
      const cipher = createRecordCipher('uploads', dataKey);
      return heldOf(folder, rows, cipher, record, key.kind === 'key' ? null : reasonOf(key));
    },
    open: async (id) => {
      let record: UploadRecord | 'none' | 'damaged';
      try {
        record = await loadUploadRecord(currentOf(id));
      } catch (error) {
        return { kind: 'failed', error: notNow(error, currentOf(id)) };
      }
      if (record === 'damaged') return setAside(id);
      if (record !== 'none' && !isUnreadable(record)) return takeUp(id, record);
      await remove(id);
      return { kind: 'none' };
    },
    close: async (held) => {
      await Promise.allSettled([held.rows.close()]);
      if (!held.record.isKept) await remove(held.record.connectionId);
    },
    remove,
    all: async () =>
      (await exists(effects.folder)) ? ((await readdir(effects.folder)) as ConnectionId[]) : [],
    sweep: async (id) => {
      const record = await recordToSweep(currentOf(id));
      if (record !== 'damaged' && isUnreadable(record)) await remove(id);
    },
    removeAll: async (id) => {
      if (!(await exists(allOf(id)))) return;
      await removeFolder(allOf(id));
      // Also if there is nothing except what was set aside.
      await dataKeys.remove(id);
    },
  };
}

/** An upload of a newer app version is not read, and so not deleted. */
async function recordToSweep(folder: string): Promise<UploadRecord | 'none' | 'damaged'> {
  try {
    return await loadUploadRecord(folder);
  } catch (error) {
    if (error instanceof NewerFileError) return 'damaged';
    throw error;
  }
}

/** It cannot be continued: the file was not read completely, or its key was never saved. */
function isUnreadable(record: UploadRecord | 'none'): boolean {
  return record === 'none' || record.stage === 'source' || !record.isKept;
}

function heldOf(
  folder: string,
  rows: UploadRows,
  cipher: RecordCipher,
  record: UploadRecord,
  notKept: string | null,
): UploadSession {
  return {
    cipher,
    folder,
    rows,
    notKept,
    record,
    recordTurns: createInTurn(),
    sent: null,
    mapping: null,
    bytesTaken: 0,
    reading: null,
    job: null,
    step: null,
    question: null,
    isInterrupted: false,
    comparedRoot: null,
    gone: new AbortController(),
  };
}

function reasonOf(
  key: { readonly kind: 'missing' } | { readonly kind: 'unreadable'; readonly reason: string },
): string {
  return key.kind === 'unreadable' ? key.reason : 'the keychain did not save its key';
}

/** Names are all that crosses the thread. The second: the source has another length than when it was read. */
const damages: readonly string[] = ['SealedFileError', 'SourceFileError'];

function isDamage(error: unknown): boolean {
  return error instanceof Error && damages.includes(error.name);
}

function notNow(error: unknown, folder: string): AppError {
  const failed = fileFailed(error, folder);
  const isOfFiles = error instanceof Error && 'code' in error;
  if (isOfFiles && !failed.ok) return failed.error;
  return { code: 'internal', message: 'Could not open a saved upload.', requestId: null };
}

function lost(folder: string): AppError {
  return {
    code: 'upload_lost',
    folder,
    message: 'The saved upload cannot be read.',
    requestId: null,
  };
}

function locked(reason: string): AppError {
  return {
    code: 'keychain_unavailable',
    message: `The key that unlocks the upload could not be read: ${reason}.`,
    requestId: null,
  };
}
