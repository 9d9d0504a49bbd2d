import { assertNever } from '../domain/result.ts';
import {
  allowableProblems,
  type Comparison,
  type DuplicateRule,
  type ReadBack,
  type RowOutcome,
  type RowProblem,
  type RowStatus,
} from '../domain/upload.ts';
import {
  largestUploadFile,
  mostUploadRows,
  type SourceRefusal,
  type TableDelimiter,
  type TextEncoding,
  type UploadFormat,
} from '../domain/uploadSource.ts';
import type { TemplateProblem } from '../upload/keyTemplate.ts';
import { quoteText } from './phrases.ts';
import { countWords, sizeWords } from './sizes.ts';
import { visibleLine } from './visibleText.ts';

/** A word or two for a label, and one sentence for whoever asks what it means. */
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
};

export const delimiterNames: Readonly<Record<TableDelimiter, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

export const duplicateRuleNames: Readonly<Record<DuplicateRule, string>> = {
  ask: 'None, until I choose',
  first: 'The first in the file',
  last: 'The last in the file',
};

/** Why a file cannot be read, and what to do about it. */
export function sourceRefusalWords(refusal: SourceRefusal): {
  readonly title: string;
  readonly what: string;
  readonly todo: string;
} {
  switch (refusal.kind) {
    case 'wrong-encoding':
      return {
        title: `Not ${encodingNames[refusal.encoding]}`,
        what: `The byte at offset ${countWords(refusal.offset)} does not fit ${encodingNames[refusal.encoding]}. No character was guessed.`,
        todo: 'Choose another encoding if you know it, or save the file as UTF-8 and choose it again.',
      };
    case 'not-text':
      return {
        title: 'Not a text file',
        what: 'The file holds bytes that no text has.',
        todo: 'Save a spreadsheet as CSV, and unpack an archive, then choose the file again.',
      };
    case 'broken':
      return {
        title: 'The file is broken',
        what: `It cannot be read on from line or item ${countWords(refusal.place)}: ${visibleLine(refusal.why)}`,
        todo: 'Mend it there, or read it as another format. Nothing was sent.',
      };
    case 'no-records':
      return {
        title: 'No records in this JSON',
        what: 'It is neither a list of objects nor one object that maps keys to values.',
        todo: 'Wanted is [{"key": …, "value": …}], {"atoms": [{…}]}, [["key", "value"]] or {"key": "value"}.',
      };
    case 'empty':
      return {
        title: 'The file is empty',
        what: 'It holds no record.',
        todo: 'Choose another file. If its only line is a record, say that it has no header.',
      };
    case 'too-large':
      return {
        title: 'The file is too large',
        what: `Files of up to ${sizeWords(largestUploadFile)} can be uploaded.`,
        todo: 'Cut it into several files and upload them one after the other.',
      };
    case 'too-many-rows':
      return {
        title: 'Too many rows',
        what: `Files of up to ${countWords(mostUploadRows)} rows can be uploaded.`,
        todo: 'Cut it into several files and upload them one after the other.',
      };
    case 'too-many-columns':
      return {
        title: 'Too many columns',
        what: `The file has ${countWords(refusal.columns)} columns or more.`,
        todo: 'Check the delimiter and the format, or leave out columns that no atom needs.',
      };
    default:
      return assertNever(refusal);
  }
}

/** What is wrong with the template of a key or of a value; `at` of the problem says where. */
export function templateProblemWords(problem: TemplateProblem): string {
  switch (problem.kind) {
    case 'unknown-column':
      return `There is no column ${quoteText(problem.name)}.`;
    case 'unclosed-brace':
      return 'A brace is opened and not closed. Write {{ for a brace that is meant as such.';
    case 'stray-brace':
      return 'A brace is closed that was not opened. Write }} for a brace that is meant as such.';
    case 'empty-braces':
      return 'There is no name of a column between the braces.';
    case 'empty':
      return 'Choose the column, or write a template such as v1.{team}.{name}.';
    case 'no-column':
      return 'Put at least one column in, or every row would have the same key.';
    default:
      return assertNever(problem);
  }
}

