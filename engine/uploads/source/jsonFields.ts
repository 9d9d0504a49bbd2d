import type { SourceCell } from '#shared/domain/uploadSource.ts';

/** A JSON value as a record. */
export type JsonFields =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, SourceCell | null> }
  /** `why`: a message. */
  | { readonly ok: false; readonly why: string };

/** Names of the columns of `[key, value]` and of an object that maps keys to values. */
export const pairColumns = ['key', 'value'] as const;

/**
 * The fields of a JSON object, or of a pair `["key", value]`. Values other than strings keep their digits as
 * written, because a JSON number may have more than a JavaScript number can hold. Names are only looked up in
 * the map.
 */
export function jsonFields(text: string): JsonFields {
  const value = parseJson(text);
  if (!value.ok) return value;
  if (Array.isArray(value.json)) {
    const [key, second] = elementsOf(text);
    const isPair = value.json.length === 2 && key !== undefined && second !== undefined;
    const keyCell = isPair ? cellOf(key) : null;
    if (!isPair || keyCell === null || !keyCell.isText)
      return { ok: false, why: 'This list is not a pair of a key and a value.' };
    return {
      ok: true,
      fields: new Map([
        [pairColumns[0], keyCell],
        [pairColumns[1], cellOf(second)],
      ]),
    };
  }
  if (typeof value.json !== 'object' || value.json === null)
    return { ok: false, why: 'Not a JSON object, so it has no properties.' };
  const fields = new Map<string, SourceCell | null>();
  const tokens = elementsOf(text);
  for (let at = 0; at + 1 < tokens.length; at += 2) {
    const name = textOf(tokens[at] ?? '');
    if (fields.has(name))
      return { ok: false, why: `The property ${JSON.stringify(name)} appears more than once.` };
    fields.set(name, cellOf(tokens[at + 1] ?? ''));
  }
  return { ok: true, fields };
}

/** A value of a map from key to value. */
export function jsonCell(
  text: string,
): { readonly ok: true; readonly cell: SourceCell | null } | { readonly ok: false; readonly why: string } {
  const value = parseJson(text);
  return value.ok ? { ok: true, cell: cellOf(text.trim()) } : value;
}

/** The value of a JSON string. @throws if it is not one */
export function textOf(token: string): string {
  return token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1);
}

function parseJson(
  text: string,
): { readonly ok: true; readonly json: unknown } | { readonly ok: false; readonly why: string } {
  try {
    const json: unknown = JSON.parse(text);
    return { ok: true, json };
  } catch (error) {
    return {
      ok: false,
      why: `Not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function cellOf(token: string): SourceCell | null {
  if (token === 'null') return null;
  return token.startsWith('"')
    ? { text: textOf(token), isText: true }
    : { text: compact(token), isText: false };
}

/** The tokens of the outermost list or object, alternating names and values. The text is valid JSON. */
function elementsOf(text: string): readonly string[] {
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
