import type { AuditSummary } from '../audit/auditSummary.ts';
import type { GroundsOf } from '../grounds/grounds.ts';
import { countOf } from './phrases.ts';
import { countWords } from './sizes.ts';

/** How what an audit read differs from earlier reads; null if there was nothing to compare with. */
export function earlierReads(
  grounds: Pick<GroundsOf<'audit'>, 'knownKeys'> | null,
  { comparedCount: compared, counts: { changes } }: Pick<AuditSummary, 'comparedCount' | 'counts'>,
) {
  if (grounds?.knownKeys.kind !== 'given' || compared === 0) return null;
  const changed = changes.expected + changes.other;
  const same = compared - changed;
  const words = `Compared with ${countOf(compared, 'earlier read')}: ${countWords(same)} the same, ${countWords(changed)} changed.`;
  return { compared, same, changed, words };
}
