/**
 * How JSON objects and arrays begin, valid or not: with a bracket, and in it a name, a value, or nothing. A template (`{{name}}`),
 * a link (`[text](address)`) and a list of things to do (`[ ] buy milk`) begin otherwise.
 */
const jsonStart =
  /^[\s\uFEFF]*(?:\[\s*)*(?:\{\s*(?:["'}]|[\p{L}_$][\p{L}\p{N}_$]*\s*:|$)|\[\s*(?:["']|\]\s*$|$|(?:-?\d[\d.eE+-]*|true|false|null)\s*(?:,|\]\s*$|$)))/u;

/** Whether a text is meant to be a JSON object or array, but is not valid JSON. */
export function isBrokenJson(text: string): boolean {
  if (!beginsLikeJson(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

export function isJsonObjectOrList(text: string): boolean {
  return beginsLikeJson(text) && !isBrokenJson(text);
}

export function beginsLikeJson(text: string): boolean {
  return jsonStart.test(text.length > looked ? text.slice(0, looked) : text);
}

/** Enough to see how a text begins; in UTF-16 units. */
const looked = 1_000;
