import { fail, succeed, type Result } from './result.ts';

/**
 * The path of one atom, `/atoms/:key` (interface section 4.2), with the key as exactly one segment whatever
 * it holds. Built manually and sent raw: WHATWG URL would resolve `.` and `..` to the parent, even as `%2E`.
 * A lone surrogate has no UTF-8 form and is refused: `invalid_input` on `key`.
 */
export function atomPath(key: string): Result<string> {
  if (key === '') return refuse('The key is empty.');
  let segment: string;
  try {
    segment = encodeURIComponent(key);
  } catch {
    return refuse('The key holds half of a character pair (a lone surrogate) and cannot be sent.');
  }
  // encodeURIComponent leaves dots alone, but these two segments mean "here" and "parent".
  if (key === '.' || key === '..') segment = segment.replaceAll('.', '%2E');
  return succeed(`/atoms/${segment}`);
}

/** Whether a text survives being sent as UTF-8 JSON unchanged. */
export function isSendableText(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Whether a key can be sent at all: it has an exact form in UTF-8, and is not empty, which no path can name. */
export function isSendableKey(key: string): boolean {
  return key !== '' && isSendableText(key);
}

function refuse(message: string): Result<never> {
  return fail({ code: 'invalid_input', field: 'key', message, requestId: null });
}
