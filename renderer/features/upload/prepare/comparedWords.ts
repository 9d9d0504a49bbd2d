import type { UploadCounts, UploadRow } from '#shared/domain/upload.ts';
import { countOf, listWords } from '#shared/text/phrases.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { comparisonWords } from '#shared/text/uploadWords.ts';

/** What the comparison with the service said, and by how much a changed row differs: `Changed −12 +30`. */
export function comparedWords({
  comparison,
  difference,
}: Pick<UploadRow, 'comparison' | 'difference'>): string {
  const { label } = comparisonWords[comparison];
  if (comparison !== 'changed' || difference === null) return label;
  return `${label} −${countWords(difference.removed)} +${countWords(difference.added)}`;
}

/** The difference of a changed row in a sentence; null where there is none to tell. */
export function differenceWords({ difference }: Pick<UploadRow, 'difference'>): string | null {
  if (difference === null) return null;
  const { removed, added, bytes } = difference;
  const size =
    bytes === 0
      ? 'as large as before'
      : `${sizeWords(Math.abs(bytes))} ${bytes > 0 ? 'larger' : 'smaller'} than before`;
  return `${countWords(removed)} characters go and ${countWords(added)} come between what both have in common at their ends; ${size}.`;
}

/** What the comparison found, over all ready rows; and that edited rows are to be compared again. */
export function comparedSummary({ comparisons }: Pick<UploadCounts, 'comparisons'>): string {
  const found = [
    `${countWords(comparisons.new)} new`,
    `${countWords(comparisons.changed)} changed`,
    `${countWords(comparisons.same)} the same`,
    ...(comparisons.refused > 0 ? [`${countWords(comparisons.refused)} without an answer`] : []),
  ];
  const left = comparisons['not-compared'];
  const rest =
    left === 0
      ? ''
      : ` ${countOf(left, 'ready row')} ${left === 1 ? 'is' : 'are'} not compared: edited or made ready since.`;
  return `Compared with the service: ${listWords(found)}.${rest}`;
}
