import { occupiedLeaves, type Coverage, type LeafRange, type VersionReading } from '../domain/catalogue.ts';
import { countOf } from './phrases.ts';
import { countWords } from './sizes.ts';

/** `Known 1,204 of 5,000 leaves (24%)`. */
export function coverageWords(coverage: Coverage): string {
  const { knownLeaves, treeSize } = coverage;
  if (treeSize === null) return 'No proof read yet';
  const occupied = String(occupiedLeaves(treeSize, coverage));
  return `${knownWords(coverage)} (${percentWords(knownLeaves, occupied)})`;
}

/** `Known 1,204 of 5,000 leaves`, without leaves that were proven to be empty. */
export function knownWords(coverage: Coverage): string {
  const { knownLeaves, treeSize } = coverage;
  if (treeSize === null) return 'No proof read yet';
  const occupied = occupiedLeaves(treeSize, coverage);
  return `Known ${countWords(knownLeaves)} of ${countWords(String(occupied))} ${occupied === 1n ? 'leaf' : 'leaves'}`;
}

/** A note about empty leaves; null if none were proven. */
export function emptyLeavesWords({ emptyLeaves = 0, treeSize }: Coverage): string | null {
  if (emptyLeaves === 0 || treeSize === null) return null;
  const are = emptyLeaves === 1 ? 'is' : 'are';
  return `Of the ${countWords(treeSize)} leaves of the tree, ${countWords(emptyLeaves)} ${are} proven to be empty, because a proof contains the hash of an empty subtree there. Empty leaves are not counted.`;
}

/** A percentage that is never rounded to 0% or 100%. */
export function percentWords(part: number | string, whole: string): string {
  const percent = (100 * Number(part)) / Number(whole);
  if (Number(part) === 0 || Number(whole) === 0) return '0%';
  if (percent < 1) return 'less than 1%';
  return percent > 99 && percent < 100 ? 'more than 99%' : `${String(Math.floor(percent))}%`;
}

/** `leaf 7`, `leaves 7 to 12`. */
export function rangeWords({ start, end }: LeafRange): string {
  const last = String(BigInt(end) - 1n);
  return last === start ? `leaf ${countWords(start)}` : `leaves ${countWords(start)} to ${countWords(last)}`;
}

export function rangeSize({ start, end }: LeafRange): string {
  return String(BigInt(end) - BigInt(start));
}

/** What the versions suggest about the unknown leaves, in a few words; `versionReadingWords` explains it. */
export function versionReadingTitle(reading: VersionReading): string {
  switch (reading.kind) {
    case 'unknown':
    case 'does-not-fit':
      return 'Unknown leaves not explained';
    case 'nothing-unknown':
      return 'Complete';
    case 'explained':
      return 'Complete, if each version has its own leaf';
    case 'partly':
      return `${countOf(reading.unexplained, 'leaf', 'leaves')} unexplained`;
  }
}
