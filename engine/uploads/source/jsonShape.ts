import { textOfJson, valueEnd } from '#shared/upload/jsonTokens.ts';
import type { JsonShape } from './jsonItems.ts';

/** Names under which files have their list of records. */
const listNames: ReadonlySet<string> = new Set([
  'atoms',
  'keys',
  'items',
  'rows',
  'results',
  'data',
  'hits',
  'records',
  'entries',
  'features',
]);
/** Members before such a list describe the file, and are short. */
const mostMembersBefore = 50;
/** Longer names are not offered. */
const longestListName = 1_000;

/**
 * Where JSON text has its records, judged by its beginning; null if it is neither a list nor an object. An object is a map from
 * key to value unless it has a list under one of the usual names, or only one list of objects or pairs, beside plain values.
 *
 * @param list the user's choice: the property that has the list, null for a map; undefined if there is none
 */
export function jsonShape(head: string, list: string | null | undefined): JsonShape | null {
  const first = head.trimStart().charAt(0);
  if (first === '[') return { kind: 'list' };
  if (first !== '{') return null;
  if (list !== undefined) return list === null ? { kind: 'map' } : { kind: 'member', name: list };
  const members = firstMembers(head);
  const usual = members.find(({ name, value }) => listNames.has(name) && value.startsWith('['));
  if (usual !== undefined) return { kind: 'member', name: usual.name };
  const nested = members.filter(({ value }) => /^[[{]/.test(value));
  const [only] = nested;
  return nested.length === 1 && only !== undefined && /^\[\s*[[{]/.test(only.value)
    ? { kind: 'member', name: only.name }
    : { kind: 'map' };
}

/** The properties of the outermost object that are lists; none if the text is no object. */
export function listsIn(head: string): readonly string[] {
  if (head.trimStart().charAt(0) !== '{') return [];
  return firstMembers(head).flatMap(({ name, value }) =>
    value.startsWith('[') && name.length <= longestListName ? [name] : [],
  );
}

/** The last value may be cut off. */
function firstMembers(head: string): readonly { readonly name: string; readonly value: string }[] {
  const members: { readonly name: string; readonly value: string }[] = [];
  const separators = /[\s,:]*/y;
  const skip = (from: number): number => {
    separators.lastIndex = from;
    separators.exec(head);
    return separators.lastIndex;
  };
  let at = skip(head.indexOf('{') + 1);
  while (members.length < mostMembersBefore && head.charAt(at) === '"') {
    const nameEnd = valueEnd(head, at);
    const value = skip(nameEnd);
    const end = valueEnd(head, value);
    if (value >= head.length || end === value) break;
    members.push({ name: nameOf(head.slice(at, nameEnd)), value: head.slice(value, end) });
    at = skip(end);
  }
  return members;
}

/** Invalid JSON is reported when the file is read. */
function nameOf(token: string): string {
  try {
    return textOfJson(token);
  } catch {
    return token;
  }
}
