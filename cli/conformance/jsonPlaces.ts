import type { Json } from '#shared/domain/json.ts';

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Narrowed by hand: `Array.isArray` makes `any[]` of a read-only array. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export interface JsonPlace {
  /** Such as `error.code`, `items[].atom`; empty for the body itself. */
  readonly path: string;
  readonly value: Json;
}

/** Nesting that any sensible answer stays within. */
const deepest = 12;

/** Every value within, the outermost first. */
export function* jsonPlaces(value: Json, path = '', depth = 0): Generator<JsonPlace> {
  yield { path, value };
  if (depth >= deepest) return;
  if (isArray(value)) for (const item of value) yield* jsonPlaces(item, `${path}[]`, depth + 1);
  else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      yield* jsonPlaces(member, path === '' ? name : `${path}.${name}`, depth + 1);
    }
  }
}

/** `body` for the whole, else the path. */
export function placeWords(path: string): string {
  return path === '' ? 'the body itself' : `\`${path}\``;
}
