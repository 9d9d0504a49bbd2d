import type { AtomContent, PreimageEntry } from './preimages.ts';
import type { BoundField } from './scheme.ts';

/**
 * Whether the bytes that a leaf rule hashes could also be cut into other fields: `ab`+`c` and `a`+`bc`, or
 * value `5` version `12` and value `51` version `2`. Then the leaf hash covers the text as a whole, but not
 * where one field ends and the next begins. A key that was requested is known, so its end is not open. Where
 * that is hard to tell, it is said to be open: a note too many does less harm than one too few.
 */
export function hasOpenBoundary(
  atom: AtomContent,
  { binds, separator }: PreimageEntry,
  keyIsKnown: boolean,
): boolean {
  if (separator === null) return false;
  // A version holds no separator, so at an end the first or last separator bounds it; a known key has a known length.
  const isBounded = (field: BoundField | undefined): boolean =>
    field === 'key' ? keyIsKnown : field === 'version' && separator !== '';
  const open = [...binds];
  while (open.length > 1 && isBounded(open[0])) open.shift();
  while (open.length > 1 && isBounded(open.at(-1))) open.pop();
  if (open.length < 2) return false;

  const texts = { key: atom.key ?? '', value: atom.value ?? '', version: `${atom.version}` };
  if (separator !== '') return open.some((field) => texts[field].includes(separator));
  // Any digit could be the version between two texts of unknown length.
  if (open[1] === 'version' && open.length > 2)
    return /\d/.test(texts.key + texts.value + texts.version.slice(1));
  return open.some((field, at) => {
    const next = open[at + 1];
    if (next === undefined) return false;
    if (next === 'version') return digitsCanLeave(texts[field], field) || texts.version.length > 1;
    if (field === 'version') return /^\d/.test(texts[next]) || texts.version.length > 1;
    return !(keyIsKnown && open.length > 2) && texts[field].length + texts[next].length > 1;
  });
}

/**
 * Whether a text ends in digits that could begin a version, which has no leading zeros. A known key may occur
 * again further on, so that any digit at its end is one too many.
 */
function digitsCanLeave(text: string, field: BoundField): boolean {
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return false;
    if (digit > 0 || field === 'key') return true;
  }
  return false;
}
