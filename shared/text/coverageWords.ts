import type { LeafContradiction, LeafMoves, VersionReading } from '../domain/catalogue.ts';
import { countOf, quoteText, applying } from './phrases.ts';
import { rootWords } from './rootWords.ts';
import { countWords } from './sizes.ts';

/** What a contradiction about leaf positions shows, and no more. Roots are given in full. */
export function leafContradictionWords(found: LeafContradiction): string {
  switch (found.kind) {
    case 'one-leaf-one-root':
      return `${keysNamed(found)} ${found.proven ? 'were proven' : 'were claimed'} to be on leaf ${countWords(
        found.leafIndex,
      )} of one tree, with root ${found.rootHash}. A position holds one leaf, so at most one of these claims can be true.`;
    case 'two-leaves-one-root':
      return `Two different leaf hashes were shown for ${quoteText(found.key)} at leaf ${countWords(
        found.leafIndex,
      )} of one tree, with root ${found.rootHash}. A position holds only one leaf.`;
    case 'one-leaf-other-root':
      return `${keysNamed(found)} were found at leaf ${countWords(
        found.leafIndex,
      )} under different roots. In a tree that only grows, a position keeps its leaf. In a tree that is rearranged, this can happen.`;
    case 'root':
      return found.contradiction.kind === 'shrinking'
        ? `The tree with root ${found.rootHash} had ${countWords(
            found.contradiction.size,
          )} leaves, although a tree with ${countWords(
            found.contradiction.largestSize,
          )} leaves had been seen before. A tree that only grows cannot shrink.`
        : found.contradiction.kind === 'same-root-other-size'
          ? `Root ${found.rootHash} was claimed for trees of ${countWords(
              found.contradiction.earlierSize,
            )} and of ${countWords(found.contradiction.size)} leaves. A root identifies one tree.`
          : `Root ${found.rootHash}: ${rootWords({ kind: 'contradiction', contradiction: found.contradiction })}`;
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

/** Why leaf positions read at different times cannot be compared here; null if they can. */
export function leafMovesWords({ moved, rewritten }: LeafMoves): string | null {
  if (moved + rewritten === 0) return null;
  const seen = applying([
    moved > 0 && `${countOf(moved, 'atom')} moved to another position without a new version`,
    rewritten > 0 && `${countOf(rewritten, 'position')} got a different leaf`,
  ]);
  return `${seen.join(' and ')} from one tree to the next. This tree is not append-only, so positions read at different times may not match, and the coverage is an estimate.`;
}

/** What the versions of the known keys suggest about the unknown leaves. It is a guess, and the text says so. */
export function versionReadingWords(reading: VersionReading): string {
  switch (reading.kind) {
    case 'unknown':
      return 'Atom Explorer cannot tell what the unknown leaves hold.';
    case 'nothing-unknown':
      return 'Every leaf of the tree is known.';
    case 'explained':
      return `If each version of an atom has its own leaf, all ${countWords(
        reading.unknown,
      )} unknown leaves would be earlier versions of the known keys, because the version numbers add up to exactly the size of the tree. The service never returns earlier versions, so this is an assumption by Atom Explorer, not something the service has proven.`;
    case 'partly':
      return `If each version of an atom has its own leaf, ${countWords(
        reading.earlierVersions,
      )} of the unknown leaves would be earlier versions of the known keys, and ${countWords(
        reading.unexplained,
      )} would remain unexplained${
        reading.unread > 0
          ? `. Some of them may belong to the ${countOf(reading.unread, 'key')} not read yet`
          : ''
      }. This is an assumption by Atom Explorer, not something the service has proven.`;
    case 'does-not-fit':
      return `Atom Explorer cannot tell what the unknown leaves hold. ${
        reading.sum === null
          ? 'Versions do not count up from 1 here'
          : `The versions of the known keys add up to ${countWords(reading.sum)}, more than the tree has leaves`
      }, so the tree does not have one leaf for each version.`;
  }
}

export const catalogueRestartedWords =
  'The list of known keys stopped unexpectedly and was restarted. No known keys were lost.';
