/**
 * Reads comma-separated values (RFC 4180), with either kind of line end and quoted cells over several lines.
 * null if a quote is never closed, or something follows a closing quote in its cell.
 *
 * @param separator one character between cells
 */
export function readCsv(text: string, separator = ','): readonly (readonly string[])[] | null {
  const ends = `${separator}\r\n`;
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text.charAt(at) === '"') {
      const end = closingQuote(text, at + 1);
      if (end === -1) return null;
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      if (at < text.length && !ends.includes(text.charAt(at))) return null;
    } else {
      const from = at;
      while (at < text.length && !ends.includes(text.charAt(at))) at += 1;
      cell = text.slice(from, at);
    }
    row.push(cell);
    if (text.charAt(at) === separator) {
      at += 1;
      // A separator at the very end is followed by one more empty cell.
      if (at < text.length) continue;
      row.push('');
    }
    if (text.charAt(at) === '\r' && text.charAt(at + 1) === '\n') at += 1;
    at += 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1 || text.charAt(at + 1) !== '"') return at;
  }
}
