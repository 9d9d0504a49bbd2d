import type {
  Coverage,
  LeafContradiction,
  LeafMoves,
  LeafRange,
  VersionReading,
} from '../domain/catalogue.ts';
import { assertNever } from '../domain/result.ts';
import { shortHash } from './hashWords.ts';
import { countOf, quoteText } from './phrases.ts';
import { countWords } from './sizes.ts';

/** `Known 1,204 of 5,000 leaves (24 %)`. */
export function coverageWords({ knownLeaves, treeSize }: Coverage): string {
  if (treeSize === null) return 'No proof read yet';
  const leaves = treeSize === '1' ? 'leaf' : 'leaves';
  return `Known ${countWords(knownLeaves)} of ${countWords(treeSize)} ${leaves} (${percentWords(knownLeaves, treeSize)})`;
}

/** A share that is never rounded to all or to nothing. */
export function percentWords(part: number | string, whole: string): string {
  const percent = (100 * Number(part)) / Number(whole);
  if (Number(part) === 0 || Number(whole) === 0) return '0 %';
  if (percent < 1) return 'under 1 %';
  return percent > 99 && percent < 100 ? 'over 99 %' : `${String(Math.floor(percent))} %`;
}

/** `leaf 7`, `leaves 7 to 12`. */
export function rangeWords({ start, end }: LeafRange): string {
  const last = String(BigInt(end) - 1n);
  return last === start ? `leaf ${countWords(start)}` : `leaves ${countWords(start)} to ${countWords(last)}`;
}

export function rangeSize({ start, end }: LeafRange): string {
  return String(BigInt(end) - BigInt(start));
}

/** What the dark leaves may be; never more than a guess from the versions that were read. */
export function darkLeavesWords(reading: VersionReading): { readonly title: string; readonly words: string } {
  switch (reading.kind) {
    case 'unknown':
      return {
        title: 'Not known yet',
        words:
          'No known atom was read with its version so far, so nothing can be said about the dark leaves.',
      };
    case 'nothing-dark':
      return {
        title: 'Complete',
        words: 'Every leaf of the largest tree that was seen has a known atom.',
      };
    case 'explained':
      return {
        title: 'Complete, if each version has a leaf of its own',
        words: `The earlier versions of the known atoms add up to exactly the ${countLeaves(reading.dark)} that no known atom is on. No read returns an earlier version, so this cannot be checked: it is a hypothesis that fits.`,
      };
    case 'partly': {
      const unread =
        reading.unread === 0
          ? ''
          : ` ${countOf(reading.unread, 'known key')} ${reading.unread === 1 ? 'was' : 'were'} not read yet and may explain some of them.`;
      return {
        title: `${countLeaves(reading.unexplained)} unknown`,
        words: `${reading.earlierVersions === '0' ? '' : `Earlier versions of the known atoms may be on ${countLeaves(reading.earlierVersions)}, which is a hypothesis. `}Nothing known explains the other ${countLeaves(reading.unexplained)}: atoms that are not known may be there.${unread}`,
      };
    }
    case 'does-not-fit':
      return {
        title: 'Unknown',
        words:
          'The versions of the known atoms do not fit a tree with one leaf for each version, so they explain nothing. What is on the dark leaves is unknown.',
      };
    default:
      return assertNever(reading);
  }
}

export function contradictionWords(found: LeafContradiction): string {
  switch (found.kind) {
    case 'one-leaf-one-root':
      return `${countOf(found.keyCount, 'key')} on leaf ${countWords(found.leafIndex)} under one root (${shortHash(found.rootHash)}): ${keysWords(found.keys, found.keyCount)}. ${found.proven ? 'All of their proofs lead to that root.' : 'Not all of their proofs lead to that root, so this is what the service says.'}`;
    case 'two-leaves-one-root':
      return `Two different leaves of ${quoteText(found.key)} on leaf ${countWords(found.leafIndex)} under one root (${shortHash(found.rootHash)}).`;
    case 'one-leaf-other-root':
      return `${countOf(found.keyCount, 'key')} on leaf ${countWords(found.leafIndex)} under different roots: ${keysWords(found.keys, found.keyCount)}. A tree that only grows does not do that.`;
    case 'root': {
      const { contradiction } = found;
      switch (contradiction.kind) {
        case 'shrinking':
          return `The tree became smaller: ${countLeaves(contradiction.size)} after ${countLeaves(contradiction.largestSize)}.`;
        case 'same-root-other-size':
          return `The root ${shortHash(found.rootHash)} was shown with ${countLeaves(contradiction.size)} and with ${countLeaves(contradiction.earlierSize)}.`;
        case 'other-than-pinned':
          return `The root ${shortHash(found.rootHash)} is another one than the pinned ${shortHash(contradiction.pinnedRoot)}.`;
        default:
          return assertNever(contradiction);
      }
    }
    default:
      return assertNever(found);
  }
}

/** null where no key was seen elsewhere than before. */
export function movesWords({ moved, rewritten }: LeafMoves): string | null {
  if (moved + rewritten === 0) return null;
  const what = [
    moved === 0 ? null : `${countOf(moved, 'key')} moved to another leaf without a new version`,
    rewritten === 0 ? null : `${countOf(rewritten, 'leaf', 'leaves')} held another hash in another tree`,
  ].filter((part) => part !== null);
  return `${what.join(', and ')}. So this tree does more than grow, and leaves of different trees cannot be told apart by their position: the coverage is only a rough figure.`;
}

function countLeaves(count: string): string {
  return countOf(count, 'leaf', 'leaves');
}

function keysWords(keys: readonly string[], count: number): string {
  const more = count - keys.length;
  return `${keys.map(quoteText).join(', ')}${more > 0 ? ` and ${countWords(more)} more` : ''}`;
}
