import { open, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { auditFormat } from '#shared/audit/auditFile.ts';
import { looksLikeBundle } from '#shared/evidence/parseBundle.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { UnusableInput, UsageError } from '../command.ts';
import type { AuditOutputs } from './auditOptions.ts';

/** A file that an option names. */
export interface NamedFile {
  readonly option: string;
  readonly file: string;
}

/** What an output is, and therefore what it may replace: an audit its earlier audit, a bundle its earlier bundle. */
type OutputKind = 'audit' | 'bundle' | 'report';

interface OutputFile extends NamedFile {
  readonly kind: OutputKind;
}

/** The same for the outputs of an audit. @throws UsageError, UnusableInput */
export function prepareOutputs(outputs: AuditOutputs, read: readonly NamedFile[]): Promise<void> {
  return prepareFiles(filesOf(outputs), read);
}

/**
 * Checks that every output can be written, and removes what earlier runs left there: whatever happens now, no result of
 * another run stays in its place.
 *
 * @param read files that the command reads
 * @throws UsageError, UnusableInput
 */
export async function prepareFiles(
  written: readonly OutputFile[],
  read: readonly NamedFile[],
): Promise<void> {
  await refuseReplacing(written, read);
  for (const { file } of written) await checkPlace(file);
  for (const { file } of written) if (await isRegular(file)) await rm(await placeOf(file), { force: true });
}

/**
 * Refuses outputs that would replace what the command reads, another output, or evidence that cannot be made again. Every command
 * that writes files asks this before it writes anything.
 *
 * @throws UsageError
 */
export async function refuseReplacing(
  written: readonly OutputFile[],
  read: readonly NamedFile[],
): Promise<void> {
  const taken = new Map<string, string>();
  for (const { option, file } of read) taken.set(await identityOf(file), option);
  for (const { option, file } of written) {
    const identity = await identityOf(file);
    const other = taken.get(identity);
    if (other !== undefined)
      throw new UsageError(`${option} and ${other} name the same file, ${visibleLine(file)}.`);
    taken.set(identity, option);
  }
  for (const { option, file, kind } of written) {
    const found = await evidenceIn(file);
    if (found !== null && found !== kind)
      throw new UsageError(
        `${option} would replace ${visibleLine(file)}, which is ${evidenceNames[found]}. Give ${option} the name of another file.`,
      );
  }
}

type Evidence = Exclude<OutputKind, 'report'>;

const evidenceNames: Readonly<Record<Evidence, string>> = {
  audit: 'the file of an audit',
  bundle: 'an evidence bundle',
};

/** Their first bytes tell. */
const headBytes = 4_096;

async function evidenceIn(file: string): Promise<Evidence | null> {
  if (!(await isRegular(file))) return null;
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.toString('utf8', 0, bytesRead);
    if (looksLikeBundle(head)) return 'bundle';
    return isAuditHead.test(head) ? 'audit' : null;
  } finally {
    await handle.close();
  }
}

const isAuditHead = new RegExp(`^\\s*\\{[^\\n]*"format"\\s*:\\s*"${auditFormat}"`);

/** Files that the outputs depend on. */
export function filesReadFor({ signingKey, compare, expectedChanges }: AuditOutputs): readonly NamedFile[] {
  const files: readonly (readonly [string, string | null])[] = [
    ['--signing-key', signingKey],
    ['--compare', compare],
    ['--expected-changes', expectedChanges],
  ];
  return files.flatMap(([option, file]) => (file === null || file === '-' ? [] : [{ option, file }]));
}

function filesOf({ out, report, junit, json, bundle }: AuditOutputs): readonly OutputFile[] {
  const files: readonly (readonly [string, string | null, OutputKind])[] = [
    ['--out', out, 'audit'],
    ['--report', report?.file ?? null, 'report'],
    ['--junit', junit, 'report'],
    ['--json', json === null || json === 'screen' ? null : json.file, 'report'],
    ['--bundle', bundle, 'bundle'],
  ];
  return files.flatMap(([option, file, kind]) => (file === null ? [] : [{ option, file, kind }]));
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

/** The same for all names of one file, also hard links. */
async function identityOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => null);
  return found === null ? placeOf(file) : `${found.dev}:${found.ino}`;
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
export async function writeOutput(
  file: string,
  content: string | Uint8Array | Readable,
  mode = 0o666,
): Promise<void> {
  try {
    await writeFile(file, content, { mode });
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
