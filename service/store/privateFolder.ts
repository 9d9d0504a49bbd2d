import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * Atoms are nobody's business but their owner's: folders 0700, files 0600. Windows has no such modes; there the folder
 * for a user's application data is closed to other users.
 */

/** From now on, files and folders that this process makes are closed to other users, whatever umask it was started with. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/** Makes a folder that only its owner can enter; one that exists is closed to others, with the files in it. */
export async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile()) await chmod(join(folder, entry.name), 0o600);
  }
}
