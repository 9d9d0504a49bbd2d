import type { RowProblem } from '../domain/upload.ts';
import type { RowMapping, SourceCell } from '../domain/uploadSource.ts';
import {
  parseTemplate,
  type ParsedTemplate,
  type TemplatePart,
  type TemplateProblem,
} from './keyTemplate.ts';

/** The atom made from a record, and the problems that the mapping alone reveals. */
export interface MappedRow {
  /** If a part is missing, as much of it as can be made. */
  readonly key: string;
  /** `''` if there is none. */
  readonly value: string;
  readonly problems: readonly RowProblem[];
}

type Cells = readonly (SourceCell | null)[];

export type AppliedMapping =
  | { readonly ok: true; readonly row: (cells: Cells) => MappedRow }
  /** At least one of them is not null. */
  | { readonly ok: false; readonly key: TemplateProblem | null; readonly value: TemplateProblem | null };

/** Makes a function of a mapping, to be used for every record; the cells are in the order of `columns`. */
export function applyMapping(mapping: RowMapping, columns: readonly string[]): AppliedMapping {
  const key = keyParts(mapping.key, columns);
  const value = valueOf(mapping, columns);
  if (!key.ok || !value.ok)
    return { ok: false, key: key.ok ? null : key.problem, value: value.ok ? null : value.problem };
  const { trimKeys } = mapping;
  return {
    ok: true,
    row: (cells) => {
      const problems: RowProblem[] = [];
      const keyText = keyOf(key.parts, cells, trimKeys, problems);
      return { key: keyText, value: value.of(cells, problems), problems };
    },
  };
}

function keyParts(template: string, columns: readonly string[]): ParsedTemplate {
  const parsed = parseTemplate(template, columns);
  if (!parsed.ok) return parsed;
  if (parsed.parts.length === 0) return { ok: false, problem: { kind: 'empty', at: 0 } };
  return parsed.parts.some(({ kind }) => kind === 'column')
    ? parsed
    : { ok: false, problem: { kind: 'no-column', at: 0 } };
}

function keyOf(
  parts: readonly TemplatePart[],
  cells: Cells,
  trimKeys: boolean,
  problems: RowProblem[],
): string {
  let key = '';
  let isMissing = false;
  for (const part of parts) {
    if (part.kind === 'text') {
      key += part.text;
    } else {
      const text = cells[part.column]?.text ?? '';
      const cell = trimKeys ? text.trim() : text;
      isMissing ||= cell === '';
      key += cell;
    }
  }
  if (isMissing) problems.push('no-key');
  return key;
}

type ValueMaker =
  | { readonly ok: true; readonly of: (cells: Cells, problems: RowProblem[]) => string }
  | { readonly ok: false; readonly problem: TemplateProblem };

function valueOf({ value }: RowMapping, columns: readonly string[]): ValueMaker {
  if (value.kind === 'object') return objectOf(value.columns, columns);
  const parsed = parseTemplate(value.template, columns);
  if (!parsed.ok) return parsed;
  const [only, second] = parsed.parts;
  if (only === undefined) return { ok: false, problem: { kind: 'empty', at: 0 } };
  if (only.kind === 'column' && second === undefined) {
    return {
      ok: true,
      of: (cells, problems) => {
        const cell = cells[only.column] ?? null;
        if (cell === null) problems.push('no-value');
        else if (!cell.isText) problems.push('value-not-text');
        else if (cell.text === '') problems.push('empty-value');
        return cell?.text ?? '';
      },
    };
  }
  return {
    ok: true,
    of: (cells, problems) => {
      const text = parsed.parts
        .map((part) => (part.kind === 'text' ? part.text : (cells[part.column]?.text ?? '')))
        .join('');
      if (text === '') problems.push('empty-value');
      return text;
    },
  };
}

/** JSON with the fields in the order of the mapping, each once; numbers keep the digits they were written with. */
function objectOf(names: readonly string[], columns: readonly string[]): ValueMaker {
  const fields: { readonly column: number; readonly start: string }[] = [];
  for (const name of new Set(names)) {
    const column = columns.indexOf(name);
    if (column < 0) return { ok: false, problem: { kind: 'unknown-column', at: 0, name } };
    fields.push({ column, start: `${JSON.stringify(name)}:` });
  }
  if (fields.length === 0) return { ok: false, problem: { kind: 'empty', at: 0 } };
  return {
    ok: true,
    of: (cells, problems) => {
      if (fields.every(({ column }) => (cells[column] ?? null) === null)) {
        problems.push('no-value');
        return '';
      }
      return `{${fields.map(({ column, start }) => start + cellJson(cells[column] ?? null)).join(',')}}`;
    },
  };
}

function cellJson(cell: SourceCell | null): string {
  if (cell === null) return 'null';
  return cell.isText ? JSON.stringify(cell.text) : cell.text;
}
