import type { RowProblem } from '../domain/upload.ts';
import type { RowMapping, ValueMapping } from '../domain/rowMapping.ts';
import type { SourceCell } from '../domain/uploadSource.ts';
import { cellAt, type Cells } from './cellPath.ts';
import { changedColumns, type ChangedColumns, type ChangeProblem } from './changedColumns.ts';
import {
  findColumn,
  parseTemplate,
  type FoundColumn,
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

export type AppliedMapping =
  | { readonly ok: true; readonly row: (cells: Cells, place: number) => MappedRow }
  /** At least one of them is not null. */
  | {
      readonly ok: false;
      readonly key: TemplateProblem | null;
      readonly value: TemplateProblem | null;
      readonly changes: ChangeProblem | null;
    };

/** The columns after the changes of a mapping. */
type Columns = Extract<ChangedColumns, { readonly ok: true }>;

/** Makes a function of a mapping, to be used for every record; the cells are in the order of `columns`. */
export function applyMapping(mapping: RowMapping, columns: readonly string[]): AppliedMapping {
  const changed = changedColumns(mapping.changes, columns);
  if (!changed.ok) return { ok: false, key: null, value: null, changes: changed.problem };
  const key = keyParts(mapping.key, changed.names);
  const value = valueOf(mapping, changed);
  if (!key.ok || !value.ok)
    return {
      ok: false,
      key: key.ok ? null : key.problem,
      value: value.ok ? null : value.problem,
      changes: null,
    };
  const { trimKeys } = mapping;
  return {
    ok: true,
    row: (cells, place) => {
      const problems: RowProblem[] = [];
      const reading = { cells, place, columns: changed, problems };
      const unfitKey = (): void => void problems.push('key-not-converted');
      const unfitValue = (): void => void problems.push('not-converted');
      const keyText = keyOf(key.parts, { ...reading, unfit: unfitKey }, trimKeys);
      return { key: keyText, value: value.of({ ...reading, unfit: unfitValue }), problems };
    },
  };
}

interface Reading {
  readonly cells: Cells;
  readonly place: number;
  readonly columns: Columns;
  readonly problems: RowProblem[];
  /** Reports a cell that a step or a path does not fit. */
  readonly unfit: () => void;
}

/** A cell that the path does not fit remains whole, and is a problem. */
function readPart({ column, path }: FoundColumn, { cells, columns, unfit }: Reading): SourceCell | null {
  const cell = columns.read(cells, column, unfit);
  const found = cellAt(cell, path);
  if (found !== 'unfit') return found;
  unfit();
  return cell;
}

function keyParts(template: string, columns: readonly string[]): ParsedTemplate {
  const parsed = parseTemplate(template, columns);
  if (!parsed.ok) return parsed;
  if (parsed.parts.length === 0) return { ok: false, problem: { kind: 'empty', at: 0 } };
  return parsed.parts.some(({ kind }) => kind !== 'text')
    ? parsed
    : { ok: false, problem: { kind: 'no-column', at: 0 } };
}

/** In UTF-16 units. */
const longestKeyMade = 1_000_000;

function keyOf(parts: readonly TemplatePart[], reading: Reading, trimKeys: boolean): string {
  let key = '';
  let isMissing = false;
  for (const part of parts) {
    // No key is as long, and the row is refused.
    if (key.length > longestKeyMade) break;
    if (part.kind === 'text') {
      key += part.text;
    } else if (part.kind === 'place') {
      key += String(reading.place);
    } else {
      const cell = readPart(part, reading);
      const text = (trimKeys ? cell?.text.trim() : cell?.text) ?? '';
      isMissing ||= text === '';
      if (cell !== null && !cell.isText && /^[{[]/.test(text)) reading.problems.push('json-key');
      key += text;
    }
  }
  if (isMissing) reading.problems.push('no-key');
  return key;
}

/** In UTF-16 units. A template can contain a large cell many times. */
const longestValue = 100_000_000;

type ValueMaker =
  | { readonly ok: true; readonly of: (reading: Reading) => string }
  | { readonly ok: false; readonly problem: TemplateProblem };

function valueOf({ value }: RowMapping, columns: Columns): ValueMaker {
  if (value.kind === 'object') return objectOf(value, columns);
  const parsed = parseTemplate(value.template, columns.names);
  if (!parsed.ok) return parsed;
  const [only, second] = parsed.parts;
  if (only === undefined) return { ok: false, problem: { kind: 'empty', at: 0 } };
  if (only.kind === 'column' && second === undefined) {
    return {
      ok: true,
      of: (reading) => {
        const { problems } = reading;
        const cell = readPart(only, reading);
        if (cell === null) problems.push('no-value');
        else if (!cell.isText) problems.push('value-not-text');
        else if (cell.text === '') problems.push('empty-value');
        return cell?.text ?? '';
      },
    };
  }
  return {
    ok: true,
    of: (reading) => {
      let text = '';
      for (const part of parsed.parts) {
        if (part.kind === 'text') text += part.text;
        else text += part.kind === 'place' ? String(reading.place) : (readPart(part, reading)?.text ?? '');
        if (text.length <= longestValue) continue;
        reading.unfit();
        return '';
      }
      if (text === '') reading.problems.push('empty-value');
      return text;
    },
  };
}

/** JSON with the fields in the order of the mapping, each once; numbers keep the digits they were written with. */
function objectOf(value: Extract<ValueMapping, { kind: 'object' }>, columns: Columns): ValueMaker {
  const fields: { readonly part: FoundColumn; readonly start: string }[] = [];
  for (const name of new Set(value.columns)) {
    const part = findColumn(name, columns.names);
    if (part === null) return { ok: false, problem: { kind: 'unknown-column', at: 0, name } };
    fields.push({ part, start: `${JSON.stringify(name)}:` });
  }
  if (fields.length === 0) return { ok: false, problem: { kind: 'empty', at: 0 } };
  const omits = value.omitsMissing === true;
  return {
    ok: true,
    of: (reading) => {
      let isMissing = true;
      const members: string[] = [];
      for (const { part, start } of fields) {
        const cell = readPart(part, reading);
        isMissing &&= cell === null;
        if (cell !== null || !omits) members.push(start + cellJson(cell));
      }
      if (isMissing) reading.problems.push('no-value');
      return isMissing ? '' : `{${members.join(',')}}`;
    },
  };
}

function cellJson(cell: SourceCell | null): string {
  if (cell === null) return 'null';
  return cell.isText ? JSON.stringify(cell.text) : cell.text;
}
