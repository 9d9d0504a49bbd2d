/**
 * Folds the case of a text like a regular expression with the flags `i` and `u` (Unicode simple case folding). The
 * result has the same length, so positions in it are positions in the text.
 */
export function foldCase(text: string): string {
  // Most keys have no capitals, and half a million of them may be folded before the first letter of a filter has its rows.
  if (isFoldedAscii.test(text)) return text;
  if (isAscii.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

// oxlint-disable-next-line no-control-regex
const isFoldedAscii = /^[\u0000-@[-\u007f]*$/;
// All of ASCII, including control characters.
// oxlint-disable-next-line no-control-regex
const isAscii = /^[\u0000-\u007f]*$/;

/** Characters for which converting to uppercase and lowercase differs from simple case folding. */
const exceptions = new Map([
  ['\u0131', '\u0131'],
  ['\u1fd3', '\u0390'],
  ['\u1fe3', '\u03b0'],
  ['\ufb05', '\ufb06'],
]);

function foldCharacter(character: string): string {
  const exception = exceptions.get(character);
  if (exception !== undefined) return exception;
  // Via uppercase, because several lowercase letters can share one. A letter that would become two stays unchanged.
  const upper = character.toUpperCase();
  const base = upper.length === character.length ? upper : character;
  const lower = base.toLowerCase();
  return lower.length === character.length ? lower : character;
}
