import type { KeyFilter } from '#shared/domain/catalogueQuery.ts';
import { segmentsOf } from '#shared/keyIndex/segments.ts';
import type { TextRange } from '../../ui/markedPieces.ts';

/** Characters of a key beyond which a pattern is not highlighted: it could take too long. */
const longestForGlob = 2_000;

/**
 * The ranges of a key, or of the start of one, that the text of a filter matches: in order, not overlapping. Only for
 * highlighting; main decides which keys match.
 */
export function findMatches(
  key: string,
  { text, mode, where }: Pick<KeyFilter, 'text' | 'mode' | 'where'>,
  delimiter: string,
): readonly TextRange[] {
  if (text === '' || where === 'values') return [];
  switch (mode) {
    case 'contains':
      return [...key.matchAll(new RegExp(literally(text), 'giu'))].map(rangeOf);
    case 'prefix':
      return startsAlike(key, text);
    case 'segment':
      return segmentRanges(key, delimiter).filter(({ start, end }) => isAlike(key.slice(start, end), text));
    case 'glob':
      return key.length > longestForGlob ? [] : literalParts(key, text, delimiter);
  }
}

/** A branch above the matching keys may be shorter than the text: then all of it matches. */
function startsAlike(key: string, text: string): readonly TextRange[] {
  const match = new RegExp(`^${literally(text)}`, 'iu').exec(key);
  if (match !== null) return [rangeOf(match)];
  return new RegExp(`^${literally(key)}`, 'iu').test(text) ? [{ start: 0, end: key.length }] : [];
}

function segmentRanges(key: string, delimiter: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let start = 0;
  for (const segment of segmentsOf(key, delimiter)) {
    ranges.push({ start, end: start + segment.length });
    start += segment.length + delimiter.length;
  }
  return ranges;
}

/** The ranges of the literal parts of a pattern in a key that it matches. */
function literalParts(key: string, glob: string, delimiter: string): readonly TextRange[] {
  const inSegment = `(?:(?!${literally(delimiter)})[^])`;
  const source = glob
    .match(/\*+|\?|[^*?]+/gu)
    ?.map((token) => {
      if (token === '?') return inSegment;
      if (token === '*') return `${inSegment}*`;
      return token.startsWith('*') ? '[^]*' : `(${literally(token)})`;
    })
    .join('');
  const match = new RegExp(`^${source}$`, 'diu').exec(key);
  return (match?.indices ?? [])
    .slice(1)
    .filter((range) => range !== undefined)
    .map(([start, end]) => ({ start, end }));
}

function isAlike(left: string, right: string): boolean {
  return new RegExp(`^${literally(right)}$`, 'iu').test(left);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function rangeOf(match: RegExpMatchArray): TextRange {
  const start = match.index ?? 0;
  return { start, end: start + match[0].length };
}
