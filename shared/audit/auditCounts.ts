import type { AuditCounts } from './auditFile.ts';
import { auditOutcomes, isChanged, type AuditOutcome, type AuditRecord } from './auditRecord.ts';

export type OutcomeCounts = Readonly<Record<AuditOutcome, number>>;

export function noOutcomes(): Record<AuditOutcome, number> {
  return { green: 0, keyOnly: 0, amber: 0, red: 0, missing: 0, refused: 0, unsendable: 0 };
}

/** Adds up records. */
export interface AuditCounter {
  readonly add: (record: AuditRecord) => void;
  readonly counts: () => AuditCounts;
}

export function createAuditCounter(): AuditCounter {
  const outcomes = noOutcomes();
  let records = 0;
  let conflicts = 0;
  let unmet = 0;
  const changes = { expected: 0, other: 0 };
  return {
    add: (record) => {
      records += 1;
      outcomes[record.outcome] += 1;
      if (record.conflict !== null) conflicts += 1;
      if (record.unmet.length > 0) unmet += 1;
      if (isChanged(record)) changes[record.isExpected ? 'expected' : 'other'] += 1;
    },
    counts: () => ({ records, outcomes: { ...outcomes }, conflicts, unmet, changes: { ...changes } }),
  };
}

export function sameCounts(one: AuditCounts, other: AuditCounts): boolean {
  return (
    one.records === other.records &&
    one.conflicts === other.conflicts &&
    one.unmet === other.unmet &&
    one.changes.expected === other.changes.expected &&
    one.changes.other === other.changes.other &&
    auditOutcomes.every((outcome) => one.outcomes[outcome] === other.outcomes[outcome])
  );
}
