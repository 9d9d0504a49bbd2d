import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { AuditDamageError, openAudit, recordOf } from '#shared/audit/readAudit.ts';
import { recordLineSchema, type AuditRecord, type AuditRoot } from '#shared/audit/auditRecord.ts';
import { recordBlock, type RecordBlock } from '#shared/audit/recordBlock.ts';
import type { AuditFiles } from './auditFolder.ts';
import { startSha256 } from '../storage/startSha256.ts';
import { beginAuditLog, reopenAuditLog, type AuditLog } from './auditLog.ts';
import { readLines } from './keyLines.ts';

/** Writes the records of an audit with those of the keys that were read again. */
export async function mergeReread(
  log: AuditLog,
  files: AuditFiles,
  pause: () => Promise<void>,
): Promise<void> {
  await rm(files.merged, { force: true });
  const merged = await beginAuditLog(files.merged, log.header);
  try {
    const again = recordsIn(files.again);
    let next = await again.next();
    const { batches } = await openAudit(createReadStream(files.records), startSha256);
    for await (const records of untilCutOff(batches)) {
      const replaced: AuditRecord[] = [];
      for (const record of records) {
        if (next.done === true || next.value.key !== record.key) replaced.push(record);
        else {
          replaced.push(rereadRecord(record, next.value));
          next = await again.next();
        }
      }
      await merged.append(recordBlock(replaced, merged.places()));
      await pause();
    }
    if (next.done !== true) throw new Error('A key was read again that the audit does not have.');
  } finally {
    await merged.close();
  }
}

/** Puts the merged records in the place of the others. Closes the log, and opens the new one. */
export async function openMerged(
  log: AuditLog,
  files: AuditFiles,
  pause: () => Promise<void>,
): Promise<AuditLog> {
  await log.close();
  await rename(files.merged, files.records);
  return reopenAuditLog(files.records, pause);
}

/** All of its records, read from its text. `roots`: all roots that its lines count, in their places. */
export function recordsOfBlock({ text }: RecordBlock, roots: readonly AuditRoot[]): readonly AuditRecord[] {
  const lines = Buffer.from(text).toString('utf8').split('\n');
  return lines.flatMap((one) => {
    if (!one.startsWith('{"key":')) return [];
    const line = recordLineSchema.parse(JSON.parse(one));
    return [recordOf(line, line.root === undefined ? null : (roots[line.root] ?? null))];
  });
}

/** What changed since the audit began is a change, even if the second response no longer shows it. */
export function rereadRecord(first: AuditRecord | undefined, again: AuditRecord): AuditRecord {
  return { ...again, changes: [...new Set([...(first?.changes ?? []), ...again.changes])] };
}

async function* recordsIn(file: string): AsyncGenerator<AuditRecord, void> {
  for await (const block of readLines(file)) yield* block as readonly AuditRecord[];
}

/** The file of an audit that has not ended has no footer. */
async function* untilCutOff(
  batches: AsyncIterable<readonly AuditRecord[]>,
): AsyncGenerator<readonly AuditRecord[], void> {
  try {
    yield* batches;
  } catch (error) {
    if (!(error instanceof AuditDamageError) || error.damage.kind !== 'cut-off') throw error;
  }
}
