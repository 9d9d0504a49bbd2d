import type { AtomContent, PreimageEntry } from './preimages.ts';

/**
 * Whether the text that a leaf rule hashes could also be cut into another key, value, and version: `ab`+`c` and `a`+`bc`. Then the
 * leaf covers the joined text, but not which atom it is. Any text may be a key or a value, since the interface states no rule for
 * them (section 2, gaps), also if it contains the separator. That a key was requested does not fix where it ends: the service that
 * stored `user.name` with `bob` would return `ebob` for `user.nam`.
 */
export function hasOpenBoundary(atom: AtomContent, { binds, separator }: PreimageEntry): boolean {
  if (separator === null || binds.length < 2) return false;
  const texts = { key: atom.key ?? '', value: atom.value ?? '', version: `${atom.version}` };
  if (binds[1] === 'version') {
    const text = binds.map((field) => texts[field]).join(separator);
    return countVersions(text, separator) > 1;
  }
  // A version at an end has no separator in it, so the first or last one is where it ends.
  return separator === '' || texts.key.includes(separator) || texts.value.includes(separator);
}

/** How many parts of a text could be the version between two other fields; counted up to 2. */
function countVersions(text: string, separator: string): number {
  if (separator !== '') return text.split(separator).slice(1, -1).filter(isVersion).length;
  // A single digit that no sign precedes cannot be longer, shorter, or elsewhere.
  const digits = text.match(/\d/g)?.length ?? 0;
  return digits > 1 || /-[1-9]/.test(text) ? 2 : digits;
}

/** Whether a leaf rule would write some version that way. */
function isVersion(text: string): boolean {
  return Number.isSafeInteger(Number(text)) && `${Number(text)}` === text;
}
