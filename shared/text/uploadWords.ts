import {
  allowableProblems,
  type Comparison,
  type DuplicateRule,
  type ReadBack,
  type RowMark,
  type RowOutcome,
  type RowProblem,
  type RowStatus,
} from '../domain/upload.ts';
import type { SourceContainer, TableDelimiter, TextEncoding, UploadFormat } from '../domain/uploadSource.ts';
import type { TemplateProblem } from '../upload/keyTemplate.ts';
import { cutText } from './cutText.ts';
import { listWords, quoteText } from './phrases.ts';
import { countWords } from './sizes.ts';
import { visibleLine } from './visibleText.ts';

/** A short label and a sentence that explains it. */
export interface LabelWords {
  readonly label: string;
  readonly words: string;
}

export const encodingNames: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252 (Western European)',
};

export const formatNames: Readonly<Record<UploadFormat, string>> = {
  csv: 'Table (CSV, TSV)',
  json: 'JSON',
  jsonl: 'JSON Lines',
  xlsx: 'Excel workbook',
};

export const delimiterNames: Readonly<Record<TableDelimiter, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

export const duplicateRuleNames: Readonly<Record<DuplicateRule, string>> = {
  ask: 'None until I choose',
  first: 'The first in the file',
  last: 'The last in the file',
};

/** What is chosen of a file that contains others. */
export function partName({ kind }: SourceContainer): 'Sheet' | 'File' {
  return kind === 'workbook' ? 'Sheet' : 'File';
}

/** What is wrong with the template of a key or a value, and where. */
export function templateProblemWords(problem: TemplateProblem): string {
  const words = templateFaultWords(problem);
  return problem.kind === 'empty' || problem.kind === 'no-column'
    ? words
    : `Character ${countWords(problem.at + 1)}: ${words}`;
}

function templateFaultWords(problem: TemplateProblem): string {
  switch (problem.kind) {
    case 'unknown-column':
      return `There is no column ${quoteText(problem.name)}.`;
    case 'unclosed-brace':
      return 'A brace is opened but never closed. To write a literal brace, use {{.';
    case 'stray-brace':
      return 'A brace is closed but never opened. To write a literal brace, use }}.';
    case 'empty-braces':
      return 'The column name between the braces is missing.';
    case 'empty':
      return 'Choose a column, or enter a template such as v1.{team}.{name}.';
    case 'no-column':
      return 'Insert at least one column. Otherwise, every row would have the same key.';
  }
}

export const rowProblemWords: Readonly<Record<RowProblem, LabelWords>> = {
  unreadable: {
    label: 'Unreadable',
    words: 'This record could not be read. Enter its key and value, or skip it.',
  },
  'no-key': {
    label: 'No key',
    words: 'The key, or a cell that is part of it, is empty.',
  },
  'no-value': {
    label: 'No value',
    words: 'The file has no value here: the cell is missing or null.',
  },
  'lone-surrogate': {
    label: 'Invalid character',
    words: 'The key or the value contains an unpaired surrogate, which cannot be sent.',
  },
  duplicate: {
    label: 'Duplicate',
    words: 'Another row has the same key. Only one of them can be sent.',
  },
  sensitive: {
    label: 'Possible credential',
    words: 'The value looks like a credential. This is only a guess by Atom Explorer; you can allow the row.',
  },
  'too-large': {
    label: 'Too large?',
    words: 'The value is at least as large as one that the service refused before. You can allow the row.',
  },
  'json-key': {
    label: 'Key is JSON',
    words:
      'The key contains a JSON object or list. Enter another key here, or go back to the mapping and use one of its properties, such as {name.common}.',
  },
  'not-converted': {
    label: 'Not converted',
    words:
      'A cell of the value does not fit the mapping, such as text in a column of numbers. Correct the value here, or go back to the mapping and change the column.',
  },
  'key-not-converted': {
    label: 'Key not converted',
    words:
      'A cell of the key does not fit the mapping, such as text in a column of dates. Correct the key here, or go back to the mapping and change the column.',
  },
  'value-not-text': {
    label: 'Not text',
    words: 'The file contains a number or other JSON here instead of text. It is sent as JSON text.',
  },
  'empty-value': {
    label: 'Empty value',
    words: 'The value is empty and will be stored as empty text.',
  },
  'odd-key': {
    label: 'Unusual key',
    words: 'The key begins or ends with whitespace, or contains invisible or look-alike characters.',
  },
  'larger-than-accepted': {
    label: 'Largest so far',
    words: 'The value is larger than any value that the service is known to have accepted.',
  },
  'broken-json': {
    label: 'Invalid JSON',
    words: 'The value starts like JSON but is not valid JSON. It is sent unchanged.',
  },
};

