import type { AuditVerdict } from '#shared/audit/auditVerdict.ts';
import type { AuditDetails } from '#shared/domain/audit.ts';
import { auditHeadline } from '#shared/text/auditWords.ts';
import { countOf } from '#shared/text/phrases.ts';

/**
 * The headline of an audit that has ended, with what a verdict alone would hide: that no root is one of the pinned ones any
 * more, and how many atoms are not what they were.
 */
export function auditTitle(
  verdict: AuditVerdict,
  {
    summary,
    header,
    roots,
  }: {
    readonly summary: Pick<AuditDetails['summary'], 'counts'>;
    readonly header: { readonly pins: readonly unknown[] };
    readonly roots: readonly Pick<AuditDetails['roots'][number], 'status'>[];
  },
): string {
  const { pins } = header;
  const { changes } = summary.counts;
  const changed = changes.expected + changes.other;
  const isPinLost = pins.length > 0 && roots.length > 0 && !roots.some(({ status }) => status === 'pinned');
  return [
    auditHeadline(verdict, summary),
    ...(isPinLost
      ? [
          pins.length === 1
            ? 'the pinned root was not seen'
            : `none of ${countOf(pins.length, 'pinned root')} was seen`,
        ]
      : []),
    ...(changed > 0 ? [`${countOf(changed, 'key')} changed since last read`] : []),
  ].join('; ');
}
