import { runWhole } from '../../ui/runInSlices.ts';

/**
 * A token of JSON text. JSON is formatted and colored from its text, not from parsed values: parsing would round long
 * numbers, drop duplicate properties, and reorder numeric ones, and an auditor would see something that was never stored.
 */
export interface JsonToken {
  readonly kind: 'name' | 'string' | 'number' | 'word' | 'mark' | 'space';
  readonly text: string;
}

/** Whether a value is a JSON object or array. A single `42` or `"x"` counts as plain text. */
export function isJsonDocument(value: string): boolean {
  const first = /^[\t\n\r ]*([[{])/.exec(value);
  if (first === null) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Splits JSON text into tokens, which give the text again when joined. If the text is cut off, so is the last token.
 */
export function* jsonTokens(text: string): Generator<JsonToken, void, void> {
  let at = 0;
  while (at < text.length) {
    const end = endOfToken(text, at);
    yield { kind: kindOfToken(text, at, end), text: text.slice(at, end) };
    at = end;
  }
}

const space = /[\t\n\r ]/;
const mark = /[{}[\],:]/;

function endOfToken(text: string, start: number): number {
  const first = text.charAt(start);
  if (first === '"') return endOfString(text, start);
  if (mark.test(first)) return start + 1;
  const isSpace = space.test(first);
  let end = start + 1;
  while (end < text.length) {
    const next = text.charAt(end);
    if (isSpace ? !space.test(next) : space.test(next) || mark.test(next) || next === '"') break;
    end += 1;
  }
  return end;
}

/** Scans without a regular expression, which can run out of stack on a string of megabytes. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c) at += 1;
    else if (unit === 0x22) return at + 1;
  }
  return text.length;
}

function kindOfToken(text: string, start: number, end: number): JsonToken['kind'] {
  const first = text.charAt(start);
  if (first === '"') return isName(text, end) ? 'name' : 'string';
  if (mark.test(first)) return 'mark';
  if (space.test(first)) return 'space';
  return /[-\d]/.test(first) ? 'number' : 'word';
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && space.test(text.charAt(at))) at += 1;
  return text.charAt(at) === ':';
}

/** How many tokens to process before checking the time. */
const tokensAtOnce = 1_000;
/** Deeper nesting would be mostly indentation. */
const deepestLayout = 64;

/**
 * Formats a JSON document with one property or item per line and two spaces per level; null if it is nested too deeply.
 *
 * @param json for which `isJsonDocument` holds.
 */
export function layOutJson(json: string): string | null {
  return runWhole(layOutSteps(json));
}

/** The same as steps for `runInSlices`. */
export function* layOutSteps(json: string): Generator<void, string | null, void> {
  let tokens = 0;
  const parts: string[] = [];
  let depth = 0;
  let before = '';
  for (const { kind, text } of jsonTokens(json)) {
    tokens += 1;
    if (tokens % tokensAtOnce === 0) yield;
    if (kind === 'space') continue;
    const opens = text === '{' || text === '[';
    const closes = kind === 'mark' && (text === '}' || text === ']');
    if (closes) depth -= 1;
    const isEmpty = closes && (before === '{' || before === '[');
    const startsLine = closes ? !isEmpty : before === '{' || before === '[' || before === ',';
    if (startsLine) parts.push('\n', '  '.repeat(depth));
    else if (before === ':') parts.push(' ');
    parts.push(text);
    if (opens) depth += 1;
    if (depth > deepestLayout) return null;
    before = text;
  }
  return parts.join('');
}

/**
 * Removes the whitespace between the tokens of a JSON document; the tokens stay as written.
 *
 * @param json for which `JSON.parse` does not throw.
 */
export function compactJson(json: string): string {
  const parts: string[] = [];
  for (const { kind, text } of jsonTokens(json)) if (kind !== 'space') parts.push(text);
  return parts.join('');
}
