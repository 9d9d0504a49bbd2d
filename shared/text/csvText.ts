export type CsvCell = string | number | boolean | null;

/**
 * Comma-separated values with a line of column names (RFC 4180, lines end in CR LF). Text that a spreadsheet would take for a
 * formula gets a `'` in front; `withoutFormulaGuard` takes it off again.
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
  return cell.replace(guardedPlace, '');
}

/** Blanks and characters without a width, which a spreadsheet may skip before a formula. */
const skipped = String.raw`[^\S\n\r]|[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
/** East Asian spreadsheets also take the full-width and small forms. */
const anywhere = '=@＝＠﹦﹫';
const atStart = String.raw`${anywhere}+\-＋－﹢﹣−\t\r`;
/**
 * Where a spreadsheet may begin a cell: at the beginning of ours, and, where the system's language separates cells by `;`, after
 * each semicolon and line end in it, for quotes do not count there then. What already looks guarded is guarded once more, or taking
 * the guard off would change it.
 */
const placeWith = (guard: string): RegExp =>
  new RegExp(
    `(?<=^|;"*)${guard}(?='*(?:${skipped})*[${atStart}])|(?<=[\\n\\r]"*)${guard}(?='*(?:${skipped})*[${anywhere}])`,
    'gu',
  );
const formulaPlace = placeWith('');
const guardedPlace = placeWith("'");

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const guarded = cell.replace(formulaPlace, "'");
  return /[",;\t\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
