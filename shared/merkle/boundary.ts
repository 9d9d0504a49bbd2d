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

/** Another atom whose key and value are joined to the same text. */
export interface OtherCut {
  readonly text: string;
  readonly key: string;
  readonly value: string;
}

/** Longer texts explain nothing. */
const longestExample = 120;

/** An example of what `hasOpenBoundary` finds; null where it is long, or more than key and value are joined. */
export function otherCut({ key, value }: AtomContent, { binds, separator }: PreimageEntry): OtherCut | null {
  if (key === null || value === null || separator === null || binds.join() !== 'key,value') return null;
  const text = `${key}${separator}${value}`;
  if (text.length > longestExample) return null;
  const cut =
    separator === ''
      ? key.length - (Array.from(key).at(-1)?.length ?? 0)
      : text.split(separator).flatMap((_, at, parts) => {
          const before = parts.slice(0, at).join(separator).length;
          return at > 0 && before > 0 && before !== key.length ? [before] : [];
        })[0];
  if (cut === undefined || cut <= 0) return null;
  return { text, key: text.slice(0, cut), value: text.slice(cut + separator.length) };
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
