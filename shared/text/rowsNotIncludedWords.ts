import type { RowsNotIncluded } from '../evidence/rowsNotIncluded.ts';
import { applying, countOf, listWords } from './phrases.ts';
import { countWords } from './sizes.ts';

/** `3 rows of the upload, which are not in this bundle: 1 unknown and 2 not sent`; null if there are none. */
export function rowsNotIncludedWords({ unknown, refused, notSent }: RowsNotIncluded): string | null {
  const all = unknown + refused + notSent;
  if (all === 0) return null;
  const each = applying([
    unknown > 0 && `${countWords(unknown)} unknown`,
    refused > 0 && `${countWords(refused)} refused`,
    notSent > 0 && `${countWords(notSent)} not sent`,
  ]);
  return `${countOf(all, 'row')} of the upload, which ${all === 1 ? 'is' : 'are'} not in this bundle: ${listWords(each, 'and')}`;
}
