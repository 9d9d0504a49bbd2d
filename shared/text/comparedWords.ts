import type { UploadCounts, UploadRow } from '../domain/upload.ts';
import { countOf, listWords, applying } from './phrases.ts';
import { countWords, sizeWords } from './sizes.ts';
import { comparisonWords } from './uploadWords.ts';

/** The result of the comparison, with the size of the difference: `Changed −12 +30`. */
export function comparedWords({
  comparison,
  difference,
}: Pick<UploadRow, 'comparison' | 'difference'>): string {
  const { label } = comparisonWords[comparison];
  if (comparison !== 'changed' || difference === null) return label;
  return `${label} −${countWords(difference.removed)} +${countWords(difference.added)}`;
}

/** The difference of a changed row as a sentence; null if there is none. */
export function differenceWords({ difference }: Pick<UploadRow, 'difference'>): string | null {
  if (difference === null) return null;
  const { removed, added, bytes } = difference;
  const size =
    bytes === 0
      ? 'the size is the same'
      : `the new value is ${sizeWords(Math.abs(bytes))} ${bytes > 0 ? 'larger' : 'smaller'}`;
  return `Between the shared start and end, ${countOf(removed, 'character is', 'characters are')} removed and ${countWords(added)} added; ${size}.`;
}

/** The result of the comparison for all ready rows, and how many of them were not compared. */
export function comparedSummary({ comparisons }: Pick<UploadCounts, 'comparisons'>): string {
  const found = applying([
    `${countWords(comparisons.new)} new`,
    `${countWords(comparisons.changed)} changed`,
    `${countWords(comparisons.same)} the same`,
    comparisons.refused > 0 && `${countWords(comparisons.refused)} not readable`,
  ]);
  const left = comparisons['not-compared'];
  const rest =
    left === 0
      ? ''
      : ` ${countOf(left, 'ready row was', 'ready rows were')} not compared, because ${left === 1 ? 'it was' : 'they were'} edited or became ready later.`;
  return `Compared with the service: ${listWords(found)}.${rest}`;
}
