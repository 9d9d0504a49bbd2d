import { isChanged, type AuditRecord } from '../audit/auditRecord.ts';
import { conflictLabels } from './memoryWords.ts';
import { applying, capitalized } from './phrases.ts';

/** Changes that a list of expected changes does not have, as a label. */
export const unexpectedChange = 'Changed, not on the list of expected changes';

/**
 * How a key differs from its last read: `Version 1 → 2, as expected`; null if it does not.
 *
 * @param hasList whether there was a list of expected changes: without one, no change is unexpected
 */
export function changeWords(record: AuditRecord, hasList: boolean): string | null {
  if (!isChanged(record)) return null;
  const how = capitalized(howChanged(record).join(', '));
  return record.isExpected
    ? `${how}, as expected`
    : hasList
      ? `${how}, not on the list of expected changes`
      : how;
}

function howChanged({ changes, conflict, version, versionBefore }: AuditRecord): readonly string[] {
  const versions = versionStep(versionBefore ?? null, version);
  return applying([
    conflict === null ? null : conflictLabels[conflict],
    changes.includes('not-returned') && 'no longer returned',
    changes.includes('returned') && 'returned again',
    // Without versions, only the value tells.
    versions ?? (changes.includes('version') && 'another version'),
    changes.includes('content') && 'another value',
  ]);
}

/** `version 1 → 2`; null if nothing is known of one of them. */
export function versionStep(before: number | null, now: number | null): string | null {
  if (before === null) return null;
  return now === null ? `version ${before} before` : before === now ? null : `version ${before} → ${now}`;
}
