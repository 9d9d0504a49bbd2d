import { unlessMissing } from './missing.ts';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '#shared/domain/json.ts';
import { readFormat, type FileFormat } from './fileFormat.ts';
import { writeWholeFile } from './wholeFile.ts';
import { readOwnText } from './ownFile.ts';

export interface LoadedJson<T> {
  readonly value: T;
  /** Where a damaged file was moved, if there was one. */
  readonly setAside: string | null;
}

/**
 * Reads a JSON file of the app. A missing file gives `fresh`; a damaged one is renamed to
 * `NAME.damaged-TIME`, so that the next save loses nothing, and gives `fresh` too. Other failures (no
 * permission, broken disk, a newer format) throw, because the next save would overwrite what is still there.
 *
 * @throws NewerFileError, the file system's error
 */
export async function loadJsonFile<T>(options: {
  readonly file: string;
  readonly format: FileFormat<T>;
  readonly fresh: T;
  readonly now: () => number;
}): Promise<LoadedJson<T>> {
  const text = await unlessMissing(readOwnText(options.file), null);
  if (text === null) return { value: options.fresh, setAside: null };
  const value = readFormat(options.format, parseJson(text), options.file);
  if (value !== null) return { value, setAside: null };
  const setAside = `${options.file}.damaged-${String(options.now())}`;
  await rename(options.file, setAside);
  return { value: options.fresh, setAside };
}

/** Replaces the file completely or not at all; only the user may read it. */
export async function saveJsonFile(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const content = `${JSON.stringify(value, null, 2)}\n`;
  await writeWholeFile({ file, temporary: `${file}.new`, content, mode: 0o600 });
}
