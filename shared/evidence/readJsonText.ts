import { utf8Text } from './utf8Text.ts';

/** Why bytes are not the one JSON text of what they stand for. `at`: an offset in the text. */
export type JsonTextFault =
  | { readonly kind: 'not-utf8' }
  | { readonly kind: 'too-deep'; readonly limit: number }
  | { readonly kind: 'too-many-values'; readonly limit: number }
  | { readonly kind: 'not-json' }
  /** It is JSON, but written otherwise than `JSON.stringify` writes it. */
  | { readonly kind: 'not-canonical'; readonly at: number }
  /** Half of a surrogate pair, which programs read in different ways. */
  | { readonly kind: 'not-unicode'; readonly at: number };

export type JsonTextReading =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: JsonTextFault };

/**
 * Reads JSON of which every program must make the same: exactly as `JSON.stringify` writes it, so that no name occurs twice,
 * no number is rounded, and nothing can be changed without a trace. Depth and number of values are counted before anything
 * is built from them.
 */
export function readJsonText(
  bytes: Uint8Array,
  limits: { readonly depth: number; readonly values: number },
  /** What must follow the JSON. */
  end = '',
): JsonTextReading {
  const text = utf8Text(bytes);
  if (text === null) return refuse({ kind: 'not-utf8' });
  const tooMuch = measure(text, limits);
  if (tooMuch !== null) return refuse(tooMuch);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse({ kind: 'not-json' });
  }
  const canonical = JSON.stringify(value) + end;
  if (canonical !== text) return refuse({ kind: 'not-canonical', at: firstDifference(canonical, text) });
  const half = text.search(/(?<!\\)(?:\\\\)*\\ud[89a-f]/);
  if (half !== -1) return refuse({ kind: 'not-unicode', at: half });
  return { ok: true, value };
}

function refuse(fault: JsonTextFault): JsonTextReading {
  return { ok: false, fault };
}

function measure(
  text: string,
  { depth, values }: { readonly depth: number; readonly values: number },
): JsonTextFault | null {
  let open = 0;
  let count = 1;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isInString) {
      if (unit === 0x5c) at += 1;
      else if (unit === 0x22) isInString = false;
    } else if (unit === 0x22) isInString = true;
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

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}
