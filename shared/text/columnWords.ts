import type { CellStep, CellType, ColumnChange, DateForm } from '../domain/rowMapping.ts';
import type { ChangeProblem } from '../upload/changedColumns.ts';
import { capitalized, quoteText } from './phrases.ts';
import { visibleLine } from './visibleText.ts';

export const stepNames: Readonly<Record<CellStep['kind'], string>> = {
  trim: 'Trim whitespace',
  case: 'Change case',
  replace: 'Replace text',
  part: 'Take one part',
  list: 'Split into a list',
  empty: 'Treat empty as missing',
  default: 'Fill in if missing',
  date: 'Convert a date',
  type: 'Convert to a type',
};

export const typeNames: Readonly<Record<CellType, string>> = {
  text: 'Text',
  number: 'Number, such as 1234.5',
  'point-number': 'Number, such as 1,234.5',
  'comma-number': 'Number, such as 1.234,5',
  boolean: 'True or false',
  json: 'JSON',
};

const typeWords: Readonly<Record<CellType, string>> = {
  text: 'text',
  number: 'number',
  'point-number': 'number with a decimal point',
  'comma-number': 'number with a decimal comma',
  boolean: 'true or false',
  json: 'JSON',
};

export const dateFormNames: Readonly<Record<DateForm, string>> = {
  'day-first': 'Day, month, year',
  'month-first': 'Month, day, year',
  'year-first': 'Year, month, day',
  seconds: 'Seconds since 1970',
  milliseconds: 'Milliseconds since 1970',
};

/** What a step does, in a few words. */
function stepWords(step: CellStep): string {
  switch (step.kind) {
    case 'trim':
      return 'trim whitespace';
    case 'case':
      return step.to === 'lower' ? 'lower case' : 'upper case';
    case 'replace':
      return step.by === ''
        ? `remove ${quoteText(step.find)}`
        : `replace ${quoteText(step.find)} with ${quoteText(step.by)}`;
    case 'part':
      return step.number > 0
        ? `part ${String(step.number)} at ${quoteText(step.separator)}`
        : `part ${String(-step.number)} from the end at ${quoteText(step.separator)}`;
    case 'list':
      return `list split at ${quoteText(step.separator)}`;
    case 'empty':
      return 'empty is missing';
    case 'default':
      return `${quoteText(step.text)} if missing`;
    case 'date':
      return `date (${dateFormNames[step.from].toLowerCase()})`;
    case 'type':
      return typeWords[step.to];
  }
}

/** Why a cell does not fit a change. @param step null: its path leads into something that has no properties */
export function misfitWords(step: CellStep | null): string {
  return step === null ? 'Not an object or a list' : `Does not fit: ${stepWords(step)}`;
}

/** What a change does, such as `From name.common: trim whitespace, lower case`. */
export function changeWords({ from, name, steps }: ColumnChange): string {
  const words = steps.map(stepWords).join(', ');
  if (name === from) return capitalized(words);
  return `From ${visibleLine(from)}${words === '' ? '' : `: ${words}`}`;
}

export function changeProblemWords(problem: ChangeProblem): string {
  return problem.kind === 'unknown-column'
    ? `The file has no column ${quoteText(problem.name)}.`
    : `Two columns are named ${quoteText(problem.name)}. Choose another name.`;
}
