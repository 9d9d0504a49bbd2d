import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { notAFile, SourceFileError } from './sourceFileError.ts';

/**
 * Reads a file of the app whole. Somebody may have put a pipe or a device in its place: opening that could wait forever, and reading it
 * may never end.
 *
 * @throws SourceFileError if it is not a regular file; the file system's error
 */
export async function readOwnFile(file: string): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile()) throw new SourceFileError(notAFile, `This is not a file: ${file}`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** The same, as UTF-8. */
export async function readOwnText(file: string): Promise<string> {
  return (await readOwnFile(file)).toString('utf8');
}
