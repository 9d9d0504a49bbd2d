import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { lstat, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { notAFile, SourceFileError } from './sourceFileError.ts';

/**
 * Syncs a folder, so that the names in it survive a power failure. Does nothing where folders cannot be
 * synced: Windows does it by itself, and some network drives do not support it.
 *
 * @throws the file system's error if the disk itself fails
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!cannotSyncFolders(error)) throw error;
  }
}

/** The synchronous version, for threads whose other work is synchronous too. */
function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!cannotSyncFolders(error)) throw error;
  }
}

/**
 * Refuses to replace a device, a pipe, or a socket: its name would lead to a file from then on. A link is replaced, not what
 * it leads to. The file system itself refuses to replace a folder.
 *
 * @throws SourceFileError
 */
export async function refuseToReplace(file: string): Promise<void> {
  const found = await lstat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (found !== null && !found.isFile() && !found.isSymbolicLink() && !found.isDirectory())
    throw new SourceFileError(notAFile, 'A device, a pipe, or a socket is not replaced with a file.');
}

/**
 * Gives a finished file its name, replacing any file of that name. On Windows this waits up to two seconds
 * for a virus scanner or a backup that has the old file open.
 *
 * Once the file has its name this succeeds, even if the folder cannot be synced: the content is in place, and
 * a power failure can at worst bring back the complete old file.
 *
 * @throws the file system's error; the old file is then unchanged
 */
export async function putInPlace(temporary: string, file: string): Promise<void> {
  for (let wait = 10; ; wait *= 2) {
    try {
      await rename(temporary, file);
      break;
    } catch (error) {
      if (wait > 1_000 || !isHeldOpen(error)) throw error;
      await pause(wait);
    }
  }
  await syncFolder(path.dirname(file)).catch(() => undefined);
}

/** The synchronous version, without waiting: for files that no other program has open. */
export function putInPlaceNow(temporary: string, file: string): void {
  renameSync(temporary, file);
  syncFolderNow(path.dirname(file));
}

function isHeldOpen(error: unknown): boolean {
  return process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));
}

function cannotSyncFolders(error: unknown): boolean {
  return ['EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM', 'EACCES', 'EISDIR', 'EBADF'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
