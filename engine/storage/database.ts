import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { ClassicLevel } from 'classic-level';
import { NewerFileError } from './fileFormat.ts';

export type Database = ClassicLevel;

export interface OpenedDatabase<T> {
  readonly database: Database;
  readonly loaded: T;
  /** Where a damaged one was moved, if there was one. */
  readonly recoveredFrom: string | null;
}

/** Thrown by `load` if the records themselves are invalid. */
export class DamagedRecords extends Error {}

const inUseCode = 'IN_USE';

/** Another process has it open. */
export class InUseError extends Error {
  override readonly name = 'InUseError';
  /** In the style of file system codes, which also reach other threads. */
  readonly code = inUseCode;
}

/** Also for one that comes from another thread. */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === inUseCode;
}

/** `isNew`: it was created because there was a damaged one. */
type Load<T> = (database: Database, isNew: boolean) => Promise<T>;

/**
 * Opens a database and reads it completely with `load`. A damaged one is renamed to `FOLDER.damaged-TIME` and
 * a new one created. Problems other than damage (in use by another process, no permission, disk full, a newer
 * format) throw and leave it unchanged.
 */
export async function openDatabase<T>(options: {
  readonly folder: string;
  readonly load: Load<T>;
  readonly now: () => number;
}): Promise<OpenedDatabase<T>> {
  await mkdir(path.dirname(options.folder), { recursive: true });
  try {
    return { ...(await openAndLoad(options.folder, options.load, false)), recoveredFrom: null };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const recoveredFrom = `${options.folder}.damaged-${String(options.now())}`;
  await rename(options.folder, recoveredFrom);
  return { ...(await openAndLoad(options.folder, options.load, true)), recoveredFrom };
}

async function openAndLoad<T>(
  folder: string,
  load: Load<T>,
  isNew: boolean,
): Promise<{ readonly database: Database; readonly loaded: T }> {
  // Loaded on first use: it is a native module, and the window does not wait for it when the app starts.
  const { ClassicLevel: Level } = await import('classic-level');
  const database: Database = new Level(folder);
  try {
    await database.open();
  } catch (error) {
    throw isLocked(error) ? new InUseError(`${folder} is in use by another process.`) : error;
  }
  try {
    const version = await database.get('version');
    if (version !== undefined && Number(version) > 1) throw new NewerFileError(folder);
    return { database, loaded: await load(database, isNew) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** LevelDB locks its folder while it is open; the operating system ends the lock with the process. */
export function isLocked(error: unknown): boolean {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return reason instanceof Error && 'code' in reason && reason.code === 'LEVEL_LOCKED';
}

/**
 * LevelDB reports a missing file of its own as an I/O error. All other I/O errors are problems of the disk,
 * not damage.
 */
function isDamage(error: unknown): boolean {
  if (error instanceof DamagedRecords) return true;
  if (!(error instanceof Error)) return false;
  const reason = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in reason ? reason.code : undefined;
  if (code === 'LEVEL_CORRUPTION' || code === 'EEXIST') return true;
  return code === 'LEVEL_IO_ERROR' && /No such file|cannot find/i.test(reason.message);
}
