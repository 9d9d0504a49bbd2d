/** How the lines of a text end. `mixed`: not all alike. */
export type LineEnds = 'none' | 'lf' | 'crlf' | 'cr' | 'mixed';

/** What parts the lines of a text from one another. */
export type LineSeparator = '\n' | '\r\n' | '\r';

export function lineEndsOf(text: string): LineEnds {
  let feeds = 0;
  let returns = 0;
  let pairs = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    feeds += 1;
    if (text.charCodeAt(at - 1) === 0x0d) pairs += 1;
  }
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) returns += 1;
  if (feeds === 0 && returns === 0) return 'none';
  if (returns === 0) return 'lf';
  if (feeds === 0) return 'cr';
  return pairs === feeds && pairs === returns ? 'crlf' : 'mixed';
}

/** Where the ends are mixed, line feeds part the lines, and carriage returns stand in them as characters. */
export function separatorOf(ends: LineEnds): LineSeparator {
  return ends === 'crlf' ? '\r\n' : ends === 'cr' ? '\r' : '\n';
}

/** A place in a text; line and column are counted from 1, the column in UTF-16 units. */
export interface TextPlace {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Where some offsets are. One walk through the text, however many there are. @param offsets ascending */
export function placesOf(text: string, offsets: readonly number[]): readonly TextPlace[] {
  const separator = separatorOf(lineEndsOf(text));
  let line = 1;
  let lineStart = 0;
  let next = text.indexOf(separator);
  return offsets.map((offset) => {
    while (next !== -1 && next + separator.length <= offset) {
      line += 1;
      lineStart = next + separator.length;
      next = text.indexOf(separator, lineStart);
    }
    return { offset, line, column: offset - lineStart + 1 };
  });
}
