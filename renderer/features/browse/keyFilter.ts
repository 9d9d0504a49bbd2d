/** A part of a text, in UTF-16 units: from `start`, up to and without `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Matches a text anywhere, case aside; null for the empty text, which filters nothing. */
export function substringPattern(text: string): RegExp | null {
  if (text === '') return null;
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(literal, 'giu');
}

/** The keys that match, in the order given. */
export function filterKeys(keys: readonly string[], pattern: RegExp | null): readonly string[] {
  if (pattern === null) return keys;
  // Without `g`: a pattern that remembers where it stopped would skip keys.
  const anywhere = new RegExp(pattern.source, 'iu');
  return keys.filter((key) => anywhere.test(key));
}

/** Where the pattern matches in `text`, cut to the part from `from` to its end and counted from there. */
export function matchesFrom(text: string, from: number, to: number, pattern: RegExp): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (const match of text.matchAll(pattern)) {
    const start = Math.max(match.index, from);
    const end = Math.min(match.index + match[0].length, to);
    if (start < end) ranges.push({ start: start - from, end: end - from });
  }
  return ranges;
}
