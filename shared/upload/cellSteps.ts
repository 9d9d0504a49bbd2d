import type { CellStep, CellType } from '../domain/rowMapping.ts';
import type { SourceCell } from '../domain/uploadSource.ts';
import type { ReadCell } from './cellPath.ts';
import { cellOfJson } from './jsonTokens.ts';
import { isoDate } from './isoDate.ts';

/** The cell after all steps in order. `unfit`: one of them does not fit it, such as a type. */
export function applySteps(cell: SourceCell | null, steps: readonly CellStep[]): ReadCell {
  let changed: ReadCell = cell;
  for (const step of steps) {
    changed = applyStep(changed, step);
    if (changed === 'unfit') return changed;
  }
  return changed;
}

/** The first of the steps that does not fit the cell; null if all fit. */
export function unfitStep(cell: SourceCell | null, steps: readonly CellStep[]): CellStep | null {
  return steps.find((_, at) => applySteps(cell, steps.slice(0, at + 1)) === 'unfit') ?? null;
}

function applyStep(cell: SourceCell | null, step: CellStep): ReadCell {
  switch (step.kind) {
    case 'trim':
      return withText(cell, (text) => text.trim());
    case 'case':
      return withText(cell, (text) => (step.to === 'lower' ? text.toLowerCase() : text.toUpperCase()));
    case 'replace':
      return replaced(cell, step);
    case 'part': {
      if (cell === null || !cell.isText) return cell;
      const part = cell.text.split(step.separator).at(step.number > 0 ? step.number - 1 : step.number);
      return part === undefined ? null : { text: part, isText: true };
    }
    case 'list':
      return cell === null || !cell.isText ? cell : listOf(cell.text, step.separator);
    case 'empty':
      return isEmpty(cell) ? null : cell;
    case 'default':
      return cell === null || isEmpty(cell) ? { text: step.text, isText: true } : cell;
    case 'date':
      return dateOf(cell, step.from);
    case 'type':
      return typed(cell, step.to);
  }
}

function withText(cell: SourceCell | null, change: (text: string) => string): SourceCell | null {
  return cell === null || !cell.isText ? cell : { text: change(cell.text), isText: true };
}

/** In UTF-16 units. A mapping can come from a stranger, and a few replacements can make a short text endless. */
const longestText = 32 * 1024 * 1024;

function replaced(cell: SourceCell | null, { find, by }: Extract<CellStep, { kind: 'replace' }>): ReadCell {
  if (cell === null || !cell.isText) return cell;
  const parts = cell.text.split(find);
  const length = cell.text.length + (parts.length - 1) * (by.length - find.length);
  return length > longestText ? 'unfit' : { text: parts.join(by), isText: true };
}

function listOf(text: string, separator: string): SourceCell {
  const parts = text === '' ? [] : text.split(separator);
  return { text: JSON.stringify(parts), isText: false };
}

function isEmpty(cell: SourceCell | null): boolean {
  return cell !== null && cell.isText && cell.text === '';
}

function dateOf(cell: SourceCell | null, form: Parameters<typeof isoDate>[1]): ReadCell {
  if (cell === null || cell.text === '') return null;
  const text = isoDate(cell.text, form);
  return text === null ? 'unfit' : { text, isText: true };
}

const number = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

function typed(cell: SourceCell | null, type: CellType): ReadCell {
  if (cell === null) return null;
  if (type === 'text') return { text: cell.text, isText: true };
  const text = cell.text.trim();
  if (text === '') return null;
  switch (type) {
    case 'number':
      return number.test(text) ? { text, isText: false } : 'unfit';
    case 'point-number':
    case 'comma-number':
      return withoutGroups(text, type === 'point-number' ? '.' : ',');
    case 'boolean':
      if (/^(?:true|yes|1)$/i.test(text)) return { text: 'true', isText: false };
      return /^(?:false|no|0)$/i.test(text) ? { text: 'false', isText: false } : 'unfit';
    case 'json':
      return isJson(text) ? cellOfJson(text) : 'unfit';
  }
}

/** Groups of three digits, all separated by the same character: a point or a comma, a blank, or an apostrophe. */
const grouped =
  /^(-?)([1-9]\d{0,2}(?:([.,' \u00A0\u202F\u2019])\d{3}(?:\3\d{3})*)|0|[1-9]\d*)(?:([.,])(\d+))?$/;

/** A number as it is written for people: `1,234.5` with a decimal point, `1.234,5` with a decimal comma. */
function withoutGroups(text: string, decimal: '.' | ','): ReadCell {
  const found = grouped.exec(text);
  if (found === null) return 'unfit';
  const [, sign = '', whole = '', separator, mark, fraction] = found;
  if (separator === decimal || (mark !== undefined && mark !== decimal)) return 'unfit';
  const digits = separator === undefined ? whole : whole.split(separator).join('');
  return { text: `${sign}${digits}${fraction === undefined ? '' : `.${fraction}`}`, isText: false };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
