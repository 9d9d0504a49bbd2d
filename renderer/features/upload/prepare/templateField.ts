import { inBraces } from '#shared/upload/keyTemplate.ts';

/** A column's name that is being typed into a template, from its brace to the caret. */
export interface TypedColumn {
  /** Where its brace is, in UTF-16 units. */
  readonly start: number;
  readonly typed: string;
}

/** The name that stands before the caret, of a column whose brace is not closed; null where none does. */
export function columnBeingTyped(template: string, caret: number): TypedColumn | null {
  let start: number | null = null;
  for (let at = 0; at < caret; at += 1) {
    const character = template.charAt(at);
    if (start === null && character === '{') {
      // Two of them stand for a brace.
      if (template.charAt(at + 1) === '{' && at + 1 < caret) at += 1;
      else start = at;
    } else if (character === '}') start = null;
  }
  return start === null ? null : { start, typed: template.slice(start + 1, caret) };
}

/** Columns listed at once; more would not be read. */
const mostCompletions = 50;

/** What the template becomes with each column that begins with, or else holds, what was typed. */
export function templateCompletions(
  template: string,
  caret: number,
  columns: readonly string[],
): readonly { readonly column: string; readonly completed: string }[] {
  const found = columnBeingTyped(template, caret);
  if (found === null) return [];
  const typed = found.typed.toLowerCase();
  const begins = columns.filter((column) => column.toLowerCase().startsWith(typed));
  const holds = columns.filter((column) => column.toLowerCase().indexOf(typed) > 0);
  const before = template.slice(0, found.start);
  const after = template.slice(caret).replace(/^\}/, '');
  return [...begins, ...holds]
    .slice(0, mostCompletions)
    .map((column) => ({ column, completed: `${before}${inBraces(column)}${after}` }));
}

/** The template with a column in place of what is selected, and where the caret is then. */
export function insertColumn(
  template: string,
  { start, end }: { readonly start: number; readonly end: number },
  column: string,
): { readonly template: string; readonly caret: number } {
  const piece = inBraces(column);
  return {
    template: `${template.slice(0, start)}${piece}${template.slice(end)}`,
    caret: start + piece.length,
  };
}
