/**
 * Details of valid JSON text that `JSON.parse` does not report. Only used for the rare parts that need it.
 */

/** The first member name that an object of the text has twice, decoded; null if there is none. */
export function findRepeatedName(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  let last: string | null = null;
  for (const token of tokens(text)) {
    switch (token[0]) {
      case '{':
        open.push(new Set());
        break;
      case '[':
        open.push(null);
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case '"':
        last = token;
        break;
      case ':': {
        const names = open.at(-1);
        const name = String(JSON.parse(last ?? '""'));
        if (names?.has(name) === true) return name;
        names?.add(name);
        break;
      }
      default:
    }
  }
  return null;
}

/** The text with integers beyond 2^53 - 1 in quotes, so that they keep their digits when parsed. */
export function quoteLargeIntegers(text: string): string {
  const parts: string[] = [];
  for (const token of tokens(text)) {
    const isLarge = /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
    parts.push(isLarge ? `"${token}"` : token);
  }
  return parts.join('');
}

/**
 * Splits into quoted strings, single brackets, colons and commas, whitespace, and everything else. Joined,
 * they are the text.
 */
function* tokens(text: string): Generator<string, void, void> {
  for (let at = 0; at < text.length;) {
    const end = text[at] === '"' ? endOfString(text, at) : endOfOther(text, at);
    yield text.slice(at, end);
    at = end;
  }
}

/** The position after the closing quote; the length if there is none. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

const alone = /[{}[\]:,\s]/;

function endOfOther(text: string, start: number): number {
  if (alone.test(text[start] ?? '')) return start + 1;
  let at = start + 1;
  while (at < text.length && !alone.test(text[at] ?? '') && text[at] !== '"') at++;
  return at;
}
