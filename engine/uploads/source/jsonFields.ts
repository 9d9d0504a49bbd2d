import type { SourceCell } from '#shared/domain/uploadSource.ts';
import { cellOfJson, jsonElements, textOfJson } from '#shared/upload/jsonTokens.ts';

/** A JSON value as a record. */
export type JsonFields =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, SourceCell | null> }
  /** `why`: a message. */
  | { readonly ok: false; readonly why: string };

/** Names of the columns of `[key, value]` and of an object that maps keys to values. */
export const pairColumns = ['key', 'value'] as const;

/**
 * The fields of a JSON object, or of a pair `["key", value]`. Values other than strings keep their digits as
 * written, because a JSON number may have more than a JavaScript number can hold. Names are only looked up in
 * the map.
 */
export function jsonFields(text: string): JsonFields {
  const value = parseJson(text);
  if (!value.ok) return value;
  if (Array.isArray(value.json)) {
    const [key, second] = jsonElements(text);
    const isPair = value.json.length === 2 && key !== undefined && second !== undefined;
    const keyCell = isPair ? cellOfJson(key) : null;
    if (!isPair || keyCell === null || !keyCell.isText)
      return { ok: false, why: 'This list is not a pair of a key and a value.' };
    return {
      ok: true,
      fields: new Map([
        [pairColumns[0], keyCell],
        [pairColumns[1], cellOfJson(second)],
      ]),
    };
  }
  if (typeof value.json !== 'object' || value.json === null)
    return { ok: false, why: 'Not a JSON object, so it has no properties.' };
  const fields = new Map<string, SourceCell | null>();
  const tokens = jsonElements(text);
  for (let at = 0; at + 1 < tokens.length; at += 2) {
    const name = textOfJson(tokens[at] ?? '');
    if (fields.has(name))
      return { ok: false, why: `The property ${JSON.stringify(name)} appears more than once.` };
    fields.set(name, cellOfJson(tokens[at + 1] ?? ''));
  }
  return { ok: true, fields };
}

/** A value of a map from key to value. */
export function jsonCell(
  text: string,
): { readonly ok: true; readonly cell: SourceCell | null } | { readonly ok: false; readonly why: string } {
  const value = parseJson(text);
  return value.ok ? { ok: true, cell: cellOfJson(text.trim()) } : value;
}

function parseJson(
  text: string,
): { readonly ok: true; readonly json: unknown } | { readonly ok: false; readonly why: string } {
  try {
    const json: unknown = JSON.parse(text);
    return { ok: true, json };
  } catch (error) {
    return {
      ok: false,
      why: `Not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
