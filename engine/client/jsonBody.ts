import type { Json } from '#shared/domain/json.ts';
import { outlineWhole } from './bodyOutline.ts';
import { UnreadableResponse } from './jsonScanner.ts';

/** Largest error body that is parsed as JSON; services send far smaller ones. */
const mostBytes = 64 * 1024;

/**
 * A short body as JSON; undefined if it is empty, long, or not JSON.
 *
 * @param longest in bytes
 * @param mostValues JSON values in it; absent: as many as one atom may have
 */
export function parseShortBody(body: Buffer, longest = mostBytes, mostValues?: number): Json | undefined {
  if (body.length > longest) return undefined;
  try {
    outlineWhole(body, mostValues);
    return JSON.parse(body.toString('utf8')) as Json;
  } catch (error) {
    if (error instanceof UnreadableResponse || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function isJsonObject(json: Json | undefined): json is { readonly [key: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