export const rowProblemWords: Readonly<Record<RowProblem, LabelWords>> = {
  unreadable: {
    label: 'Unreadable',
    words: 'This record of the file could not be read. Type its key and value, or drop it.',
  },
  'no-key': {
    label: 'No key',
    words: 'The key is empty, or a cell that it is made of is.',
  },
  'no-value': {
    label: 'No value',
    words: 'The file has no value here: the cell is missing, or it is null.',
  },
  'lone-surrogate': {
    label: 'Half a character',
    words: 'The key or the value has half of a character pair, which cannot be sent.',
  },
  duplicate: {
    label: 'Duplicate',
    words: 'Another row has the same key. Only one of them can be sent.',
  },
  sensitive: {
    label: 'Sensitive?',
    words: 'The value looks like a credential. That is this app’s guess; you can allow it.',
  },
  'too-large': {
    label: 'Too large?',
    words: 'The value is at least as large as one that the service refused before. You can allow it.',
  },
  'value-not-text': {
    label: 'Not text',
    words: 'The file has a number or another JSON value here, and no text. It is sent as its JSON.',
  },
  'empty-value': {
    label: 'Empty value',
    words: 'The value is an empty text, and is stored as such.',
  },
  'odd-key': {
    label: 'Odd key',
    words: 'The key has blanks at an end, invisible characters, or letters that look like others.',
  },
  'larger-than-accepted': {
    label: 'Larger than any',
    words: 'The value is larger than any that the service is known to have accepted.',
  },
  'broken-json': {
    label: 'Broken JSON',
    words: 'The value begins like JSON, but is not valid JSON. It is sent as it is.',
  },
};

export const rowStatusWords: Readonly<Record<RowStatus, LabelWords>> = {
  ready: { label: 'Ready', words: 'Will be sent.' },
  blocked: {
    label: 'Blocked',
    words: 'Will not be sent until its problem is fixed or, where that is possible, allowed.',
  },
  dropped: { label: 'Dropped', words: 'You left it out.' },
  'passed-over': {
    label: 'Passed over',
    words: 'Another row with the same key is sent, by the rule for duplicates that you chose.',
  },
};

export const comparisonWords: Readonly<Record<Comparison, LabelWords>> = {
  'not-compared': { label: 'Not compared', words: 'Not yet compared with what the service holds.' },
  new: { label: 'New', words: 'When compared, the service had no atom with this key.' },
  changed: { label: 'Changed', words: 'When compared, the service held another value for this key.' },
  same: { label: 'Same', words: 'When compared, the service held exactly this value.' },
  refused: { label: 'No answer', words: 'The service refused to say what it holds for this key.' },
};

export const rowOutcomeWords: Readonly<Record<RowOutcome, LabelWords>> = {
  waiting: { label: 'Waiting', words: 'Not sent yet.' },
  stored: {
    label: 'Stored',
    words: 'The service said that it stored it, or held this value when the batch was read back.',
  },
  same: { label: 'Same', words: 'Skipped: the service had this value when it was compared.' },
  skipped: { label: 'Skipped', words: 'Not sent: it was not ready, or the upload was stopped.' },
  refused: { label: 'Refused', words: 'The service did not take it.' },
  unknown: {
    label: 'Unknown',
    words: 'It was sent. Neither an answer nor reading back told what became of it.',
  },
};

export const readBackWords: Readonly<Record<ReadBack, LabelWords>> = {
  'not-read': { label: 'Not read back', words: 'Not read again since it was stored.' },
  green: { label: 'Verified', words: 'Read back with exactly this value, and its proof holds.' },
  keyOnly: {
    label: 'Key only',
    words: 'Read back with exactly this value. Its proof holds, but covers only the key, not the value.',
  },
  amber: {
    label: 'Could not check',
    words: 'Read back with exactly this value, but its proof could not be checked.',
  },
  red: { label: 'Failed', words: 'Read back, and its proof does not hold.' },
  other: {
    label: 'Other value',
    words: 'The atom has another value now: another write came after, or the service did not keep this one.',
  },
  missing: { label: 'Missing', words: 'The service says that it has no atom with this key.' },
  refused: { label: 'No answer', words: 'The service refused to give it back.' },
};

/** Whether the user can let a row pass in spite of this problem. */
export function isAllowable(problem: RowProblem): boolean {
  return allowableProblems.includes(problem);
}
