import { open } from 'node:fs/promises';
import path from 'node:path';
import type { FileFailure } from '#shared/domain/appError.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { OpenedFile, SavedFile } from '#shared/ipc/appTypes.ts';
import { fileChanged, notAFile } from '../../../workers/uploadRows/sourceFileError.ts';
import { newerFileCode } from '../storage/fileFormat.ts';
import { replacedLink } from './replacedLink.ts';
import { plainFileName } from './plainFileName.ts';
import { writeWholeFile } from '../storage/wholeFile.ts';

/** Files that the user chooses in the system's dialogs: the window neither names a path nor learns of others. */
export interface UserFiles {
  readonly save: (suggestedName: string, content: string | Uint8Array) => Promise<Result<SavedFile>>;
  /** null where the user cancelled. */
  readonly open: (wanted: WantedFile) => Promise<Result<OpenedFile | null>>;
}

export interface WantedFile {
  readonly title: string;
  /** Without the dot. */
  readonly extensions: readonly string[];
}

/** More than this would have to be copied through memory several times on its way to the window. */
const largestOpened = 64 * 1024 * 1024;

export function createUserFiles(effects: {
  /** The path chosen; null where the user cancelled. */
  readonly askWhereToSave: (suggestedName: string) => Promise<string | null>;
  readonly askWhatToOpen: (wanted: WantedFile) => Promise<string | null>;
  readonly newId: () => string;
}): UserFiles {
  return {
    save: async (suggestedName, content) => {
      const file = await effects.askWhereToSave(plainFileName(suggestedName));
      if (file === null) return succeed({ path: null });
      // A name that nobody else has: beside the user's own files there may be any.
      const temporary = path.join(path.dirname(file), `.${effects.newId()}.part`);
      try {
        const link = await replacedLink(file);
        await writeWholeFile({ file, temporary, content, mode: 0o666 });
        return succeed({ path: file, ...link });
      } catch (error) {
        return fileFailed(error, file);
      }
    },
    open: async (wanted) => {
      const file = await effects.askWhatToOpen(wanted);
      if (file === null) return succeed(null);
      try {
        const handle = await open(file, 'r');
        try {
          if ((await handle.stat()).size > largestOpened) return refuse('too-large', file);
          return succeed({ name: path.basename(file), bytes: await handle.readFile() });
        } finally {
          await handle.close();
        }
      } catch (error) {
        return fileFailed(error, file);
      }
    },
  };
}

const failuresByCode: Readonly<Record<string, FileFailure>> = {
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENOENT: 'missing',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EISDIR: 'not-a-file',
  [notAFile]: 'not-a-file',
  [fileChanged]: 'changed',
  [newerFileCode]: 'newer',
};

function failureOf(error: unknown): FileFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return failuresByCode[code] ?? 'other';
}

/** What the file system threw, in our words. What was given up on purpose is no fault of a file. */
export function fileFailed(error: unknown, file: string): Result<never> {
  if (error instanceof Error && error.name === 'AbortError')
    return fail({ code: 'cancelled', message: 'File operation canceled.', requestId: null });
  return refuse(failureOf(error), file);
}

function refuse(failure: FileFailure, file: string): Result<never> {
  return fail({
    code: 'file_failed',
    failure,
    path: file,
    message: 'Could not read or write a file.',
    requestId: null,
  });
}
