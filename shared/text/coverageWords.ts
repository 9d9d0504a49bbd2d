import { assertNever } from '../domain/result.ts';
import type { LeafContradiction, LeafMoves, VersionReading } from '../domain/catalogue.ts';
import { countOf, quoteText } from './phrases.ts';
import { countWords } from './sizes.ts';

/** What a finding about leaf positions says, and no more. Roots are given in full. */
export function leafContradictionWords(found: LeafContradiction): string {
  switch (found.kind) {
    case 'one-leaf-one-root':
      return `${keysNamed(found)} ${found.proven ? 'were proven' : 'were said'} to be on leaf ${countWords(
        found.leafIndex,
      )} of one tree, with the root ${found.rootHash}. A position holds one leaf: at most one of them can be there.`;
    case 'two-leaves-one-root':
      return `Two different leaves were shown for ${quoteText(found.key)} on leaf ${countWords(
        found.leafIndex,
      )} of one tree, with the root ${found.rootHash}. A position holds one leaf.`;
    case 'one-leaf-other-root':
      return `${keysNamed(found)} were found on leaf ${countWords(
        found.leafIndex,
      )} under different roots. In a tree that only grows, a position keeps its leaf; in one that is rearranged, this can happen.`;
    case 'root':
      return found.contradiction.kind === 'shrinking'
        ? `The tree with the root ${found.rootHash} had ${countWords(
            found.contradiction.size,
          )} leaves after one with ${countWords(
            found.contradiction.largestSize,
          )} had been seen. A tree that only grows does not become smaller.`
        : found.contradiction.kind === 'same-root-other-size'
          ? `The root ${found.rootHash} was named for trees of ${countWords(
              found.contradiction.earlierSize,
            )} and of ${countWords(found.contradiction.size)} leaves. One root stands for one tree.`
          : `The root ${found.rootHash} is not the pinned one, ${found.contradiction.pinnedRoot}.`;
    default:
      return assertNever(found);
  }
}

function keysNamed({
  keys,
  keyCount,
}: {
  readonly keys: readonly string[];
  readonly keyCount: number;
}): string {
  const shown = keys.slice(0, 3).map(quoteText).join(', ');
  return keyCount > 3 ? `${countWords(keyCount)} keys (${shown}, …)` : shown;
}

/** Why positions of different trees cannot be compared here; null where nothing speaks against it. */
export function leafMovesWords({ moved, rewritten }: LeafMoves): string | null {
  if (moved + rewritten === 0) return null;
  const seen = [
    ...(moved > 0 ? [`${countOf(moved, 'atom')} moved to another position without a new version`] : []),
    ...(rewritten > 0 ? [`${countOf(rewritten, 'position')} got another leaf`] : []),
  ];
  return `${seen.join(' and ')} from one tree to the next. This tree does more than grow, so positions that were read at different times may not belong together, and the coverage is a rough one.`;
}

/** What the versions of the known keys say of the dark positions. It is a guess, and says so. */
export function versionReadingWords(reading: VersionReading): string {
  switch (reading.kind) {
    case 'unknown':
      return 'What the dark positions hold is not known.';
    case 'nothing-dark':
      return 'No position of the tree is dark.';
    case 'explained':
      return `If each version of an atom has a leaf of its own, all ${countWords(
        reading.dark,
      )} dark positions are explained by earlier versions of the known keys: their versions add up to exactly the size of the tree. No read returns an earlier version. This is a guess by this app, not something the service has proven.`;
    case 'partly':
      return `If each version of an atom has a leaf of its own, ${countWords(
        reading.earlierVersions,
      )} dark positions would be earlier versions of the known keys, and ${countWords(
        reading.unexplained,
      )} would still be unknown${
        reading.unread > 0
          ? `, some of them perhaps of the ${countOf(reading.unread, 'key')} not read yet`
          : ''
      }. This is a guess by this app, not something the service has proven.`;
    case 'does-not-fit':
      return `What the dark positions hold is not known. ${
        reading.sum === null
          ? 'Versions are not counted from 1 here'
          : `The versions of the known keys add up to ${countWords(reading.sum)}, more than the tree has leaves`
      }, so it does not have one leaf for each version.`;
    default:
      return assertNever(reading);
  }
}

export const catalogueRestartedWords =
  'The list of known keys had stopped and was opened again. Nothing that was known is lost.';
