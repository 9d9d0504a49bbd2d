import { open, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { visibleLine } from '#shared/text/visibleText.ts';
import { UnusableInput, UsageError } from '../command.ts';
import type { AuditOutputs } from './auditOptions.ts';

/** A file that an option names. */
interface NamedFile {
  readonly option: string;
  readonly file: string;
}

/**
 * Checks that every output can be written, and removes what earlier runs left there: whatever happens now, no report of
 * another audit stays in its place.
 *
 * @param read files that the command reads
 * @throws UsageError, UnusableInput
 */
export async function prepareOutputs(outputs: AuditOutputs, read: readonly NamedFile[]): Promise<void> {
  const written = filesOf(outputs);
  const taken = new Map<string, string>();
  for (const { option, file } of read) taken.set(await placeOf(file), option);
  for (const { option, file } of written) {
    const place = await placeOf(file);
    const other = taken.get(place);
    if (other !== undefined)
      throw new UsageError(`${option} and ${other} name the same file, ${visibleLine(file)}.`);
    taken.set(place, option);
  }
  for (const { file } of written) await checkPlace(file);
  for (const { file } of written) if (await isRegular(file)) await rm(await placeOf(file), { force: true });
}

/** Files that the outputs depend on. */
export function filesReadFor({ signingKey, compare, expectedChanges }: AuditOutputs): readonly NamedFile[] {
  const files: readonly (readonly [string, string | null])[] = [
    ['--signing-key', signingKey],
    ['--compare', compare],
    ['--expected-changes', expectedChanges],
  ];
  return files.flatMap(([option, file]) => (file === null || file === '-' ? [] : [{ option, file }]));
}

function filesOf({ out, report, junit, json, bundle }: AuditOutputs): readonly NamedFile[] {
  const files: readonly (readonly [string, string | null])[] = [
    ['--out', out],
    ['--report', report?.file ?? null],
    ['--junit', junit],
    ['--json', json === null || json === 'screen' ? null : json.file],
    ['--bundle', bundle],
  ];
  return files.flatMap(([option, file]) => (file === null ? [] : [{ option, file }]));
}

/** @throws UnusableInput */
async function checkPlace(file: string): Promise<void> {
  const folder = path.dirname(file);
  try {
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder.`);
    const found = await stat(file).catch(() => null);
    if (found?.isDirectory() === true) throw new Error('It is a folder.');
    // Permissions alone do not tell. Opening a pipe would wait for its reader.
    if (found === null || found.isFile()) await (await open(file, 'a')).close();
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

async function isRegular(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null))?.isFile() === true;
}

/** Where it really is. Of a file that does not exist yet, its folder has to. */
async function placeOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    const folder = path.dirname(path.resolve(file));
    return path.join(await realpath(folder).catch(() => folder), path.basename(file));
  }
}

/** Writes an output, or leaves nothing in its place: a report that was cut off must not be read. @throws UnusableInput */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (error) {
    if (await isRegular(file)) await rm(await placeOf(file), { force: true }).catch(() => undefined);
    throw cannotWrite(file, error);
  }
}

export function cannotWrite(file: string, error: unknown): UnusableInput {
  return new UnusableInput(
    `${visibleLine(file)} cannot be written. ${error instanceof Error ? error.message : ''}`.trim(),
  );
}
