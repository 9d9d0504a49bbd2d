import type { Json } from '../domain/json.ts';
import { hasLoneSurrogate } from '../text/surrogates.ts';
import { evidenceLimits } from './limits.ts';
import type { CarriedText } from './statement.ts';

export function carryText(text: string): CarriedText {
  if (!hasLoneSurrogate(text)) return text;
  return {
    utf16: Array.from({ length: text.length }, (_, at) =>
      text.charCodeAt(at).toString(16).padStart(4, '0'),
    ).join(''),
  };
}

export function plainText(carried: CarriedText): string {
  if (typeof carried === 'string') return carried;
  const units = carried.utf16.match(/.{4}/g) ?? [];
  return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}

/** The same text, with U+FFFD for what has no bytes in UTF-8. For names and notes, where nothing depends on it. */
export function unicodeOf(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * A service's JSON in a form that every program reads alike. What no proof can hold is replaced, so that its verdict stays
 * the same: half of a surrogate pair, a number that is not finite, and what is nested too deeply. Members named `__proto__` are
 * left out, as when a response is read. Raw responses keep it all.
 */
export function carryJson(json: Json, depth: number = evidenceLimits.depth - 10): Json {
  if (typeof json === 'string') return unicodeOf(json);
  if (typeof json === 'number') return Number.isFinite(json) ? json : 'not a finite number';
  if (json === null || typeof json === 'boolean') return json;
  if (depth === 0) return 'nested too deep to be carried';
  if (Array.isArray(json)) return (json as readonly Json[]).map((item) => carryJson(item, depth - 1));
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name]) => name !== '__proto__')
      .map(([name, value]) => [unicodeOf(name), carryJson(value, depth - 1)]),
  );
}
