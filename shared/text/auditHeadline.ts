import type { AuditFooter, AuditHeader } from '../audit/auditFile.ts';
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
export function auditHeadline(verdict: AuditVerdict, audit: HeadlinedAudit): string {
  const { pins, counts } = audit;
  const isProven = verdict.status === 'green' || verdict.status === 'keyOnly';
  const isLost = isPinLost(audit);
  const lost =
    pins.length === 1
      ? 'the pinned root was not seen'
      : `none of ${countOf(pins.length, 'pinned root')} was seen`;
  return [
    verdictHeadline(verdict, audit),
    // Otherwise, the first part says it.
    ...(isLost && !isProven ? [lost] : []),
    ...changesHeadline(verdict, counts),
  ].join('; ');
}

/** Whether no root of the audit is a pinned one. */
function isPinLost({ pins, roots }: Pick<HeadlinedAudit, 'pins' | 'roots'>): boolean {
  return pins.length > 0 && roots.length > 0 && !roots.some(({ status }) => status === 'pinned');
}

/** Changes, unless the first part of the headline is about them. */
function changesHeadline({ reasons }: AuditVerdict, { changes }: AuditFooter['counts']): readonly string[] {
  const { expected, other } = changes;
  if (reasons[0]?.code === 'unexpected-changes')
    return expected === 0 ? [] : [`${countOf(expected, 'other')} changed as expected`];
  const changed = expected + other;
  if (changed === 0) return [];
  return [
    changed === 1
      ? '1 key has changed since it was last read'
      : `${countOf(changed, 'key')} have changed since they were last read`,
  ];
}

/** `records`: how many are under it, where that is counted. */
type NotedRoot = Pick<AuditFooter['roots'][number], 'status' | 'treeSize'> & { readonly records?: number };

/** What an audit that saw no pinned root shows of the pinned one. The codes are stable; the words may change. */
export function pinNotes(
  { pins }: Pick<AuditHeader, 'pins'>,
  { roots }: { readonly roots: readonly NotedRoot[] },
): readonly { readonly code: string; readonly words: string }[] {
  const [pinned, ...otherPins] = pins.map(({ treeSize }) => treeSize);
  const [root, ...otherRoots] = roots.filter(({ records }) => records !== 0);
  const isSimple = otherPins.length === 0 && otherRoots.length === 0;
  if (!isPinLost({ pins, roots }) || !isSimple || root === undefined) return [];
  const size = root.treeSize;
  const sizes =
    pinned === null || pinned === undefined || size === null
      ? 'The root is not the pinned one'
      : `The tree has ${countOf(size, 'leaf', 'leaves')}, the pinned one ${countWords(pinned)}`;
  return [
    { code: 'pinned-root-not-seen', words: `${sizes}; the API offers no proof that one contains the other.` },
  ];
}

function verdictHeadline({ status, reasons }: AuditVerdict, { pins, counts, roots }: HeadlinedAudit): string {
  const keys = countOf(counts.records, 'key');
  const [first] = reasons;
  const isLost = isPinLost({ pins, roots });
  switch (status) {
    case 'green': {
      const other =
        pins.length === 1
          ? 'but not the pinned one'
          : `but none of the ${countWords(pins.length)} pinned ones`;
      const whole =
        counts.records === 1 && !isLost
          ? '1 key verified'
          : `${counts.records === 1 ? '1 key' : `All ${keys}`} verified under one root`;
      const versions = reasons.some(({ code }) => code === 'versions-not-covered')
        ? ', without their versions'
        : '';
      return `${whole}${isLost ? `, ${other}` : ''}${versions}`;
    }
    case 'keyOnly': {
      const tree = isLost ? 'the tree of one root, but not of a pinned one, and' : 'the tree, but';
      return `${counts.records === 1 ? '1 key is' : `All ${keys} are`} in ${tree} values are not covered`;
    }
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
