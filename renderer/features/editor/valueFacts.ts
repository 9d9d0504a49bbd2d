import { lineEndsOf, type LineEnds } from '#shared/text/lineEnds.ts';
import { sizeWords } from '#shared/text/sizes.ts';

/** `+34 B`, `−1.2 kB`, or null if the size is the same. */
export function deltaWords(bytes: number, before: number): string | null {
  if (bytes === before) return null;
  return `${bytes > before ? '+' : '−'}${sizeWords(Math.abs(bytes - before))}`;
}

const endWords: Readonly<Record<LineEnds, string | null>> = {
  none: null,
  lf: null,
  crlf: 'line endings: CRLF',
  cr: 'line endings: CR',
  mixed: 'mixed line endings',
};

/** The line endings, if they are not LF or have changed; otherwise null. @param before null if there was no value */
export function lineEndWords(value: string, before: string | null): string | null {
  const ends = lineEndsOf(value);
  const endsBefore = before === null ? 'none' : lineEndsOf(before);
  if (ends !== endsBefore && ends !== 'none' && endsBefore !== 'none') {
    return `line endings: ${shortEnds[ends]}; stored: ${shortEnds[endsBefore]}`;
  }
  return endWords[ends];
}

const shortEnds: Readonly<Record<Exclude<LineEnds, 'none'>, string>> = {
  lf: 'LF',
  crlf: 'CRLF',
  cr: 'CR',
  mixed: 'mixed',
};
