import { assertNever } from '#shared/domain/result.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import type { LabDifference } from './labDifference.ts';

/** Where the altered run leaves the untampered one, in one or two sentences. */
export function differenceWords(difference: LabDifference): string {
  switch (difference.kind) {
    case 'unaltered':
      return 'Nothing is altered yet. Change a field below, and see where the verdict turns.';
    case 'none':
      return 'No hash has changed: what you altered is not covered by this proof, or is another way to write the same.';
    case 'unreadable':
      return 'The altered proof can’t be read any more, so nothing can be computed from it.';
    case 'content':
      return difference.is === null
        ? 'First difference: below the leaf. The altered content can’t be hashed any more.'
        : `First difference: below the leaf. The altered content hashes to ${shortHash(difference.is)}, where the proof’s content hashes to ${shortHash(difference.was)}. The path above stays as it was.`;
    case 'node':
      return difference.level === 0
        ? `First difference: level 0. The leaf is ${shortHash(difference.is)} instead of ${shortHash(difference.was)}.`
        : `First difference: level ${difference.level}. The node there is ${shortHash(difference.is)} instead of ${shortHash(difference.was)}, and so is every node above another one.`;
    case 'length':
      return `First difference: level ${difference.level}. Up to there all is the same; then the altered place needs another number of siblings.`;
    case 'root':
      return 'First difference: the stated root. All that is computed stays as it was.';
    default:
      return assertNever(difference);
  }
}
