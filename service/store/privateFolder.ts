import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * Atoms are private: folders get mode 0700, files 0600. Windows has no such modes, but there the folder for a
 * user's application data is not accessible to other users.
 */

/**
 * From now on, files and folders that this process creates are not accessible to other users, whatever its
 * initial umask.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Creates a folder that only its owner can enter. Access to an existing one, and the files in it, is
 * restricted.
 */
export async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile()) await chmod(join(folder, entry.name), 0o600);
  }
}
