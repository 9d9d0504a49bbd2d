import { momentWords } from './times.ts';

/** Of the name of a connection; a long one would hide what the file is. */
const mostLetters = 40;

/**
 * The name to suggest for a file: `greenhouse keys 2026-11-27 2352.csv`, in local time. Whoever saves it replaces what file systems
 * do not allow.
 *
 * @param at epoch milliseconds
 */
export function exportFileName(
  what: string,
  from: { readonly name: string },
  at: number,
  extension: string,
): string {
  const connection = [...from.name.trim()].slice(0, mostLetters).join('');
  const time = momentWords(at).slice(0, 16).replace(':', '');
  return `${[connection, what, time].filter((part) => part !== '').join(' ')}.${extension}`;
}
