import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { InUseError, isLocked } from './database.ts';
import { parseAs } from './fileFormat.ts';
import { saveJsonFile } from './jsonFile.ts';
import { readOwnText } from './ownFile.ts';

/** Keeps other processes out of a folder. */
export interface FolderLock {
  readonly release: () => Promise<void>;
}

export interface LockHolder {
  readonly pid: number;
  /** As it was started. Written by the other process, so quote it. */
  readonly command: string;
}

/** Another process has the folder. */
export class FolderInUse extends InUseError {
  constructor(
    readonly folder: string,
    /** null if it did not say. */
    readonly holder: LockHolder | null,
  ) {
    super(`${folder} is in use by another process.`);
  }
}

const holderSchema: z.ZodType<LockHolder> = z.object({ pid: z.int(), command: z.string().max(10_000) });

/**
 * Locks a folder with an empty database in it: on Linux, macOS, and Windows, LevelDB holds a lock of the operating system
 * on its files, which ends with the process, however it ends. So no lock is ever left behind, and none depends on process
 * IDs, which containers and restarts reuse. The name of the holder is only for messages.
 *
 * @throws FolderInUse, the error of the file system or of the database
 */
export async function lockFolder(folder: string, command: string): Promise<FolderLock> {
  const place = path.join(folder, 'lock');
  const holderFile = path.join(place, 'holder.json');
  await mkdir(place, { recursive: true });
  const { ClassicLevel } = await import('classic-level');
  const database = new ClassicLevel(place);
  try {
    await database.open();
  } catch (error) {
    if (isLocked(error)) throw new FolderInUse(folder, await readHolder(holderFile));
    throw error;
  }
  const holder: LockHolder = { pid: process.pid, command: command.slice(0, 10_000) };
  try {
    await saveJsonFile(holderFile, holder);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    release: async () => {
      await rm(holderFile, { force: true });
      await database.close();
    },
  };
}

/** Only for a message: what cannot be read is not named. */
async function readHolder(file: string): Promise<LockHolder | null> {
  try {
    return parseAs(holderSchema, await readOwnText(file));
  } catch {
    return null;
  }
}
