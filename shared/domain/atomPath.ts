import { fail, succeed, type Result } from './result.ts';

/**
 * The path of one atom, `/atoms/:key` (interface section 4.2), with the key as exactly one segment whatever
 * it contains. Built by our own code and sent raw: a WHATWG URL would resolve `.` and `..` to the parent, even as `%2E`.
 * A lone surrogate has no UTF-8 form and is refused: `invalid_input` on `key`.
 */
export function atomPath(key: string): Result<string> {
  if (key === '') return refuse('The key is empty.');
  let segment: string;
  try {
    segment = encodeURIComponent(key);
  } catch {
    return refuse('The key contains an unpaired surrogate, so it cannot be sent.');
  }
  // encodeURIComponent does not encode dots, but these two segments mean "current" and "parent".
  if (key === '.' || key === '..') segment = segment.replaceAll('.', '%2E');
  return succeed(`/atoms/${segment}`);
}

/** Whether a text can be sent as UTF-8 JSON without changing it. */
export function isSendableText(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Whether a key can be sent: it must have an exact UTF-8 form, and must not be empty, because no path could contain it. */
export function isSendableKey(key: string): boolean {
  return key !== '' && isSendableText(key);
}

function refuse(message: string): Result<never> {
  return fail({ code: 'invalid_input', field: 'key', message, requestId: null });
}
