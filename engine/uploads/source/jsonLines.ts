import { textStart } from './textStart.ts';

export type JsonLine =
  | {
      readonly kind: 'line';
      /** Its line, from 1. */
      readonly place: number;
      readonly text: string;
    }
  | { readonly kind: 'too-long'; readonly place: number; readonly text: string };

/** Splits UTF-8 into lines, piece by piece; blank lines are skipped. */
export interface LineReader {
  readonly take: (piece: Buffer) => readonly JsonLine[];
  readonly end: () => readonly JsonLine[];
}

/** Longest line, in bytes; a longer one is skipped, and reading continues after it. */
const largestLine = 32 * 1024 * 1024;
const lineFeed = 10;

export function createLineReader(): LineReader {
  let place = 1;
  let parts: Buffer[] = [];
  let partsBytes = 0;
  let isTooLong = false;

  const keep = (bytes: Buffer, lines: JsonLine[]): void => {
    if (isTooLong || bytes.length === 0) return;
    parts.push(bytes);
    partsBytes += bytes.length;
    if (partsBytes <= largestLine) return;
    lines.push({
      kind: 'too-long',
      place,
      text: textStart(Buffer.concat(parts)),
    });
    isTooLong = true;
    parts = [];
  };
  const finish = (lines: JsonLine[]): void => {
    const text = parts.length === 0 ? '' : Buffer.concat(parts).toString('utf8').trim();
    if (text !== '') lines.push({ kind: 'line', place, text });
    place += 1;
    parts = [];
    partsBytes = 0;
    isTooLong = false;
  };

  return {
    take: (piece) => {
      const lines: JsonLine[] = [];
      let from = 0;
      for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, from)) {
        keep(piece.subarray(from, end), lines);
        finish(lines);
        from = end + 1;
      }
      if (from < piece.length) keep(piece.subarray(from), lines);
      return lines;
    },
    end: () => {
      const lines: JsonLine[] = [];
      finish(lines);
      return lines;
    },
  };
}
