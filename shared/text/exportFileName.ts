/** Of the name of a connection; a long one would hide what the file is. */
const mostLetters = 40;

/**
 * The name to suggest for a file: `greenhouse keys 2026-11-27 2352.csv`, or `… 2352 verified.csv`, in local time. Whoever saves it replaces what file systems
 * do not allow.
 *
 * @param at epoch milliseconds
 * @param result what is known of the content, such as its verdict
 */
export function exportFileName(
  what: string,
  from: { readonly name: string },
  at: number,
  extension: string,
  result = '',
): string {
  const connection = [...from.name.trim()].slice(0, mostLetters).join('');
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  // Not as the user reads times: names of files sort, and colons are not allowed in all of them.
  const time = `${day} ${two(date.getHours())}${two(date.getMinutes())}`;
  return `${[connection, what, time, result].filter((part) => part !== '').join(' ')}.${extension}`;
}
