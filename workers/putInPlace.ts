import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Makes the names in a folder outlive a power cut. Does nothing where folders cannot be synced: Windows does it by itself, and
 * some network drives offer no way.
 *
 * @throws the file system's error where the disk itself fails
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

/** The same, for threads whose other work blocks as well. */
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
 * Gives a finished file its name, in place of any file that had it. On Windows this waits up to two seconds for a virus scanner
 * or a backup that has the old file open.
 *
 * Once the file has its name this succeeds, even if the folder cannot be synced: the content is in place either way, and a power
 * cut can at worst bring back the old file, whole.
 *
 * @throws the file system's error; the file of that name is then as it was
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

/** The same in threads that block, without waiting: for files that nobody else knows of. */
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
