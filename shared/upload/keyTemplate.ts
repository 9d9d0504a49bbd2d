/** The name of the number of a record, unless a column has it. */
export const placeColumn = '#';

/** A column by its index, and the names that lead to a property of the JSON in it; none for the whole cell. */
export interface FoundColumn {
  readonly column: number;
  readonly path: readonly string[];
}

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'column' } & FoundColumn)
  /** The number of the line, row, or item. */
  | { readonly kind: 'place' };

/** Why a template cannot be used; `at`: where, in UTF-16 units. */
export type TemplateProblem =
  | { readonly kind: 'unknown-column'; readonly at: number; readonly name: string }
  | { readonly kind: 'unclosed-brace'; readonly at: number }
  | { readonly kind: 'stray-brace'; readonly at: number }
  | { readonly kind: 'empty-braces'; readonly at: number }
  /** The template is empty. */
  | { readonly kind: 'empty'; readonly at: 0 }
  /** Every row would have the same key. */
  | { readonly kind: 'no-column'; readonly at: 0 };

export type ParsedTemplate =
  | { readonly ok: true; readonly parts: readonly TemplatePart[] }
  | { readonly ok: false; readonly problem: TemplateProblem };

/**
 * Takes `v1.{team}.{name}` apart. `{{` and `}}` stand for braces. A name of a column that has closing braces itself is
 * found too, and `{name.common}` is the property `common` of the column `name`, unless there is a column with that whole name.
 */
export function parseTemplate(template: string, columns: readonly string[]): ParsedTemplate {
  const indexes = new Map(columns.map((name, index) => [name, index]));
  const parts: TemplatePart[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
  };
  for (let at = 0; at < template.length;) {
    const character = template.charAt(at);
    if (character !== '{' && character !== '}') {
      text += character;
      at += 1;
    } else if (template.charAt(at + 1) === character) {
      text += character;
      at += 2;
    } else if (character === '}') {
      return refuse({ kind: 'stray-brace', at });
    } else {
      const found = columnAt(template, at + 1, indexes);
      if (!found.ok) return refuse(found.problem);
      flush();
      parts.push(found.part);
      at = found.end;
    }
  }
  flush();
  return { ok: true, parts };
}

/** Whether a record could give a key: its texts are there in order, with at least one character for each column. */
export function fitsTemplate(parts: readonly TemplatePart[], key: string): boolean {
  let at = 0;
  /** Columns since the last text. */
  let columns = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'text') {
      columns += 1;
      continue;
    }
    const { text } = part;
    const first = at + columns;
    // The last text must be at the end, the first one at the beginning, and others may be as early as possible.
    const found =
      index === parts.length - 1
        ? Math.max(first, key.length - text.length)
        : columns === 0
          ? first
          : key.indexOf(text, first);
    if (found < 0 || !key.startsWith(text, found)) return false;
    at = found + text.length;
    columns = 0;
  }
  return columns === 0 ? at === key.length : key.length - at >= columns;
}

/** A column of the file, or a property inside one: `name.common`. null if there is none. */
export function findColumn(name: string, columns: readonly string[]): FoundColumn | null {
  const column = columns.indexOf(name);
  if (column >= 0) return { column, path: [] };
  return columnOfPath(name, new Map(columns.map((one, index) => [one, index])));
}

/** The longest name of a column that a path begins with. */
function columnOfPath(path: string, indexes: ReadonlyMap<string, number>): FoundColumn | null {
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const column = indexes.get(path.slice(0, dot));
    const names = path.slice(dot + 1).split('.');
    if (column !== undefined) return names.includes('') ? null : { column, path: names };
  }
  return null;
}

/** The template of these parts, whose columns now have these names. */
export function printTemplate(parts: readonly TemplatePart[], names: readonly string[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text.replaceAll('{', '{{').replaceAll('}', '}}');
      return inBraces(
        part.kind === 'place' ? placeColumn : [names[part.column] ?? '', ...part.path].join('.'),
      );
    })
    .join('');
}

/** A column's name as written in a template. */
export function inBraces(column: string): string {
  return `{${column}}`;
}

function columnAt(
  template: string,
  start: number,
  indexes: ReadonlyMap<string, number>,
):
  | { readonly ok: true; readonly end: number; readonly part: TemplatePart }
  | { readonly ok: false; readonly problem: TemplateProblem } {
  const first = template.indexOf('}', start);
  if (first < 0) return { ok: false, problem: { kind: 'unclosed-brace', at: start - 1 } };
  for (let end = first; end >= 0; end = template.indexOf('}', end + 1)) {
    const column = indexes.get(template.slice(start, end));
    if (column !== undefined) return { ok: true, part: { kind: 'column', column, path: [] }, end: end + 1 };
  }
  const name = template.slice(start, first);
  const inside = columnOfPath(name, indexes);
  if (inside !== null) return { ok: true, part: { kind: 'column', ...inside }, end: first + 1 };
  if (name === placeColumn) return { ok: true, part: { kind: 'place' }, end: first + 1 };
  const problem: TemplateProblem =
    name.trim() === ''
      ? { kind: 'empty-braces', at: start - 1 }
      : { kind: 'unknown-column', at: start - 1, name };
  return { ok: false, problem };
}

function refuse(problem: TemplateProblem): ParsedTemplate {
  return { ok: false, problem };
}
