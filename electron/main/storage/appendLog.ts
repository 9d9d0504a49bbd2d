import { open, type FileHandle } from 'node:fs/promises';

/** A file of one's own that only grows. */
export interface AppendLog {
  /** Resolves when the text is on the disk, whole. Of a text that could not be written nothing stays. */
  readonly append: (text: string) => Promise<void>;
  /** In bytes, of what was appended whole. */
  readonly size: () => number;
  readonly close: () => Promise<void>;
}

/** Begins a new file; readable by its owner alone. @throws if there is one of that name */
export async function beginAppendLog(file: string): Promise<AppendLog> {
  return appendLog(await open(file, 'ax', 0o600), 0);
}

/** Goes on with a file after its first `wholeBytes`, and drops the rest; begins it where there is none. */
export async function continueAppendLog(file: string, wholeBytes: number): Promise<AppendLog> {
  const handle = await open(file, 'a', 0o600);
  await handle.truncate(wholeBytes);
  return appendLog(handle, wholeBytes);
}

function appendLog(handle: FileHandle, wholeBytes: number): AppendLog {
  let size = wholeBytes;
  return {
    append: async (text) => {
      try {
        await handle.appendFile(text, 'utf8');
        await handle.datasync();
      } catch (error) {
        // Half a line, as a full disk leaves it, would spoil what is written after it.
        await handle.truncate(size);
        throw error;
      }
      size += Buffer.byteLength(text);
    },
    size: () => size,
    close: () => handle.close(),
  };
}
