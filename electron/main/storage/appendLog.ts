import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../../workers/putInPlace.ts';
import { createInTurn } from './inTurn.ts';

/** A file of one's own that only grows. */
export interface AppendLog {
  /** Resolves when the text is on the disk, whole. Nothing stays of a text that could not be written. */
  readonly append: (text: string) => Promise<void>;
  /** In bytes, of what was appended whole. */
  readonly size: () => number;
  readonly close: () => Promise<void>;
}

/*
 * Never opened with the flag `a`: Windows then refuses to cut the file, and every log begins with a cut. Texts go to the place
 * where the last whole one ended instead.
 */
const { O_RDWR, O_CREAT, O_EXCL } = constants;

/** Begins a new file; readable by its owner alone. @throws if there is one of that name */
export async function beginAppendLog(file: string): Promise<AppendLog> {
  return appendLog(await open(file, O_RDWR | O_CREAT | O_EXCL, 0o600), file, 0);
}

/** Goes on with a file after its first `wholeBytes`, and drops the rest; begins it where there is none. */
export async function continueAppendLog(file: string, wholeBytes: number): Promise<AppendLog> {
  return appendLog(await open(file, O_RDWR | O_CREAT, 0o600), file, wholeBytes);
}

async function appendLog(handle: FileHandle, file: string, wholeBytes: number): Promise<AppendLog> {
  try {
    await handle.truncate(wholeBytes);
    if (wholeBytes === 0) await syncFolder(path.dirname(file));
  } catch (error) {
    await handle.close();
    throw error;
  }
  let size = wholeBytes;
  /** Whether a text that failed may still stand behind `size`. */
  let isTorn = false;
  const cut = async (): Promise<void> => {
    await handle.truncate(size);
    isTorn = false;
  };
  // Each text has its place, so two must not be written at once.
  const inTurn = createInTurn();
  return {
    append: (text) =>
      inTurn(async () => {
        // Half a line, as a full disk leaves it, would spoil what is written after it.
        if (isTorn) await cut();
        const bytes = Buffer.from(text, 'utf8');
        try {
          await writeWhole(handle, bytes, size);
          await handle.datasync();
        } catch (error) {
          isTorn = true;
          await cut().catch(() => undefined);
          throw error;
        }
        size += bytes.length;
      }),
    size: () => size,
    close: () => inTurn(() => handle.close()),
  };
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array, place: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, place + done);
    done += bytesWritten;
  }
}
