import type { Json } from '#shared/domain/json.ts';
import { visibleLine } from '#shared/text/visibleText.ts';

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Narrowed by hand: `Array.isArray` makes `any[]` of a read-only array. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export interface JsonPlace {
  /** Such as `error.code`, `items[].atom`; empty for the body itself. Fit to be shown: see `shownName`. */
  readonly path: string;
  readonly value: Json;
}

/** Nesting that any sensible answer stays within. */
const deepest = 12;
/** What is looked for stands near the start, or in all items alike. */
const mostPlaces = 100_000;

/** Every value within, the outermost first; of very many, the first. */
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

/** A service may name its members as it likes: what could hide or turn text round is named, what is long is cut. */
export function shownName(name: string): string {
  return visibleLine(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}

/** `body` for the whole, else the path. */
export function placeWords(path: string): string {
  return path === '' ? 'the body itself' : `\`${path}\``;
}
