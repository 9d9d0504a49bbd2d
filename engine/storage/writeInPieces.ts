import { open, rm } from 'node:fs/promises';
import { putInPlace, refuseToReplace } from './putInPlace.ts';

/**
 * Text is collected to about this many characters, so that a long file does not become a million small
 * writes.
 */
const pieceLength = 256 * 1024;

/**
 * Writes a file piece by piece, and replaces the old one only when it is complete. If it is stopped or fails,
 * the old file is unchanged and nothing else is left behind.
 *
 * @param temporary a file in the same folder; overwritten if it exists
 * @returns false if `pieces` ended because of `isStopped`
 * @throws the file system's error, or that of `pieces`; SourceFileError if there is something else than a file
 */
export async function writeInPieces(options: {
  readonly file: string;
  readonly temporary: string;
  readonly pieces: Iterable<string> | AsyncIterable<string>;
  readonly isStopped: () => boolean;
}): Promise<boolean> {
  const { file, temporary } = options;
  await refuseToReplace(file);
  let isInPlace = false;
  try {
    const handle = await open(temporary, 'w', 0o666);
    try {
      let text = '';
      for await (const piece of options.pieces) {
        text += piece;
        if (text.length < pieceLength) continue;
        await handle.appendFile(text, 'utf8');
        text = '';
      }
      await handle.appendFile(text, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (options.isStopped()) return false;
    await putInPlace(temporary, file);
    isInPlace = true;
    return true;
  } finally {
    if (!isInPlace) await rm(temporary, { force: true });
  }
}
