import type { ImportRefusal, SkipReason } from '../domain/keyImport.ts';
import { assertNever } from '../domain/result.ts';
import { countWords } from './sizes.ts';
import { visibleLine } from './visibleText.ts';

/** Why a file gives no keys, and what to do about it. */
export function importRefusalWords(refusal: ImportRefusal): string {
  switch (refusal.kind) {
    case 'not-utf8':
      return `This file is not UTF-8: the byte at offset ${countWords(refusal.offset)} does not belong there. Save it as UTF-8, then choose it again.`;
    case 'not-json':
      return `This file is not JSON: ${visibleLine(refusal.message)}.`;
    case 'no-key-list':
      return 'This JSON holds no list of keys. Wanted: a list of texts, a list of objects with a “key”, or either of them below “atoms” or “keys”.';
    case 'bad-table':
      return `The table cannot be read at line ${countWords(refusal.line)}: ${visibleLine(refusal.message)}.`;
    case 'no-keys':
      return 'There is no key in this file.';
    default:
      return assertNever(refusal);
  }
}

export const skipWords: Readonly<Record<SkipReason, string>> = {
  empty: 'empty',
  'not-text': 'no text',
  'too-long': 'longer than any key',
  'lone-surrogate': 'half of a character pair',
};