export const rowStatusWords: Readonly<Record<RowStatus, LabelWords>> = {
  ready: { label: 'Ready', words: 'Will be sent.' },
  blocked: {
    label: 'Blocked',
    words: 'Will not be sent until you fix the problem or, if possible, allow it.',
  },
  dropped: { label: 'Skipped', words: 'You skipped this row.' },
  'passed-over': {
    label: 'Skipped duplicate',
    words: 'Another row with the same key is sent instead, by the rule for duplicates that you chose.',
  },
};

export const comparisonWords: Readonly<Record<Comparison, LabelWords>> = {
  'not-compared': { label: 'Not compared', words: 'Not compared with the service yet.' },
  new: { label: 'New', words: 'The service had no atom with this key when compared.' },
  changed: { label: 'Changed', words: 'The service had a different value for this key when compared.' },
  same: { label: 'Same', words: 'The service had exactly this value when compared.' },
  refused: {
    label: 'Not readable',
    words: 'The service refused this key, or its response does not say which value it has.',
  },
};

export const rowOutcomeWords: Readonly<Record<RowOutcome, LabelWords>> = {
  waiting: { label: 'Waiting', words: 'Not sent yet.' },
  stored: {
    label: 'Stored',
    words: 'The service confirmed that it stored the row, or the batch was read back with this value.',
  },
  same: { label: 'Same', words: 'Not sent: the service already had this value when compared.' },
  skipped: { label: 'Skipped', words: 'Not sent: the row was not ready, or the upload was stopped.' },
  refused: { label: 'Refused', words: 'The service refused to store this row.' },
  unknown: {
    label: 'Unknown',
    words: 'The row was sent, but neither a response nor reading back showed whether it was stored.',
  },
  held: {
    label: 'On hold',
    words: 'Not sent: the service has a value that was not compared, or that has changed since.',
  },
};

export const rowMarkWords: Readonly<Record<RowMark, LabelWords>> = {
  'other-write': {
    label: 'Other write',
    words:
      'The version shows that another write came in between: after the app read the atom and before the row was stored, or afterwards with the same value.',
  },
  'stored-twice': {
    label: 'Perhaps stored twice',
    words:
      'The first batch with this row was lost, so it was sent again. The version shows one more write: the lost batch, stored after all, or a write of someone else in between.',
  },
};

export const readBackWords: Readonly<Record<ReadBack, LabelWords>> = {
  'not-read': { label: 'Not read back', words: 'Not read back since it was stored.' },
  green: { label: 'Verified', words: 'Read back with exactly this value, and its proof is valid.' },
  keyOnly: {
    label: 'Key only',
    words: 'Read back with exactly this value. Its proof is valid, but covers only the key, not the value.',
  },
  amber: {
    label: 'Could not check',
    words: 'Read back with exactly this value, but its proof could not be checked.',
  },
  red: { label: 'Failed', words: 'Read back, but its proof is not valid.' },
  other: {
    label: 'Different value',
    words:
      'The atom has a different value now: another write followed, or the service did not keep this one.',
  },
  missing: { label: 'Not found', words: 'The service did not return an atom with this key.' },
  refused: {
    label: 'Not readable',
    words: 'The service refused to return it, or its response does not say what it has.',
  },
};

/** Whether the user can allow a row despite this problem. */
export function isAllowable(problem: RowProblem): boolean {
  return allowableProblems.includes(problem);
}

/** The word for a place in a file: an item of a JSON list, a row of a sheet, or a line. */
export type PlaceName = 'Line' | 'Item' | 'Row';

export function placeName(format: UploadFormat): PlaceName {
  if (format === 'xlsx') return 'Row';
  return format === 'json' ? 'Item' : 'Line';
}

/** The same for staged rows, for which only the file name tells the format. */
export function placeNameOf({ file }: { readonly file: { readonly name: string } }): PlaceName {
  if (/\.xl[st][xm]$/i.test(file.name)) return placeName('xlsx');
  return placeName(/\.json(\.gz)?$/i.test(file.name) ? 'json' : 'csv');
}

const mostColumnsNamed = 8;

/** `name, capital, and 3 more`. */
export function namesOfColumns(columns: readonly string[]): string {
  const rest = columns.length - mostColumnsNamed;
  const shown = columns.slice(0, mostColumnsNamed).map((column) => cutText(visibleLine(column), 60));
  return listWords(rest > 0 ? [...shown, `${rest} more`] : shown);
}
