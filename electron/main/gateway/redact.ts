import type { Json } from '#shared/domain/json.ts';
import type { Slices } from './slices.ts';

const stand = '[API key]';

/**
 * A key, or an encoded form of it, that is shorter than this is not searched for in successful responses: it
 * would match ordinary words and hashes, and removing those would falsify the service's data.
 */
const shortestSearched = 8;

/**
 * Removes the API key from text that a service sent, in case it echoes the request: the key itself, its
 * percent-encoded form, and anything in the place of a bearer token.
 */
export function redactKey(text: string, apiKey: string): string {
  let clean = text;
  for (const form of new Set([apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1)])) {
    if (form !== '') clean = clean.replaceAll(form, stand);
  }
  return clean.replace(/\bbearer\s+(?!\[API key\])[^\s"',<>]+/gi, `Bearer ${stand}`);
}

/** Finds one API key in responses and removes it from everything made from them. */
export interface KeyRedactor {
  /** Whether the bytes may contain the key in any form; false is certain. */
  readonly mayHold: (body: Buffer, slices: Slices) => Promise<boolean>;
  /** Whether a string or member name of the value contains the key. */
  readonly isIn: (json: Json) => boolean;
  /** The text without the key; the same text if it is not in it. */
  readonly text: (text: string) => string;
  /** The same for JSON text, in which every character may be written as an escape. */
  readonly jsonText: (text: string) => string;
  /** The same for all strings and member names of a value. */
  readonly json: (json: Json) => Json;
}

/** @param apiKey null: nothing is searched for */
export function createKeyRedactor(apiKey: string | null): KeyRedactor {
  const forms = apiKey === null ? [] : formsOf(apiKey).filter(({ length }) => length >= shortestSearched);
  if (apiKey === null || forms.length === 0) return redactsNothing;
  const needles = [...new Set(forms.flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]))].map(
    (form) => Buffer.from(form, 'utf8'),
  );
  const text: KeyRedactor['text'] = (from) =>
    forms.reduce((clean, form) => (clean.includes(form) ? clean.replaceAll(form, stand) : clean), from);
  const isIn: KeyRedactor['isIn'] = (value) => {
    if (typeof value === 'string') return forms.some((form) => value.includes(form));
    if (value === null || typeof value !== 'object') return false;
    if (Array.isArray(value)) return (value as readonly Json[]).some(isIn);
    return Object.entries(value).some(([name, inner]) => isIn(name) || isIn(inner));
  };
  const longest = Math.max(...needles.map(({ length }) => length));
  /** Made when it is needed, because that takes longer than sending a request. */
  let escaped: RegExp | null = null;
  const json: KeyRedactor['json'] = (value) => {
    if (typeof value === 'string') return text(value);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return (value as readonly Json[]).map(json);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [text(name), json(inner)]));
  };
  return {
    mayHold: async (body, slices) => {
      for (let at = 0; at < body.length; at += searchedAtOnce) {
        const piece = body.subarray(at, at + searchedAtOnce + longest);
        if (piece.includes(unicodeEscape) || needles.some((needle) => piece.includes(needle))) return true;
        if (slices.isOver()) await slices.next();
      }
      return false;
    },
    isIn,
    text,
    jsonText: (from) => {
      escaped ??= new RegExp(forms.map(escapedPattern).join('|'), 'g');
      return from.replace(escaped, stand);
    },
    json,
  };
}

/** Bytes of a body that are searched without a pause. */
const searchedAtOnce = 2 * 1024 * 1024;

/** Any character of the key may be written like this. Decoding shows whether it is the key. */
const unicodeEscape = Buffer.from(String.raw`\u00`, 'latin1');

const redactsNothing: KeyRedactor = {
  mayHold: () => Promise.resolve(false),
  isIn: () => false,
  text: (text) => text,
  jsonText: (text) => text,
  json: (json) => json,
};

/** A body that may contain the key is searched at once, so a longer one is not kept, in bytes. */
const longestCleaned = 4 * 1024 * 1024;

/** The body of a JSON response without the API key, to be kept as it is; null if it is too long to remove the key. */
export async function bodyWithoutKey(
  bytes: Buffer,
  apiKey: string | null,
  slices: Slices,
): Promise<Buffer | null> {
  const redactor = createKeyRedactor(apiKey);
  if (!(await redactor.mayHold(bytes, slices))) return bytes;
  if (bytes.length > longestCleaned) return null;
  const text = bytes.toString('utf8');
  const clean = redactor.jsonText(text);
  return clean === text ? bytes : Buffer.from(clean, 'utf8');
}

/** Longest first, so that no form is cut up by another. */
function formsOf(apiKey: string): readonly string[] {
  const percent = encodeURIComponent(apiKey);
  const lower = percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const forms = new Set([apiKey, percent, lower, ...base64Forms(apiKey)]);
  return [...forms].sort((a, b) => b.length - a.length);
}

/** The characters of base64 that depend on the key alone, wherever in a longer text it starts. */
function base64Forms(apiKey: string): readonly string[] {
  const key = Buffer.from(apiKey, 'utf8');
  return [0, 1, 2].flatMap((before) => {
    const bits = (before + key.length) * 8;
    const text = Buffer.concat([Buffer.alloc(before), key]).toString('base64');
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Matches the form in JSON text, with each character as it is or as an escape. */
function escapedPattern(form: string): string {
  return [...form]
    .map((character) => {
      const code = character.charCodeAt(0);
      const hex = [...code.toString(16).padStart(4, '0')]
        .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
        .join('');
      const plain = character.replace(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
      const ways = [String.raw`\\u${hex}`];
      if (character === '"' || character === '\\') ways.push(String.raw`\\${plain}`);
      else ways.push(plain);
      if (character === '/') ways.push(String.raw`\\\/`);
      return `(?:${ways.join('|')})`;
    })
    .join('');
}
