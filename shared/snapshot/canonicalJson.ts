import type { Json } from '../domain/json.ts';

/** How deep objects and arrays may be nested. */
const mostDepth = 100;

/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code units, numbers and strings as ECMAScript writes them.
 *
 * @throws RangeError if it is nested more than 100 levels deep, or contains an unpaired surrogate, which has no canonical form
 */
export function canonicalJson(value: Json, depth = 0): string {
  if (depth > mostDepth) throw new RangeError('The JSON is nested too deeply.');
  if (typeof value === 'string') return canonicalText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return `[${items.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  }
  const members = Object.entries(value as Readonly<Record<string, Json>>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${canonicalText(name)}:${canonicalJson(member, depth + 1)}`);
  return `{${members.join(',')}}`;
}

function canonicalText(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new RangeError('The text contains an unpaired surrogate.');
  return JSON.stringify(text);
}
