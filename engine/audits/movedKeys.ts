import type { AuditRootFinding } from '#shared/audit/auditFile.ts';
import type { AuditLog } from './auditLog.ts';
import { readLines } from './keyLines.ts';

/** Whether a root contradicts others: reading again cannot settle that. */
export function isDoubtful({ status }: AuditRootFinding): boolean {
  return status === 'contradiction' || status === 'unexplained';
}

/**
 * Rows that were proven under an older root than the last one, in order: those that can be read again. None until the audit has
 * ended.
 */
export function movedRows(log: Pick<AuditLog, 'footer' | 'movedRows'>): Uint32Array {
  const footer = log.footer();
  return footer === null || footer.roots.some(isDoubtful) ? new Uint32Array(0) : log.movedRows();
}

/** The keys in these rows. */
export async function keysInRows(keysFile: string, rows: Uint32Array): Promise<readonly string[]> {
  const keys: string[] = [];
  let row = 0;
  for await (const block of readLines(keysFile))
    for (const key of block) {
      if (rows[keys.length] === row) keys.push(String(key));
      row += 1;
    }
  return keys;
}
