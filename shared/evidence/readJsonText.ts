import type { Json } from '../domain/json.ts';
import { utf8Text } from './utf8Text.ts';

/** Why bytes are not the one JSON text of what they stand for. `at`: an offset in the text. */
export type JsonTextFault =
  | { readonly kind: 'not-utf8' }
  | { readonly kind: 'too-deep'; readonly limit: number }
  | { readonly kind: 'too-many-values'; readonly limit: number }
  | { readonly kind: 'not-json' }
  /** It is JSON, but not written in its only form. */
  | { readonly kind: 'not-canonical'; readonly at: number }
  /** Half of a surrogate pair, which programs read in different ways. */
  | { readonly kind: 'not-unicode'; readonly at: number };

export type JsonTextReading =
  | { readonly ok: true; readonly value: Json; readonly text: string }
  | { readonly ok: false; readonly fault: JsonTextFault };

interface JsonLimits {
  /** How deep arrays and objects may be nested. */
  readonly depth: number;
  readonly values: number;
}

/** Reads JSON. Depth and number of values are counted before anything is built from them. */
export function readBoundedJson(bytes: Uint8Array, limits: JsonLimits): JsonTextReading {
  const text = utf8Text(bytes);
  if (text === null) return refuse({ kind: 'not-utf8' });
  const tooMuch = measure(text, limits);
  if (tooMuch !== null) return refuse(tooMuch);
  try {
    return { ok: true, value: JSON.parse(text) as Json, text };
  } catch {
    return refuse({ kind: 'not-json' });
  }
}

/**
 * Reads JSON that every program must read in the same way, so that no name occurs twice, no number is rounded, and no
 * string is half a character.
 *
 * @param write gives the only form of a value; a RangeError says that it has none
 */
export function readCanonicalJson(
  bytes: Uint8Array,
  limits: JsonLimits,
  write: (value: Json) => string,
): JsonTextReading {
  const reading = readBoundedJson(bytes, limits);
  if (!reading.ok) return reading;
  const { text } = reading;
  const canonical = textOf(reading.value, write);
  if (canonical !== null && canonical !== text)
    return refuse({ kind: 'not-canonical', at: firstDifference(canonical, text) });
  const half = text.search(/(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/);
  return canonical !== null && half === -1 ? reading : refuse({ kind: 'not-unicode', at: Math.max(half, 0) });
}

/** null for half of a surrogate pair, which has no canonical form. */
function textOf(value: Json, write: (value: Json) => string): string | null {
  try {
    return write(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

function refuse(fault: JsonTextFault): { readonly ok: false; readonly fault: JsonTextFault } {
  return { ok: false, fault };
}

function measure(text: string, { depth, values }: JsonLimits): JsonTextFault | null {
  let open = 0;
  let count = 1;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) at = endOfString(text, at);
    else if (unit === 0x5b || unit === 0x7b) {
      open += 1;
      if (open > depth) return { kind: 'too-deep', limit: depth };
    } else if (unit === 0x5d || unit === 0x7d) open -= 1;
    else if (unit === 0x2c) {
      count += 1;
      if (count > values) return { kind: 'too-many-values', limit: values };
    }
  }
  return null;
}

/** The offset of the quote that closes a string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return text.length;
    let escapes = quote;
    while (text.charCodeAt(escapes - 1) === 0x5c) escapes -= 1;
    if ((quote - escapes) % 2 === 0) return quote;
    from = quote + 1;
  }
}
