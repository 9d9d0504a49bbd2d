import type { Json } from '#shared/domain/json.ts';
import type { ResponseAnomaly } from '#shared/domain/responseAnomaly.ts';
import { findRepeatedName, quoteLargeIntegers } from '#shared/text/jsonSource.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { notJson, UnreadableResponse } from './jsonScanner.ts';
import type { Slices } from './slices.ts';

/** A part of a response, from `start` up to but not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Number of member names in it, including nested ones. */
  readonly members: number;
}

/** A part of a response, parsed. */
export interface JsonPart {
  /** Integers that a JSON number cannot represent are strings with all digits. */
  readonly json: Json;
  readonly hasLargeIntegers: boolean;
  /** As received and decoded; not reformatted, no number rewritten. */
  readonly text: string;
  readonly anomalies: readonly ResponseAnomaly[];
  /** A name that one of its objects has twice: programs differ in which member they use. */
  readonly repeatedName: string | null;
}

/** Parts up to this size are decoded and searched at once, in bytes. */
const largePart = 4 * 1024 * 1024;

/** Reads one part of a body. @throws UnreadableResponse */
export async function readPart(body: Buffer, span: Span, slices: Slices): Promise<JsonPart> {
  const isLarge = span.end - span.start > largePart;
  const text = isLarge
    ? await decodeInPieces(body, span, slices)
    : body.toString('utf8', span.start, span.end);
  let json = parse(text);
  if (isLarge) await slices.next();
  const found: Findings = { members: 0, hasLargeIntegers: false, hasPrototypeName: false };
  lookThrough(json, found);
  if (found.hasLargeIntegers) json = parse(quoteLargeIntegers(text));
  const anomalies: ResponseAnomaly[] = [];
  if (found.hasPrototypeName) {
    json = withoutPrototypeNames(json);
    anomalies.push({ kind: 'prototype-name' });
  }
  // The search is slow, so only where members are missing.
  const repeatedName = found.members === span.members ? null : findRepeatedName(text);
  return { json, hasLargeIntegers: found.hasLargeIntegers, text, anomalies, repeatedName };
}

/**
 * An atom with a name twice is two atoms, and only one of them would be checked.
 *
 * @throws UnreadableResponse
 */
export function refuseRepeatedName({ repeatedName }: JsonPart, at: string): void {
  if (repeatedName !== null)
    throw new UnreadableResponse(
      at === '' ? null : at,
      `has the property ${quoteText(repeatedName)} more than once in one object, so it is unclear which one applies`,
    );
}

/** Text with non-ASCII characters takes long to decode. */
async function decodeInPieces(body: Buffer, { start, end }: Span, slices: Slices): Promise<string> {
  const pieces: string[] = [];
  for (let at = start; at < end;) {
    let next = Math.min(end, at + largePart);
    // Do not cut in the middle of a character.
    while (next < end && ((body[next] ?? 0) & 0xc0) === 0x80) next -= 1;
    pieces.push(body.toString('utf8', at, next));
    at = next;
    if (slices.isOver()) await slices.next();
  }
  return pieces.join('');
}

interface Findings {
  members: number;
  hasLargeIntegers: boolean;
  hasPrototypeName: boolean;
}

const prototypeName = '__proto__';

/** Recursion is safe because the scanner has refused deep nesting. */
function lookThrough(json: Json, found: Findings): void {
  if (typeof json === 'number') {
    if (Number.isInteger(json) && !Number.isSafeInteger(json)) found.hasLargeIntegers = true;
  } else if (Array.isArray(json)) {
    for (const item of json as readonly Json[]) lookThrough(item, found);
  } else if (json !== null && typeof json === 'object') {
    for (const name of Object.keys(json)) {
      if (name === prototypeName) found.hasPrototypeName = true;
      found.members += 1;
      lookThrough((json as { readonly [name: string]: Json })[name] ?? null, found);
    }
  }
}

/**
 * Copied to the window, such a member would become the prototype of its object, and its members would seem to exist. Nothing here
 * has this name, so that leaving it out changes no more than any other unknown member does.
 */
function withoutPrototypeNames(json: Json): Json {
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return (json as readonly Json[]).map(withoutPrototypeNames);
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name]) => name !== prototypeName)
      .map(([name, inner]) => [name, withoutPrototypeNames(inner)]),
  );
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw notJson();
  }
}
