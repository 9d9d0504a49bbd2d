import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileFailure } from '#shared/domain/appError.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { OpenedFile, SavedFile } from '#shared/ipc/appTypes.ts';
import { fileChanged, notAFile } from '../sourceFileError.ts';
import { isDiskFull } from '../diskFull.ts';
import { newerFileCode } from '../fileFormat.ts';
import { replacedLink } from './replacedLink.ts';
import { plainFileName } from './plainFileName.ts';
import { writeWholeFile } from '../wholeFile.ts';

/**
 * Files that the user chooses in system dialogs. The window cannot name a path or learn about other files.
 */
export interface UserFiles {
  readonly save: (suggestedName: string, content: string | Uint8Array) => Promise<Result<SavedFile>>;
  /** null if the user canceled. */
  readonly open: (wanted: WantedFile) => Promise<Result<OpenedFile | null>>;
}

export interface WantedFile {
  readonly title: string;
  /** Without the dot. */
  readonly extensions: readonly string[];
}

/** A larger file would be copied through memory several times on its way to the window. */
const largestOpened = 64 * 1024 * 1024;

export function createUserFiles(effects: {
  /** The chosen path; null if the user canceled. */
  readonly askWhereToSave: (suggestedName: string) => Promise<string | null>;
  readonly askWhatToOpen: (wanted: WantedFile) => Promise<string | null>;
  readonly newId: () => string;
}): UserFiles {
  return {
    save: async (suggestedName, content) => {
      const file = await effects.askWhereToSave(plainFileName(suggestedName));
      if (file === null) return succeed({ path: null });
      // A unique name, because the folder contains the user's own files.
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
        // A device or a pipe may never end, and opening a pipe waits for its writer.
        if (!(await stat(file)).isFile()) return refuseFile('not-a-file', file);
        const handle = await open(file, 'r');
        try {
          if ((await handle.stat()).size > largestOpened) return refuseFile('too-large', file);
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
  EISDIR: 'not-a-file',
  [notAFile]: 'not-a-file',
  [fileChanged]: 'changed',
  [newerFileCode]: 'newer',
};

function failureOf(error: unknown): FileFailure {
  if (isDiskFull(error)) return 'full';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return failuresByCode[code] ?? 'other';
}

/** The file system's error in our words. A canceled operation is not an error of the file. */
export function fileFailed(error: unknown, file: string): Result<never> {
  if (error instanceof Error && error.name === 'AbortError')
    return fail({ code: 'cancelled', message: 'File operation canceled.', requestId: null });
  return refuseFile(failureOf(error), file);
}

/** A file that is not used, and why. */
export function refuseFile(
  failure: FileFailure,
  file: string,
  message = 'Could not read or write a file.',
): Result<never> {
  return fail({ code: 'file_failed', failure, path: file, message, requestId: null });
}
