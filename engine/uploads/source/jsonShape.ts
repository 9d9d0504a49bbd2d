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
]);
/** Members before such a list describe the file, and are short. */
const mostMembersBefore = 50;

/**
 * Where JSON text has its records, judged by its beginning; null if it is neither a list nor an object. An
 * object is a map from key to value unless it has a list under one of the usual names, or only a list of
 * objects or pairs.
 */
export function jsonShape(head: string): JsonShape | null {
  const first = head.trimStart().charAt(0);
  if (first === '[') return { kind: 'list' };
  if (first !== '{') return null;
  const members = firstMembers(head);
  const list = members.find(({ name, value }) => listNames.has(name) && value.startsWith('['));
  if (list !== undefined) return { kind: 'member', name: list.name };
  const [only, second] = members;
  const isOnlyList = only !== undefined && second === undefined && /^\[\s*[[{]/.test(only.value);
  return isOnlyList ? { kind: 'member', name: only.name } : { kind: 'map' };
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
