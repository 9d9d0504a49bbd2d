import type { Json } from '../domain/json.ts';
import { isArray, isObject, shownName } from './jsonPlaces.ts';

const deepest = 5;
const mostMembers = 12;
const longestShape = 600;

/**
 * The form of a JSON text: names of members and types, such as `{ key: string, proof: { treeSize: integer } }`. It repeats
 * no text of the body but codes in capitals, such as `NOT_FOUND`.
 */
export function jsonShape(json: Json): string {
  const shape = shapeAt(json, 0);
  return shape.length > longestShape ? `${shape.slice(0, longestShape)}…` : shape;
}

function shapeAt(json: Json, depth: number): string {
  if (json === null) return 'null';
  if (isArray(json)) {
    const [first] = json;
    if (first === undefined) return '[]';
    return depth >= deepest
      ? '[…]'
      : `[${shapeAt(first, depth + 1)}${json.length === 1 ? '' : `, … ${String(json.length)} items`}]`;
  }
  if (isObject(json)) return depth >= deepest ? '{…}' : objectShape(json, depth);
  switch (typeof json) {
    case 'string':
      return /^[A-Z][A-Z0-9_]{2,39}$/.test(json) ? `"${json}"` : 'string';
    case 'number':
      return Number.isInteger(json) ? 'integer' : 'number';
    default:
      return typeof json;
  }
}

function objectShape(json: { readonly [name: string]: Json }, depth: number): string {
  const members = Object.entries(json);
  if (members.length === 0) return '{}';
  const named = members.filter(([name]) => isMemberName(name));
  const shown = named
    .slice(0, mostMembers)
    .map(([name, value]) => `${shownName(name)}: ${shapeAt(value, depth + 1)}`);
  const others = members.find(([name]) => !isMemberName(name));
  // Names of another form are content, such as keys of atoms.
  if (others !== undefined)
    shown.push(
      `[name]: ${shapeAt(others[1], depth + 1)}, … ${String(members.length - named.length)} members`,
    );
  if (named.length > mostMembers) shown.push('…');
  return `{ ${shown.join(', ')} }`;
}

function isMemberName(name: string): boolean {
  return /^[A-Za-z_][\w-]{0,39}$/.test(name);
}
