export type CsvCell = string | number | boolean | null;

/**
 * Comma-separated values with a line of column names (RFC 4180, lines end in CR LF). A cell that a spreadsheet
 * would take for a formula gets a `'` in front; `withoutFormulaGuard` takes it off again.
 */
export function csvText(columns: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  let text = csvLine(columns);
  for (const row of rows) text += csvLine(row);
  return text;
}

/** One line with its end, for writing a long file in pieces. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

/** What a cell that `csvText` wrote stood for. */
export function withoutFormulaGuard(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  // What already looks guarded is guarded once more, or taking the guard off would change it.
  const guarded = /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
