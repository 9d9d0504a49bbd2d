import { lineEndsOf } from '#shared/text/lineEnds.ts';
import { sizeWords } from '#shared/text/sizes.ts';

/** `+34 B`, `−1.2 kB`, or null if the size is the same. */
export function deltaWords(bytes: number, before: number): string | null {
  if (bytes === before) return null;
  return `${bytes > before ? '+' : '−'}${sizeWords(Math.abs(bytes - before))}`;
}

const endNames = { lf: 'LF', crlf: 'CRLF', cr: 'CR', mixed: 'mixed' } as const;

/** The line endings, if they are not LF or have changed; otherwise null. @param before null if there was no value */
export function lineEndWords(value: string, before: string | null): string | null {
  const ends = lineEndsOf(value);
  const endsBefore = before === null ? 'none' : lineEndsOf(before);
  if (ends === 'none') return null;
  if (endsBefore !== 'none' && ends !== endsBefore) {
    return `line endings: ${endNames[ends]}; stored: ${endNames[endsBefore]}`;
  }
  if (ends === 'lf') return null;
  return ends === 'mixed' ? 'mixed line endings' : `line endings: ${endNames[ends]}`;
}
