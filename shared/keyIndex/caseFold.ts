/**
 * A text with case put aside, as a regular expression with the flags `i` and `u` does it (Unicode simple case folding):
 * of the same length, so that a place in the one is the same place in the other.
 */
export function foldCase(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

// All of ASCII, with its control characters.
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
  // By way of upper case, where several lowercase letters meet; a letter that becomes two stays as it is.
  const upper = character.toUpperCase();
  const base = upper.length === character.length ? upper : character;
  const lower = base.toLowerCase();
  return lower.length === character.length ? lower : character;
}
