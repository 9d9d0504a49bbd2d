import type { Json } from '../domain/json.ts';
import { isArray, isObject } from './jsonPlaces.ts';

/** Where a list has its atoms: an array, or these members of an object. */
const members = ['atoms', 'items', 'results', 'data', 'keys'] as const;

/** An entry of a list: `key`, or `atom` as a text or as an object with a key, or the key alone. */
export function listedAtom(json: Json): { readonly key: string; readonly isDeleted: boolean } | null {
  if (typeof json === 'string') return { key: json, isDeleted: false };
  if (!isObject(json)) return null;
  const { key, atom, status, deleted } = json;
  if (isObject(atom)) return listedAtom(atom);
  const name = typeof key === 'string' ? key : typeof atom === 'string' ? atom : null;
  if (name === null) return null;
  return { key: name, isDeleted: deleted === true || status === 'tombstoned' || status === 'deleted' };
}

/** The array of a list and its path; null if there is none, or if it has an entry that is not an atom. */
export function listedIn(json: Json): { readonly path: string; readonly items: readonly Json[] } | null {
  if (isArray(json))
    return json.every((item) => listedAtom(item) !== null) ? { path: '', items: json } : null;
  if (!isObject(json)) return null;
  for (const path of members) {
    const items = json[path];
    if (isArray(items)) return items.every((item) => listedAtom(item) !== null) ? { path, items } : null;
  }
  return null;
}

/**
 * Where a response has its list: a path in JSON, or `lines`; null if it has none.
 *
 * @param json undefined if the body is not JSON as a whole, or long
 * @param head the beginning of the body
 */
export function listInBody(json: Json | undefined, head: string, isExport: boolean): string | null {
  if (isExport) {
    // An atom with the key “export” has the same path.
    const [line = ''] = head.split('\n', 1);
    const first = json ?? parsed(line);
    return first === undefined || listedOnLine(first) === null ? null : 'lines';
  }
  if (json !== undefined) return listedIn(json)?.path ?? null;
  if (/^\s*\[\s*[{"]/.test(head)) return '';
  return members.find((name) => new RegExp(`^\\s*\\{[^\\[{]*"${name}"\\s*:\\s*\\[`).test(head)) ?? null;
}

/** An entry of a list with one on each line. */
export function listedOnLine(json: Json): ReturnType<typeof listedAtom> {
  return isObject(json) && !isAtomOfPath(json) ? listedAtom(json) : null;
}

/** The response to reading the atom “export” (section 4.2). */
function isAtomOfPath(json: Json): boolean {
  return isObject(json) && json['key'] === 'export' && isObject(json['proof']);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
