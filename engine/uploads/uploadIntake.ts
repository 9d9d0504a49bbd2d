import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import { mostChosenFiles, type ChosenFile, type Upload } from '#shared/domain/upload.ts';
import { notAFile, SourceFileError } from '../storage/sourceFileError.ts';
import { fileFailed, type WantedFile } from '../storage/userFiles/userFiles.ts';
import type { HeldUploads, HeldUploadsEffects } from './heldUploads.ts';
import { previousLines, previousMapping } from './previousSource.ts';
import { uploadFailed } from './uploadFailed.ts';
import { refusals } from './uploadRefusals.ts';
import { phaseOf, readSourceStart, saveRecord, uploadOf, type UploadSession } from './uploadSession.ts';

type Answer = Promise<Result<Upload>>;

/** How files become uploads. Each is refused while the connection has an upload that is not finished or discarded. */
export interface UploadIntake {
  /** Asks the user for files; none if they cancel. Their paths stay here. */
  readonly chooseFiles: () => Promise<Result<readonly ChosenFile[]>>;
  readonly beginChosen: (connectionId: ConnectionId, fileId: string) => Answer;
  readonly beginDropped: (
    connectionId: ConnectionId,
    file: { readonly name: string; readonly bytes: number },
  ) => Answer;
  readonly addDropped: (uploadId: string, bytes: Uint8Array) => Promise<Result<null>>;
  readonly endDropped: (uploadId: string) => Answer;
  /** An upload of the values that the atoms of a write had before it, ready to be reviewed. @param title of the write */
  readonly beginPrevious: (
    connectionId: ConnectionId,
    write: { readonly id: string; readonly title: string },
  ) => Answer;
}

export interface UploadIntakeEffects extends Pick<HeldUploadsEffects, 'previousValues' | 'log' | 'newId'> {
  /** None if the user canceled. */
  readonly askWhichToOpen: (wanted: WantedFile) => Promise<readonly string[]>;
}

const fileEndings = ['csv', 'tsv', 'txt', 'json', 'jsonl', 'ndjson', 'xlsx', 'xlsm', 'gz', 'zip'];

export function createUploadIntake(effects: UploadIntakeEffects, held: HeldUploads): UploadIntake {
  const { during, find, changed, uploadJobs } = held;
  /** Paths of chosen files by their id, the oldest first. */
  const chosen = new Map<string, string>();
  const told = async (one: UploadSession): Answer => succeed(await uploadOf(one));
  const sourceIsWhole = async (one: UploadSession): Promise<void> => {
    await readSourceStart(one);
    const sha256 = await one.rows.sourceSha256();
    const { file } = one.record;
    await saveRecord(one, { stage: 'mapping', file: { ...file, ...(sha256 !== null && { sha256 }) } });
  };
  const takeInFile = async (one: UploadSession, file: string): Promise<void> => {
    try {
      const progress = (bytesDone: number): void => {
        one.bytesTaken = bytesDone;
        changed(one.record.connectionId);
      };
      await one.rows.addSourceFile(file, progress, one.gone.signal);
      await during(one.record.id, ['source'], async () => {
        await sourceIsWhole(one);
        return succeed(null);
      });
    } catch (error) {
      if (one.gone.signal.aborted) return;
      const failed = uploadFailed(error, file, effects.log);
      await held.end(one, failed.ok ? undefined : failed.error);
    }
  };
  return {
    chooseFiles: async () => {
      const files = await effects.askWhichToOpen({ title: 'Atom files', extensions: fileEndings });
      const found: ChosenFile[] = [];
      for (const file of files.slice(0, mostChosenFiles)) {
        try {
          const { size: bytes } = await stat(file);
          const id = effects.newId();
          chosen.set(id, file);
          found.push({ id, name: path.basename(file), bytes });
        } catch (error) {
          return fileFailed(error, file);
        }
      }
      for (const id of [...chosen.keys()].slice(0, -mostChosenFiles)) chosen.delete(id);
      return succeed(found);
    },
    beginChosen: async (id, fileId) => {
      const before = await held.obstacle(id);
      if (before !== null) return before;
      const file = chosen.get(fileId);
      if (file === undefined) return refusals.notChosen;
      chosen.delete(fileId);
      let bytes: number;
      try {
        const found = await stat(file);
        if (!found.isFile()) throw new SourceFileError(notAFile, 'Not a file.');
        bytes = found.size;
      } catch (error) {
        return fileFailed(error, file);
      }
      const begun = await held.begin(id, { name: path.basename(file), bytes });
      if (!begun.ok) return begun;
      // Not awaited, because the window shows the progress.
      void takeInFile(begun.value, file).catch((error: unknown) => {
        effects.log('Could not read an upload file.', error);
      });
      return told(begun.value);
    },
    beginDropped: async (id, { name, bytes }) => {
      const before = await held.obstacle(id);
      if (before !== null) return before;
      const begun = await held.begin(id, { name: path.basename(name), bytes });
      return begun.ok ? told(begun.value) : begun;
    },
    addDropped: async (uploadId, bytes) => {
      const one = find(uploadId);
      if (one === null || phaseOf(one).kind !== 'source') return refusals.gone;
      try {
        await one.rows.addSource(bytes);
      } catch (error) {
        return uploadFailed(error, one.record.file.name, effects.log);
      }
      one.bytesTaken += bytes.byteLength;
      changed(one.record.connectionId);
      return succeed(null);
    },
    endDropped: (uploadId) =>
      during(uploadId, ['source'], async (one) => {
        try {
          await sourceIsWhole(one);
        } catch (error) {
          await held.endNow(one);
          return uploadFailed(error, one.record.file.name, effects.log);
        }
        return told(one);
      }),
    beginPrevious: async (id, write) => {
      const before = await held.obstacle(id);
      if (before !== null) return before;
      const values = await effects.previousValues.read(id, write.id);
      if (values === null) return refusals.noPrevious;
      const pieces = [...previousLines(values.atoms)];
      const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
      const begun = await held.begin(id, { name: `Previous values of ${write.title}.jsonl`, bytes });
      if (!begun.ok) return begun;
      const one = begun.value;
      try {
        for (const piece of pieces) await one.rows.addSource(piece);
      } catch (error) {
        await held.end(one);
        return uploadFailed(error, one.record.file.name, effects.log);
      }
      return during(one.record.id, ['source'], async () => {
        try {
          await sourceIsWhole(one);
          await uploadJobs.stage(one, previousMapping);
        } catch (error) {
          // Otherwise it would wait for a file that nobody adds.
          await held.endNow(one);
          return uploadFailed(error, one.record.file.name, effects.log);
        }
        return told(one);
      });
    },
  };
}
