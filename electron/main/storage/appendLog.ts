import { open, type FileHandle } from 'node:fs/promises';

/** A file of one's own that only grows. */
export interface AppendLog {
  /** Resolves when the text is on the disk, whole. A failure may leave a part of it; `cutBack` takes that away. */
  readonly append: (text: string) => Promise<void>;
  /** Leaves what was appended whole, and nothing after it. */
  readonly cutBack: () => Promise<void>;
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
      await handle.appendFile(text, 'utf8');
      await handle.datasync();
      size += Buffer.byteLength(text);
    },
    cutBack: () => handle.truncate(size),
    size: () => size,
    close: () => handle.close(),
  };
}
