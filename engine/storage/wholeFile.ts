import { open, rm } from 'node:fs/promises';
import { putInPlace, refuseToReplace } from './putInPlace.ts';

/**
 * Replaces a file completely or not at all: a crash or a full disk leaves the old one unchanged.
 *
 * @param temporary a file in the same folder; overwritten if it exists
 * @throws the file system's error; the temporary file is removed then. SourceFileError if there is something else than a file
 */
export async function writeWholeFile(options: {
  readonly file: string;
  readonly temporary: string;
  readonly content: string | Uint8Array;
  /** Permissions of the new file, within the umask. */
  readonly mode: number;
}): Promise<void> {
  const { file, temporary, content, mode } = options;
  await refuseToReplace(file);
  try {
    const handle = await open(temporary, 'w', mode);
    try {
      await handle.writeFile(content, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    await putInPlace(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
