import {
  auditDifferenceKinds,
  type AuditComparison,
  type AuditDifferenceKind,
} from '../audit/compareAudits.ts';
import type { LeafComparison } from '../audit/compareLeaves.ts';
import { countOf, listWords } from './phrases.ts';
import { countWords } from './sizes.ts';

/** The names of differences between two audits in filters, lists, and headings. */
export const auditDifferenceNames: Readonly<Record<AuditDifferenceKind, string>> = {
  'other-value-same-version': 'Same version, different value',
  'version-back': 'Version went back',
  failed: 'Newly failed',
  missing: 'No longer returned',
  added: 'Added',
  version: 'Version changed',
  value: 'Value changed',
  leaf: 'Leaf hash changed',
  verdict: 'Verdict changed',
  'not-audited': 'Not in the later audit',
  'not-compared': 'Not compared',
};

/** The result of comparing two audits, in one or two sentences. */
export function auditComparisonWords({
  same,
  differing,
  kinds,
  unexpected,
}: Pick<AuditComparison, 'same' | 'differing' | 'kinds' | 'unexpected'>): string {
  if (differing === 0) return `None of ${countOf(same, 'key')} differs from the earlier audit.`;
  const found = auditDifferenceKinds
    .map((kind) => ({ name: auditDifferenceNames[kind], count: kinds[kind].expected + kinds[kind].other }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name.toLowerCase()}: ${countWords(count)}`);
  const expected =
    unexpected === null
      ? ''
      : unexpected === 0
        ? ' All changes were expected.'
        : ` ${countOf(unexpected, 'change was', 'changes were')} not expected.`;
  return `${countOf(differing, 'key differs', 'keys differ')} from the earlier audit, ${countWords(same)} ${same === 1 ? 'does' : 'do'} not (${found.join('; ')}).${expected}`;
}

/** What the leaves of two audits show about a tree that should only grow. */
export function leafComparisonWords({ compared, rewritten, ranges, rangeCount }: LeafComparison): string {
  if (compared === 0) return 'No leaf index was proven in both audits, so their trees cannot be compared.';
  if (rewritten === 0)
    return `At ${countOf(compared, 'leaf index', 'leaf indexes')} that both audits proved, the leaves are the same, as in a tree that only grows.`;
  const named = ranges.slice(0, 5).map(({ start, end }) => {
    const last = String(BigInt(end) - 1n);
    return start === last ? countWords(start) : `${countWords(start)} to ${countWords(last)}`;
  });
  const more = rangeCount - named.length;
  const all = more > 0 ? [...named, `${countWords(more)} more`] : named;
  return `At ${countWords(rewritten)} of ${countOf(compared, 'leaf index', 'leaf indexes')} that both audits proved, the leaf differs: ${listWords(all)}. In a tree that only grows, this means that the leaves were rewritten.`;
}
