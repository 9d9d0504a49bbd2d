import type { Json } from '../domain/json.ts';
import { isArray, isFieldName, isObject } from './jsonPlaces.ts';

const deepest = 5;
const mostMembers = 12;
const longestShape = 600;

/** Fields that contain the code of an error. */
const codeNames = /^(error_?)?code$|^error$/i;

/**
 * The form of a JSON text: names of fields and types, such as `{ key: string, proof: { treeSize: integer } }`. It repeats
 * no text of the body but the code of an error, such as `NOT_FOUND`.
 *
 * @param isError a value or a key may look like a code, so codes are repeated only of errors
 */
export function jsonShape(json: Json, isError: boolean): string {
  const shape = shapeAt(json, 0, isError, '');
  return shape.length > longestShape ? `${shape.slice(0, longestShape)}…` : shape;
}

function shapeAt(json: Json, depth: number, isError: boolean, name: string): string {
  if (json === null) return 'null';
  if (isArray(json)) {
    const [first] = json;
    if (first === undefined) return '[]';
    return depth >= deepest
      ? '[…]'
      : `[${shapeAt(first, depth + 1, isError, '')}${json.length === 1 ? '' : `, … ${String(json.length)} items`}]`;
  }
  if (isObject(json)) return depth >= deepest ? '{…}' : objectShape(json, depth, isError);
  switch (typeof json) {
    case 'string':
      return isError && codeNames.test(name) && /^[A-Z][A-Z0-9_]{2,39}$/.test(json) ? `"${json}"` : 'string';
    case 'number':
      return Number.isInteger(json) ? 'integer' : 'number';
    default:
      return typeof json;
  }
}

function objectShape(json: { readonly [name: string]: Json }, depth: number, isError: boolean): string {
  const members = Object.entries(json);
  if (members.length === 0) return '{}';
  const named = members.filter(([name]) => isFieldName(name));
  const shown = named
    .slice(0, mostMembers)
    .map(([name, value]) => `${name}: ${shapeAt(value, depth + 1, isError, name)}`);
  const others = members.find(([name]) => !isFieldName(name));
  if (others !== undefined)
    shown.push(
      `[name]: ${shapeAt(others[1], depth + 1, isError, '')}, … ${String(members.length - named.length)} members`,
    );
  if (named.length > mostMembers) shown.push('…');
  return `{ ${shown.join(', ')} }`;
}
