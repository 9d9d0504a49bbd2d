import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './putInPlace.ts';
import { createInTurn } from '#shared/async/inTurn.ts';

/** A file that only grows. */
export interface AppendLog {
  /** Resolves when the complete text is on disk. Nothing remains of a text that could not be written. */
  readonly append: (text: string | Uint8Array) => Promise<void>;
  /** Bytes of complete appends. */
  readonly size: () => number;
  readonly close: () => Promise<void>;
}

/*
 * Never opened with the flag `a`, because Windows then refuses to truncate the file, and every log starts
 * with that. Texts are written after the last complete one instead.
 */
const { O_RDWR, O_CREAT, O_EXCL } = constants;

/** Creates a new file, readable only by its owner. @throws if the file exists */
export async function beginAppendLog(file: string): Promise<AppendLog> {
  return appendLog(await open(file, O_RDWR | O_CREAT | O_EXCL, 0o600), file, 0);
}

/** Continues a file after its first `wholeBytes` and drops the rest; creates it if it is missing. */
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
  /** Whether part of a failed text may still follow `size`. */
  let isTorn = false;
  const cut = async (): Promise<void> => {
    await handle.truncate(size);
    isTorn = false;
  };
  // Each text has a fixed position, so two must not be written at once.
  const inTurn = createInTurn();
  return {
    append: (text) =>
      inTurn(async () => {
        // An incomplete line, left by a full disk, would corrupt what is written after it.
        if (isTorn) await cut();
        const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
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
