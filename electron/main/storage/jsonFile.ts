import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

export interface LoadedJson<T> {
  readonly value: T;
  /** Where a damaged file was set aside, if there was one. */
  readonly setAside: string | null;
}

/**
 * Reads a JSON file of ours. A missing file gives `fresh`; a damaged one is renamed to
 * `NAME.damaged-TIME` beside it, so that nothing is lost by the next save, and gives `fresh` too.
 * Other failures (no permission, broken disk) throw: starting afresh would then overwrite what is still there.
 */
export async function loadJsonFile<T>(options: {
  readonly file: string;
  readonly schema: z.ZodType<T>;
  readonly fresh: T;
  readonly now: () => number;
}): Promise<LoadedJson<T>> {
  let text: string;
  try {
    text = await readFile(options.file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { value: options.fresh, setAside: null };
    }
    throw error;
  }
  const parsed = options.schema.safeParse(parseJson(text));
  if (parsed.success) return { value: parsed.data, setAside: null };
  const setAside = `${options.file}.damaged-${String(options.now())}`;
  await rename(options.file, setAside);
  return { value: options.fresh, setAside };
}

/** Replaces a file whole or not at all: a crash or a full disk leaves the old one as it was. */
export async function saveJsonFile(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.new`;
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
