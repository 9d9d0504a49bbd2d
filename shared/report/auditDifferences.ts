import type { AuditRecord } from '../audit/auditRecord.ts';
import type { AuditDifference } from '../audit/compareAudits.ts';
import type { AuditDifferenceFilter, ComparedAudits } from '../domain/audit.ts';
import { comparisonLimits } from '../text/auditComparisonWords.ts';
import { csvText } from '../text/csvText.ts';

/** Differences between two audits as a table. */
export function differencesAsCsv(differences: readonly AuditDifference[]): string {
  return csvText(
    ['key', 'differences', 'expected']
      .concat(['outcome_before', 'version_before', 'value_sha256_before', 'leaf_before'])
      .concat(['outcome_after', 'version_after', 'value_sha256_after', 'leaf_after']),
    differences.map(({ key, kinds, isExpected, before, after }) => [
      key,
      kinds.join(' '),
      isExpected ? 'yes' : 'no',
      ...cells(before),
      ...cells(after),
    ]),
  );
}

function cells(record: AuditRecord | null) {
  return record === null
    ? [null, null, null, null]
    : [record.outcome, record.version, record.valueHash, record.leafHash];
}

/** With the counts of all differences, and the filter that these match. */
export function differencesAsJson(
  found: ComparedAudits,
  filter: AuditDifferenceFilter,
  differences: readonly AuditDifference[],
): string {
  const comparison = {
    format: 'atom-explorer-audit-comparison',
    version: 1,
    ...found,
    ...(found.sides !== null && { limits: comparisonLimits(found, found.sides) }),
    filter,
    differences,
  };
  return `${JSON.stringify(comparison, null, 2)}\n`;
}
