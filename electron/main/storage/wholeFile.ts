import { open, rm } from 'node:fs/promises';
import { putInPlace } from '../../../workers/putInPlace.ts';

/**
 * Replaces a file whole or not at all: a crash or a full disk leaves the old one as it was.
 *
 * @param temporary in the same folder; left by nobody else, or it is written over.
 * @throws the file system's error; the temporary file is gone then.
 */
export async function writeWholeFile(options: {
  readonly file: string;
  readonly temporary: string;
  readonly content: string | Uint8Array;
  /** Permissions of the new file, within the umask. */
  readonly mode: number;
}): Promise<void> {
  const { file, temporary, content, mode } = options;
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
