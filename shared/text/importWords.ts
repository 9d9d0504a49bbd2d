import type { ImportRefusal, SkipReason } from '../domain/keyImport.ts';
import { countWords } from './sizes.ts';
import { visibleLine } from './visibleText.ts';

/** Why no keys could be imported from a file, and what to do about it. */
export function importRefusalWords(refusal: ImportRefusal): string {
  switch (refusal.kind) {
    case 'not-utf8':
      return `This file is not UTF-8: the byte at offset ${countWords(refusal.offset)} is invalid. Save the file as UTF-8, then choose it again.`;
    case 'not-json':
      return `This file is not JSON: ${visibleLine(refusal.message)}.`;
    case 'no-key-list':
      return 'This JSON does not contain a list of keys. Use a list of strings, a list of objects with a “key”, or either of them inside “atoms” or “keys”.';
    case 'bad-table':
      return `The table cannot be read at line ${countWords(refusal.line)}: ${visibleLine(refusal.message)}.`;
    case 'no-keys':
      return 'This file contains no keys.';
  }
}

export const skipWords: Readonly<Record<SkipReason, string>> = {
  empty: 'empty',
  'not-text': 'not text',
  'too-long': 'longer than any key',
  'lone-surrogate': 'unpaired surrogate',
};
