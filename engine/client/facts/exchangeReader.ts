import type { Lesson } from '#shared/serviceFacts/factBook.ts';
import { learnFromExchange } from '#shared/serviceFacts/learnFromExchange.ts';
import type { ObservedExchange } from '../gateway.ts';
import { parseShortBody } from '../jsonBody.ts';

/** Bytes of a body that are parsed whenever it is looked at. */
const shortBytes = 64 * 1024;
/** Bytes of a body that are parsed the first few times, so that services with long responses only are known too. */
const longBytes = 512 * 1024;
const longTimes = 3;
/** Of one kind of response, so many are looked at, and then one in `lookEvery`. */
const lookTimes = 50;
const lookEvery = 16;
const mostKinds = 1_000;
const headBytes = 4_096;

/** Looks at responses for what they show about a service, at little cost: an audit receives thousands that are alike. */
export function createExchangeReader(): {
  /** @param of whose response it is */
  readonly lessons: (of: string, exchange: ObservedExchange) => readonly Lesson[];
} {
  const times = new Map<string, number>();
  return {
    lessons: (of, { method, path, body: sent, response }) => {
      const { status, body, noted } = response;
      const place = path.split('?', 1)[0]?.replace(/^(\/\w+\/).*/, '$1') ?? '';
      const kind = [of, method, place, status].join(' ');
      const seen = times.get(kind) ?? 0;
      if (times.size >= mostKinds) times.clear();
      times.set(kind, seen + 1);
      if (seen >= lookTimes && seen % lookEvery !== 0) return [];
      const head = body.toString('utf8', 0, headBytes);
      const form = formOf(head);
      const json =
        form === 'json'
          ? parseShortBody(body, seen < longTimes ? longBytes : shortBytes, mostValues)
          : undefined;
      return learnFromExchange({
        method,
        path,
        sent,
        status,
        headers: noted,
        body: form === 'json' && json === undefined && body.length <= shortBytes ? 'other' : form,
        json,
        head,
      });
    },
  };
}

const mostValues = 200_000;

function formOf(head: string): 'json' | 'html' | 'other' | 'empty' {
  const start = head.trimStart();
  if (start === '') return 'empty';
  if (start.startsWith('<')) return 'html';
  return /^[[{"]/.test(start) ? 'json' : 'other';
}
