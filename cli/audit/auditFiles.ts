import { createReadStream } from 'node:fs';
import { setImmediate as nextTask } from 'node:timers/promises';
import { AuditDamageError, openAudit, type AuditReader } from '#shared/audit/readAudit.ts';
import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import { auditDamageWords } from '#shared/text/auditWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { hashedFile } from '../../engine/storage/hashedFile.ts';
import { startSha256 } from '../../engine/storage/startSha256.ts';
import { parseAuditList, type AuditList, type AuditListUse } from '../../engine/audits/auditList.ts';
import { UnusableInput, type CommandIo } from '../command.ts';
import { readInput, refuseDevice } from '../readInput.ts';

export const pause = (): Promise<void> => nextTask();

/** Uses the file of an audit. @throws UnusableInput if it cannot be read or is damaged */
export async function withAudit<T>(file: string, use: (reader: AuditReader) => Promise<T>): Promise<T> {
  return withAudits([file], async ([reader]) => {
    if (reader === undefined) throw new Error('There is one file.');
    return use(reader);
  });
}

/** The same for several, which are read at the same time. */
export async function withAudits<T>(
  files: readonly string[],
  use: (readers: readonly AuditReader[]) => Promise<T>,
): Promise<T> {
  for (const file of files) await refuseDevice(file);
  const streams = files.map((file) => createReadStream(file));
  try {
    const readers: AuditReader[] = [];
    for (const [at, stream] of streams.entries()) readers.push(await openNamed(files[at] ?? '', stream));
    return await use(readers);
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

/** A reader whose errors name its file, also while others are read at the same time. */
async function openNamed(file: string, chunks: AsyncIterable<Uint8Array>): Promise<AuditReader> {
  const reader = await naming(file, () => openAudit(chunks, startSha256));
  async function* batches(): AsyncGenerator<readonly AuditRecord[]> {
    const source = reader.batches[Symbol.asyncIterator]();
    for (;;) {
      const next = await naming(file, () => source.next());
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { ...reader, batches: batches() };
}

/** Errors of the file become words that name it. */
async function naming<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuditDamageError)
      throw new UnusableInput(`${visibleLine(file)}: ${auditDamageWords(error.damage)}`);
    if (error instanceof Error && 'syscall' in error)
      throw new UnusableInput(`${visibleLine(file)} cannot be read. ${error.message}`);
    throw error;
  }
}

/** Reads the audit to compare with, before anything is asked. @throws UnusableInput if it is damaged, or none */
export async function checkCompared({ compare }: { readonly compare: string | null }): Promise<void> {
  if (compare !== null) await describeFile(compare);
}

/** A list of keys, with what is expected of them if it says so. @throws UnusableInput */
export async function readAuditList(
  file: string,
  use: AuditListUse,
  { readStdin }: Pick<CommandIo, 'readStdin'>,
): Promise<AuditList> {
  const name = file === '-' ? 'Standard input' : visibleLine(file);
  const bytes = file === '-' ? await readStdin() : await readInput(file);
  const parsed = await parseAuditList(bytes, use, pause);
  if (parsed.ok) return parsed.list;
  const line = parsed.line === null ? '' : `, line ${parsed.line}`;
  throw new UnusableInput(`${name}${line}: ${parsed.message}`);
}

/** Reads the whole file of an audit. @throws UnusableInput */
export async function describeFile(
  file: string,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  await refuseDevice(file);
  const { chunks, described } = hashedFile(file);
  await naming(file, async () => {
    const reader = await openAudit(chunks, startSha256);
    for await (const records of reader.batches) if (records.length > 0) await pause();
    reader.footer();
  });
  return described();
}
