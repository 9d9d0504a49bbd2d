import type { Json } from '../domain/json.ts';

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Narrowed by hand, because `Array.isArray` turns a read-only array into `any[]`. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export interface JsonPlace {
  /** Such as `error.code`, `items[].atom`; empty for the body itself. Safe to show: see `shownName`. */
  readonly path: string;
  readonly value: Json;
}

/** Any sensible response stays within this nesting. */
const deepest = 12;
/** Relevant values are near the start, or in all items alike. */
const mostPlaces = 100_000;

/** All nested values, outermost first; only the first ones of very many. */
export function* jsonPlaces(body: Json): Generator<JsonPlace> {
  let count = 0;
  function* within(value: Json, path: string, depth: number): Generator<JsonPlace> {
    count += 1;
    yield { path, value };
    if (depth >= deepest) return;
    if (isArray(value)) {
      for (const item of value) {
        if (count >= mostPlaces) return;
        yield* within(item, `${path}[]`, depth + 1);
      }
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        if (count >= mostPlaces) return;
        const shown = shownName(name);
        yield* within(member, path === '' ? shown : `${path}.${shown}`, depth + 1);
      }
    }
  }
  yield* within(body, '', 0);
}

/** Whether a property name can be that of a field. Names of another form are content, such as keys of atoms. */
export function isFieldName(name: string): boolean {
  return /^[A-Za-z_][\w-]{0,39}$/.test(name);
}

/** The name of a field as it is; `[name]` for any other, which may be content and may be of any length. */
export function shownName(name: string): string {
  return isFieldName(name) ? name : '[name]';
}

/** `the body itself`, or else the path. */
export function placeWords(path: string): string {
  return path === '' ? 'the body itself' : `\`${path}\``;
}
