import type { SourceCell } from '#shared/domain/uploadSource.ts';
import { cutText } from '#shared/text/cutText.ts';
import { isoOfSerial } from './excelDates.ts';
import type { NumberMeaning } from './numberFormats.ts';
import { withoutEscapes } from './sharedStrings.ts';

/** A cell as written in a sheet. */
export interface RawCell {
  /** From 0. */
  readonly column: number;
  readonly type: string;
  readonly style: number;
  /** null without one. */
  readonly value: string | null;
  readonly isFormula: boolean;
}

export interface CellContext {
  readonly sharedString: (index: number) => string | null;
  readonly meanings: readonly NumberMeaning[];
  readonly is1904: boolean;
}

/** `why`: what is wrong with the cell, after its name. */
export type CellValue = { readonly cell: SourceCell | null } | { readonly why: string };

/** Characters of a cell in a sentence. */
const mostQuoted = 100;

/** What a cell contains. Empty cells, with a format alone, are null. */
export function cellValue(raw: RawCell, context: CellContext): CellValue {
  const { type, value, isFormula } = raw;
  if (value === null)
    return isFormula
      ? {
          why: 'is a formula without a saved result. Open the workbook in Excel, save it, and choose it again.',
        }
      : { cell: null };
  switch (type) {
    case 's': {
      const text = context.sharedString(Number(value));
      return text === null ? { why: 'refers to a text that the workbook does not have.' } : textCell(text);
    }
    case 'inlineStr':
    case 'str':
      return textCell(withoutEscapes(value));
    case 'd':
      return textCell(value);
    case 'b':
      return { cell: { text: value === '1' || value === 'true' ? 'true' : 'false', isText: false } };
    case 'e':
      return {
        why: `is the error ${cutText(value, mostQuoted)}. Correct it in the workbook, or enter the key and the value here.`,
      };
    case 'n':
      return numberValue(value, context.meanings[raw.style] ?? 'number', context.is1904);
    default:
      return { why: `has a type that the app does not know: ${JSON.stringify(cutText(type, mostQuoted))}.` };
  }
}

function textCell(text: string): CellValue {
  return { cell: { text, isText: true } };
}

function numberValue(written: string, meaning: NumberMeaning, is1904: boolean): CellValue {
  const text = written.trim();
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number))
    return { why: `is not a valid number: ${JSON.stringify(cutText(text, mostQuoted))}.` };
  const date = meaning === 'number' ? null : isoOfSerial(number, meaning, is1904);
  if (date !== null) return textCell(date);
  return { cell: { text: numberText(text, number), isText: false } };
}

/**
 * The number as stored. Excel writes fractions with 17 digits, such as `1.1000000000000001` for 1.1: the shortest
 * form that is the same number is used. Whole numbers keep all their digits, even those that Excel would lose.
 */
function numberText(text: string, number: number): string {
  return /^-?(?:0|[1-9]\d*)$/.test(text) && text !== '-0' ? text : String(number);
}

/** `C5`, from 0. */
export function cellName(row: number, column: number): string {
  let letters = '';
  for (let left = column; left >= 0; left = Math.floor(left / 26) - 1)
    letters = String.fromCharCode(65 + (left % 26)) + letters;
  return letters + String(row);
}

/** The column of a reference such as `C5`, from 0; null if it is none. */
export function columnOf(reference: string): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64);
  return column - 1;
}
