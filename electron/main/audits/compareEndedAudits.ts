import { createReadStream } from 'node:fs';
import { compareAudits, type AuditDifference } from '#shared/audit/compareAudits.ts';
import { AuditDamageError, openAudit } from '#shared/audit/readAudit.ts';
import { mostAuditDifferences, type ComparedAudits } from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import { fileFailed } from '../files/userFiles.ts';
import { startSha256 } from './auditLog.ts';
import { damagedAudit, type Audits } from './audits.ts';

interface AuditRef {
  readonly connectionId: ConnectionId;
  readonly auditId: string;
}

/** Compares the files of two audits that have ended. What the later one expected to change is set apart. */
export async function compareEndedAudits(
  audits: Pick<Audits, 'details' | 'fileOf'>,
  refs: { readonly before: AuditRef; readonly after: AuditRef },
): Promise<Result<ComparedAudits>> {
  const before = await audits.details(refs.before.connectionId, refs.before.auditId);
  if (!before.ok) return before;
  const after = await audits.details(refs.after.connectionId, refs.after.auditId);
  if (!after.ok) return after;
  const beforeFile = await audits.fileOf(refs.before.connectionId, refs.before.auditId);
  if (!beforeFile.ok) return beforeFile;
  const afterFile = await audits.fileOf(refs.after.connectionId, refs.after.auditId);
  if (!afterFile.ok) return afterFile;
  const open = (file: string) => openAudit(createReadStream(file), startSha256);
  const differences: AuditDifference[] = [];
  try {
    const expected =
      after.value.header.expectedChanges === null ? null : await expectedKeys(await open(afterFile.value));
    const {
      before: _was,
      after: _is,
      ...found
    } = await compareAudits(
      await open(beforeFile.value),
      await open(afterFile.value),
      expected,
      (difference) => {
        if (differences.length < mostAuditDifferences) differences.push(difference);
      },
    );
    return succeed({ ...found, before: before.value.info, after: after.value.info, differences });
  } catch (error) {
    return error instanceof AuditDamageError ? damagedAudit : fileFailed(error, afterFile.value);
  }
}

async function expectedKeys({
  batches,
}: Pick<Awaited<ReturnType<typeof openAudit>>, 'batches'>): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const records of batches) {
    for (const { key, isExpected } of records) if (isExpected) keys.add(key);
  }
  return keys;
}
