import type { z } from 'zod';
import { parseJson } from '#shared/domain/json.ts';

/**
 * Every file of the app states its format version: a JSON file in its member `version` (or `format`), a log
 * in its first line, a database under the key `version`. If it is missing, it is version 1.
 *
 * An older version is upgraded when it is read. A newer one is neither read, nor overwritten, nor set aside,
 * so that going back to an older app loses nothing.
 */
export interface FileFormat<T> {
  /** The version that this app writes. */
  readonly version: number;
  readonly schema: z.ZodType<T>;
  /** By version: converts the content to the next version; throws if it is damaged. */
  readonly migrations?: Readonly<Record<number, (content: unknown) => unknown>>;
}

export const newerFileCode = 'NEWER_FILE';

/** A newer version of the app wrote this file. It was not changed. */
export class NewerFileError extends Error {
  override readonly name = 'NewerFileError';
  /** In the style of file system codes, so that it gets its message in the same place. */
  readonly code = newerFileCode;
  constructor(readonly file: string) {
    super(
      `${file} was written by a newer version of Atom Explorer. The file was not changed. Update Atom Explorer to use it.`,
    );
  }
}

/** Also for an error that comes from another thread. */
export function isNewerFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === newerFileCode;
}

/** null if the content is damaged. @throws NewerFileError */
export function readFormat<T>(format: FileFormat<T>, content: unknown, file: string): T | null {
  const found = versionOf(content);
  if (found > format.version) throw new NewerFileError(file);
  let current = content;
  for (let version = found; version < format.version; version++) {
    const migrate = format.migrations?.[version];
    if (migrate === undefined) return null;
    try {
      current = migrate(current);
    } catch {
      return null;
    }
  }
  const parsed = format.schema.safeParse(current);
  return parsed.success ? parsed.data : null;
}

/** Whether a newer version of the app wrote a log whose lines are JSON. */
export function isNewerLog(text: string, version: number): boolean {
  const end = text.indexOf('\n');
  return end >= 0 && versionOf(parseJson(text.slice(0, end))) > version;
}

/** 1 if none is stated. */
export function versionOf(content: unknown): number {
  if (typeof content !== 'object' || content === null) return 1;
  const stated = 'version' in content ? content.version : 'format' in content ? content.format : undefined;
  return typeof stated === 'number' && Number.isInteger(stated) && stated >= 1 ? stated : 1;
}

/** null if it is not JSON of this form. */
export function parseAs<T>(schema: z.ZodType<T>, text: string): T | null {
  const parsed = schema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}
