import type { SourceCell } from '../domain/uploadSource.ts';

/** The value of a JSON string. @throws if it is not one */
export function textOfJson(token: string): string {
  return token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1);
}

/** A JSON value as a cell: null if it is `null`. Whitespace between tokens is left out. */
export function cellOfJson(token: string): SourceCell | null {
  if (token === 'null') return null;
  return token.startsWith('"')
    ? { text: textOfJson(token), isText: true }
    : { text: compact(token), isText: false };
}

/** The tokens of the outermost list or object, alternating names and values. The text is valid JSON. */
export function jsonElements(text: string): readonly string[] {
  const found: string[] = [];
  let at = skipBlanks(text, 0) + 1;
  for (;;) {
    while (isBetween(text.charCodeAt(at))) at += 1;
    const first = text.charAt(at);
    if (first === ']' || first === '}' || first === '') return found;
    const end = valueEnd(text, at);
    found.push(text.slice(at, end));
    at = end;
  }
}

/** The end of the value that starts there; the end of the text if it is cut off. */
export function valueEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length;) {
    const character = text.charAt(at);
    if (character === '"') {
      at = stringEnd(text, at);
      if (depth === 0) return at;
    } else if (character === '{' || character === '[') {
      depth += 1;
      at += 1;
    } else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth -= 1;
      at += 1;
      if (depth === 0) return at;
    } else if (depth === 0 && isBetween(text.charCodeAt(at))) {
      return at;
    } else {
      at += 1;
    }
  }
  return text.length;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let before = quote;
    while (text.charCodeAt(before - 1) === 0x5c) before -= 1;
    at = quote + 1;
    // An even number of backslashes escape each other.
    if ((quote - before) % 2 === 0) return at;
  }
}

/** Without whitespace between its tokens. */
function compact(json: string): string {
  if (!/[ \t\r\n]/.test(json)) return json;
  let out = '';
  for (let at = 0; at < json.length;) {
    const end = json.charAt(at) === '"' ? stringEnd(json, at) : at + 1;
    if (end > at + 1 || !isBlank(json.charCodeAt(at))) out += json.slice(at, end);
    at = end;
  }
  return out;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Whitespace, a comma, or a colon. */
function isBetween(code: number): boolean {
  return isBlank(code) || code === 0x2c || code === 0x3a;
}
