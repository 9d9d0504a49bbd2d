import { inBraces } from '#shared/upload/keyTemplate.ts';

/** A column name that is being typed, from its brace to the caret. */
export interface TypedColumn {
  /** Offset of the brace, in UTF-16 units. */
  readonly start: number;
  readonly typed: string;
}

/** The name before the caret whose brace is not closed; null if there is none. */
export function columnBeingTyped(template: string, caret: number): TypedColumn | null {
  let start: number | null = null;
  for (let at = 0; at < caret; at += 1) {
    const character = template.charAt(at);
    if (start === null && character === '{') {
      // Two braces are a literal brace.
      if (template.charAt(at + 1) === '{' && at + 1 < caret) at += 1;
      else start = at;
    } else if (character === '}') start = null;
  }
  return start === null ? null : { start, typed: template.slice(start + 1, caret) };
}

/** Columns in the list: nobody reads more. */
const mostCompletions = 50;

/** The template completed with each matching column: first those that start with the typed text, then those that contain it. */
export function templateCompletions(
  template: string,
  caret: number,
  columns: readonly string[],
): readonly { readonly column: string; readonly completed: string }[] {
  const found = columnBeingTyped(template, caret);
  if (found === null) return [];
  const typed = found.typed.toLowerCase();
  const starting = columns.filter((column) => column.toLowerCase().startsWith(typed));
  const containing = columns.filter((column) => column.toLowerCase().indexOf(typed) > 0);
  const before = template.slice(0, found.start);
  const after = template.slice(caret).replace(/^\}/, '');
  return [...starting, ...containing]
    .slice(0, mostCompletions)
    .map((column) => ({ column, completed: `${before}${inBraces(column)}${after}` }));
}

/** The template with a column in place of the selection, and the new offset of the caret. */
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
