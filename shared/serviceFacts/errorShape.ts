import type { Json } from '../domain/json.ts';
import { isArray, isObject, jsonPlaces } from './jsonPlaces.ts';

/** How the service reports a refusal. Places are paths in the body. */
export interface ErrorShape {
  readonly status: number;
  readonly body: 'json' | 'html' | 'text' | 'empty';
  /** Path of the API's code, such as `error.code`; null if it is missing. */
  readonly codeAt: string | null;
  /** Path of the longest text that is not the code. */
  readonly messageAt: string | null;
  /** Other properties. */
  readonly others: readonly string[];
}

const mostOthers = 20;

/** `code` is the API's code for this refusal; null if it defines none. */
export function errorShape(
  answer: {
    readonly status: number;
    readonly body: 'json' | 'html' | 'other' | 'empty';
    /** undefined: the body is not JSON. */
    readonly json: Json | undefined;
  },
  code: string | null,
): ErrorShape {
  const { status, body, json } = answer;
  if (json === undefined) return plain(status, body === 'other' || body === 'json' ? 'text' : body);
  const leaves = [...jsonPlaces(json)].filter(({ value }) => !isObject(value) && !isArray(value));
  const codeAt = leaves.find(({ value }) => code !== null && value === code)?.path ?? null;
  const texts = leaves.filter(({ path, value }) => typeof value === 'string' && path !== codeAt);
  const [longest] = texts.sort((one, other) => lengthOf(other.value) - lengthOf(one.value));
  const messageAt = longest?.path ?? null;
  const others = leaves.map(({ path }) => path).filter((path) => path !== codeAt && path !== messageAt);
  return {
    status,
    body: 'json',
    codeAt,
    messageAt,
    others: [...new Set(others)].filter((path) => path !== '').slice(0, mostOthers),
  };
}

function plain(status: number, body: ErrorShape['body']): ErrorShape {
  return { status, body, codeAt: null, messageAt: null, others: [] };
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

export function errorWords({ body, codeAt, messageAt, others }: ErrorShape): string {
  if (body !== 'json') return body === 'empty' ? 'empty body' : `${body}, not JSON`;
  const where = (path: string) => (path === '' ? 'as the body itself' : `in \`${path}\``);
  return [
    `JSON, code ${codeAt === null ? 'nowhere' : where(codeAt)}`,
    `message ${messageAt === null ? 'nowhere' : where(messageAt)}`,
    ...(others.length > 0 ? [`also ${others.map((path) => `\`${path}\``).join(', ')}`] : []),
  ].join(', ');
}
