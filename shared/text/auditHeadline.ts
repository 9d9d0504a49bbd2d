import type { AuditFooter } from '../audit/auditFile.ts';
import type { AuditReason, AuditVerdict } from '../audit/auditVerdict.ts';
import { countOf } from './phrases.ts';
import { countWords } from './sizes.ts';
import { verdictNames } from './verdictNames.ts';

/** What the headline of an audit says, wherever it is shown. */
export interface HeadlinedAudit {
  readonly pins: readonly unknown[];
  readonly counts: AuditFooter['counts'];
  readonly roots: readonly Pick<AuditFooter['roots'][number], 'status'>[];
}

/**
 * The result in one line, with what a verdict alone would hide: that no root is one of the pinned ones any more, and how many
 * keys are not what they were.
 */
export function auditHeadline(verdict: AuditVerdict, { pins, counts, roots }: HeadlinedAudit): string {
  const changed = counts.changes.expected + counts.changes.other;
  const isPinLost = pins.length > 0 && roots.length > 0 && !roots.some(({ status }) => status === 'pinned');
  const lost =
    pins.length === 1
      ? 'the pinned root was not seen'
      : `none of ${countOf(pins.length, 'pinned root')} was seen`;
  return [
    verdictHeadline(verdict, counts),
    ...(isPinLost ? [lost] : []),
    ...(changed > 0 ? [`${countOf(changed, 'key')} changed since last read`] : []),
  ].join('; ');
}

function verdictHeadline({ status, reasons }: AuditVerdict, counts: AuditFooter['counts']): string {
  const keys = countOf(counts.records, 'key');
  const [first] = reasons;
  switch (status) {
    case 'green':
      return `${counts.records === 1 ? '1 key verified' : `All ${keys} verified under one root`}${
        reasons.some(({ code }) => code === 'versions-not-covered') ? ', without their versions' : ''
      }`;
    case 'keyOnly':
      return `${counts.records === 1 ? '1 key is' : `All ${keys} are`} in the tree, but values are not covered`;
    case 'amber':
    case 'red':
      return first === undefined ? verdictNames[status] : reasonHeadline(first, counts);
  }
}

function reasonHeadline(reason: AuditReason, { records, outcomes }: AuditFooter['counts']): string {
  const of = (keys: number): string => `${countWords(keys)} of ${countOf(records, 'key')}`;
  switch (reason.code) {
    case 'failed':
      return `${of(reason.keys)} failed`;
    case 'unmet':
      return `${of(reason.keys)} differ from the expected list`;
    case 'unexpected-changes':
      return `${of(reason.keys)} changed unexpectedly`;
    case 'root-contradictions':
      return 'A root contradicts earlier or pinned roots';
    case 'partial':
      return `Incomplete: ${countWords(reason.read)} of ${countOf(reason.keys, 'key')} read`;
    case 'one-shard':
      return `Part ${countWords(reason.number)} of ${countWords(reason.of)}: not the whole audit`;
    case 'capped':
      return `Incomplete: ${countOf(reason.keys, 'key')} left out`;
    case 'nothing-to-audit':
      return 'There was no key to audit';
    // Whatever else is undecided comes before it.
    case 'several-roots':
      return `All ${countOf(records, 'key')} proven, but under ${countOf(reason.roots, 'root')}`;
    default:
      return `Not fully checked: ${countWords(outcomes.green + outcomes.keyOnly)} of ${countOf(records, 'key')} proven`;
  }
}
