import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Json } from '../domain/json.ts';
import { countOf } from '../text/phrases.ts';
import type { FactEvidence } from './factBook.ts';
import { isArray, isObject, type JsonObject } from './jsonPlaces.ts';
import { jsonShape } from './jsonShape.ts';

/** One request and its response, without the API key. */
export interface SeenExchange {
  readonly method: 'GET' | 'POST';
  /** Below the base address, percent-encoded. */
  readonly path: string;
  readonly sent: Json | null;
  readonly status: number;
  /** Headers about rate limits and versions, with lower-case names. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: 'json' | 'html' | 'other' | 'empty';
  /** undefined: the body is not JSON, or was not parsed because it is long. */
  readonly json: Json | undefined;
  /** The beginning of the body. */
  readonly head: string;
}

/** The items of a batch. Of the open server, too, whose batches have `items`, and whose stores have `atoms`. */
export function itemsSent(sent: Json | null): readonly Json[] {
  if (!isObject(sent ?? undefined)) return [];
  const { keys, items, atoms } = sent as JsonObject;
  return [keys, items, atoms].find(isArray) ?? [];
}

export function sentText(sent: Json | null, name: string): string | null {
  const text = isObject(sent ?? undefined) ? (sent as JsonObject)[name] : undefined;
  return typeof text === 'string' ? text : null;
}

/** A request and its response in words that repeat no value. */
export function evidenceOf(exchange: SeenExchange): FactEvidence {
  return {
    request: requestWords(exchange),
    status: exchange.status,
    response: responseShape(exchange),
  };
}

function responseShape({ body, json, status }: SeenExchange): string {
  if (json !== undefined) return jsonShape(json, status >= 400);
  switch (body) {
    case 'empty':
      return 'empty';
    case 'html':
      return 'a web page';
    case 'other':
      return 'text, not JSON';
    case 'json':
      return 'JSON, not shown because it is long';
  }
}

/** A request without its key and its text. */
export function requestWords(exchange: SeenExchange): string {
  const { method, path, sent } = exchange;
  const bare = path
    .replace(/^\/atoms\/(?!export$).*/, '/atoms/:key')
    .replace(/^\/weights\/.*/, '/weights/:key');
  const items = itemsSent(sent);
  const limit = isObject(sent ?? undefined) ? (sent as JsonObject)['limit'] : undefined;
  const value = sentText(sent, 'value');
  const details = [
    ...(items.length > 0 ? [countOf(items.length, path === '/batch-access' ? 'key' : 'atom')] : []),
    ...(typeof limit === 'number' ? [`limit ${String(limit)}`] : []),
    ...(value === null ? [] : [`value of ${countOf(bytesOf(value), 'byte')}`]),
  ];
  return [`${method} ${bare}`, ...details].join(', ');
}

export function bytesOf(text: string): number {
  return utf8ToBytes(text).byteLength;
}
