import { textFormats } from './formats.ts';

const units = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes as people read it: `512 B`, `1.4 kB`, `12 MB` (powers of 1,000, two significant digits). */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  let scaled = bytes;
  let unit: string = 'B';
  for (const next of units) {
    scaled /= 1_000;
    unit = next;
    // Not < 1,000: what would be printed as "1000 kB" belongs to the next unit.
    if (scaled < 999.5) break;
  }
  return `${decimalWords(scaled < 9.95 ? scaled.toFixed(1) : scaled.toFixed(0))} ${unit}`;
}

/** A whole number with thousands separators: `1,204`. Takes decimal strings too, which may exceed 2^53. */
export function countWords(count: number | string): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, separators[textFormats().number]);
}

/** A number with a decimal point, such as `1.4`, as the user reads it. */
export function decimalWords(number: string): string {
  return textFormats().number === 'point' ? number.replace('.', ',') : number;
}

/** The space is narrow, and no line breaks at it. */
const separators = { comma: ',', space: '\u202f', point: '.', none: '' } as const;
