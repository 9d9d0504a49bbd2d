/** The line endings of a text. */
export type LineEnds = 'none' | 'lf' | 'crlf' | 'mixed';

export function lineEndsOf(text: string): LineEnds {
  const pairs = text.match(/\r\n/g)?.length ?? 0;
  const returns = text.match(/\r/g)?.length ?? 0;
  const feeds = text.match(/\n/g)?.length ?? 0;
  if (returns === 0) return feeds === 0 ? 'none' : 'lf';
  return pairs === returns && pairs === feeds ? 'crlf' : 'mixed';
}

/** A text as a text field holds it: every line ends in a line feed. */
export function asTyped(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Edited text with the line endings of the original, if those were not mixed. */
export function withLineEndsOf(original: string, typed: string): string {
  if (typed === asTyped(original)) return original;
  return lineEndsOf(original) === 'crlf' ? typed.replaceAll('\n', '\r\n') : typed;
}
