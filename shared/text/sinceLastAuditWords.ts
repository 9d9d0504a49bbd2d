import type { AuditSinceLast } from '../domain/audit.ts';
import type { AuditFooter } from '../audit/auditFile.ts';
import { differenceTally, treeComparisonWords } from './auditComparisonWords.ts';
import { countOf } from './phrases.ts';
import { countWords } from './sizes.ts';

type Since = Pick<AuditSinceLast, 'differing' | 'grave' | 'unpinned' | 'trees'>;

/**
 * What the headline of an audit says besides its own result: contradictions of the last audit, a pin that is gone, and changes,
 * unless the headline has them already.
 */
export function sinceLastHeadline(
  { differing, grave, unpinned, trees }: Since,
  { changes }: Pick<AuditFooter['counts'], 'changes'>,
): readonly string[] {
  return [
    ...(unpinned === 0
      ? []
      : [
          unpinned === 1
            ? 'a root that was pinned at the last audit no longer is'
            : `${countWords(unpinned)} roots that were pinned at the last audit no longer are`,
        ]),
    ...(trees.shrank !== null || trees.otherSizes > 0 ? ['the tree contradicts the last audit'] : []),
    ...(grave > 0
      ? [`${countOf(grave, 'key contradicts', 'keys contradict')} the last audit`]
      : differing > 0 && changes.expected + changes.other === 0
        ? [`${countOf(differing, 'key differs', 'keys differ')} from the last audit`]
        : []),
  ];
}

/** The whole comparison: `Version changed: 12; same: 333.` */
export function sinceLastTally({
  kinds,
  same,
  trees,
}: Pick<AuditSinceLast, 'kinds' | 'same' | 'trees'>): string {
  const ofTrees = Object.values(treeComparisonWords(trees)).filter((words) => words !== '');
  return [differenceTally({ kinds, same }), ...ofTrees].join(' ');
}
