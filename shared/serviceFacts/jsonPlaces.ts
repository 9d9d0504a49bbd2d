import type { Json } from '../domain/json.ts';
import { visibleLine } from '../text/visibleText.ts';

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

const longestName = 60;

/**
 * A service may choose any property names: characters that could hide or reverse text are named, and long names
 * are cut.
 */
export function shownName(name: string): string {
  return visibleLine(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}

/** `the body itself`, or else the path. */
export function placeWords(path: string): string {
  return path === '' ? 'the body itself' : `\`${path}\``;
}
