import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import type { Look } from './command.ts';

const codes: Readonly<Record<Look, number>> = { good: 32, bad: 31, open: 33 };

export function lookOf(status: VerdictStatus): Look {
  return status === 'green' ? 'good' : status === 'red' ? 'bad' : 'open';
}

/** The text with its first line in color, on a terminal whose user did not turn colors off (https://no-color.org). */
export function painted(
  text: string,
  look: Look | undefined,
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): string {
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb' || stream.isTTY !== true;
  if (look === undefined || isPlain) return text;
  const [first = '', ...rest] = text.split('\n');
  return [`\u001B[${codes[look]}m${first}\u001B[39m`, ...rest].join('\n');
}
