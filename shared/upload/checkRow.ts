import type { RowProblem } from '../domain/upload.ts';
import { isBrokenJson, isJsonObjectOrList } from '../text/jsonLike.ts';
import { hasLoneSurrogate } from '../text/surrogates.ts';
import { mixedScriptWords, visiblePieces } from '../text/visibleText.ts';

/** Problems in the characters of a key and a value, independent of other rows. */
export function checkRow(key: string, value: string): readonly RowProblem[] {
  const problems: RowProblem[] = [];
  if (hasLoneSurrogate(key) || hasLoneSurrogate(value)) problems.push('lone-surrogate');
  if (isOddKey(key)) problems.push('odd-key');
  if (isBrokenJson(value)) problems.push('broken-json');
  if (isJsonObjectOrList(key)) problems.push('json-key');
  return problems;
}

/** A quick test that most keys pass: printable ASCII that neither begins nor ends with a space. */
const plainKey = /^[!-~](?:[ -~]*[!-~])?$/;

function isOddKey(key: string): boolean {
  if (plainKey.test(key)) return false;
  const pieces = visiblePieces(key, { markLeading: true, markTrailing: true });
  return pieces.some(({ kind }) => kind === 'hidden') || mixedScriptWords(key).length > 0;
}
