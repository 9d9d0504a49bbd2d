import { AuditDamageError, openAudit } from '#shared/audit/readAudit.ts';
import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import type { GivenAudit } from '#shared/evidence/verifyAudit.ts';
import { evidenceLimits } from '#shared/evidence/limits.ts';
import { auditDamageWords } from '#shared/text/auditWords.ts';
import { hashedFile } from '../../engine/storage/hashedFile.ts';
import { startSha256 } from '../../engine/storage/startSha256.ts';
import { UnusableInput } from '../command.ts';

/** Reads the file of the audit that a bundle is about. @throws UnusableInput if it is damaged, or none */
export async function readGivenAudit(file: string): Promise<GivenAudit> {
  const { chunks, described } = hashedFile(file);
  try {
    const reader = await openAudit(chunks, startSha256);
    let records: AuditRecord[] | null = [];
    for await (const batch of reader.batches) {
      if (records !== null && records.length + batch.length > evidenceLimits.reads) records = null;
      records?.push(...batch);
    }
    reader.footer();
    return { sha256: described().sha256, records };
  } catch (error) {
    if (error instanceof AuditDamageError)
      throw new UnusableInput(`${file}: ${auditDamageWords(error.damage)}`);
    if (error instanceof Error && 'syscall' in error)
      throw new UnusableInput(`${file} cannot be read. ${error.message}`);
    throw error;
  }
}
