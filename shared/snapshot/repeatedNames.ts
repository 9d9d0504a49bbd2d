import type { Json } from '../domain/json.ts';

/**
 * Whether an object of a JSON text has two members of one name, of which only the last is parsed.
 *
 * @param json the parsed text
 */
export function hasRepeatedNames(text: string, json: Json): boolean {
  return namesWritten(text) !== namesParsed(json);
}

/** Outside of strings, a colon follows every name, and nothing else. */
function namesWritten(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x3a) count += 1;
    else if (unit === 0x22) at = endOfString(text, at);
  }
  return count;
}

/** The offset of the closing quote. */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let escapes = quote;
    while (text.charCodeAt(escapes - 1) === 0x5c) escapes -= 1;
    if ((quote - escapes) % 2 === 0) return quote;
    from = quote + 1;
  }
}

/** Without recursion, because what is nested deeply must not exhaust the stack. */
function namesParsed(json: Json): number {
  let count = 0;
  const open: object[] = [];
  const look = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) open.push(value);
  };
  look(json);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const values: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (!Array.isArray(next)) count += values.length;
    for (const value of values) look(value);
  }
  return count;
}
