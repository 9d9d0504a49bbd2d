/**
 * JSON as people pass it on in messages: without the `>` that mail puts before each line, and without the fence of a code block
 * and the words around it. The text as it is where it has neither.
 */
export function withoutQuoting(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  const isQuoted = lines.every((line) => line.trim() === '' || quoteMark.test(line));
  const plain = isQuoted ? lines.map((line) => line.replace(quoteMark, '')) : lines;
  const fences = plain.flatMap((line, at) => (/^\s*(?:```|~~~)/.test(line) ? [at] : []));
  // Which of several blocks is meant is not for us to say.
  if (fences.length > 2) return text;
  const [first, second] = fences;
  const inside = first === undefined ? plain : plain.slice(first + 1, second ?? plain.length);
  return inside.join('\n');
}

/** One or several, as in a response to a response. */
const quoteMark = /^\s*(?:>\s?)+/;
