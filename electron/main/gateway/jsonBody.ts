import type { Json } from '#shared/domain/json.ts';

/** Deepest nesting accepted. The interface needs 4; recursive code behind the edge must not be exhausted. */
const maxDepth = 100;

export type JsonBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly json: Json }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Reads a body as JSON in UTF-8. */
export function parseJsonBody(body: Uint8Array): JsonBody {
  if (body.byteLength === 0) return { kind: 'empty' };
  if (isNestedDeeperThan(body, maxDepth)) {
    return { kind: 'unreadable', why: `is nested more than ${String(maxDepth)} levels deep` };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return { kind: 'unreadable', why: 'is not valid UTF-8' };
  }
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', json: JSON.parse(text) as Json };
  } catch {
    return {
      kind: 'unreadable',
      why: text.trimStart().startsWith('<') ? 'is a web page, not JSON' : 'is not valid JSON',
    };
  }
}

/** Counts brackets outside strings, before anything recursive sees the value. */
function isNestedDeeperThan(body: Uint8Array, limit: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (isInString) {
      if (byte === 0x5c) i++;
      else if (byte === 0x22) isInString = false;
    } else if (byte === 0x22) isInString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      if (depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

export function isJsonObject(json: Json | undefined): json is { readonly [key: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
