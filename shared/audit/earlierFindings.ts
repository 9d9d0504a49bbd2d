import type { AuditChange, AuditRecord } from './auditRecord.ts';

/** What an audit that is not continued found about a key, so that the audit in its place does not lose it. */
export interface EarlierFinding {
  readonly changes: readonly AuditChange[];
  readonly conflict: AuditRecord['conflict'];
  readonly versionBefore?: number;
}

export type EarlierFindings = ReadonlyMap<string, EarlierFinding>;

/** null if it found nothing that must be kept. */
export function findingToKeep({ changes, conflict, versionBefore }: AuditRecord): EarlierFinding | null {
  // The known keys have learned the rest, and show it again.
  const kept = changes.filter((change) => change !== 'first-read' && change !== 'verdict');
  return kept.length === 0 && conflict === null
    ? null
    : { changes: kept, conflict, ...(versionBefore !== undefined && { versionBefore }) };
}
