import type { RecordedBody } from '#shared/domain/requestLog.ts';
import { createKeyRedactor, redactKey } from '../gateway/redact.ts';

/** Every character of a key may be percent-encoded, and every character of that written as `\u0000`. */
const longestPerByte = 18;

/** The text without the API key in any form. Of a cut text, the end is dropped that may be the beginning of the key. */
export function withoutKey(text: string, apiKey: string | null, isCut = false): string {
  if (apiKey === null || apiKey === '') return text;
  const redactor = createKeyRedactor(apiKey);
  // Only text with a backslash can have escapes.
  const clean = redactKey(text.includes('\\') ? redactor.jsonText(text) : redactor.text(text), apiKey);
  return isCut
    ? clean.slice(0, Math.max(0, clean.length - longestPerByte * Buffer.byteLength(apiKey)))
    : clean;
}

/** The beginning of a body of text, at most `most` bytes, without the API key. */
export function excerptOf(body: Buffer, apiKey: string | null, most: number): RecordedBody {
  const isCut = body.length > most;
  // A character that was cut in two is dropped.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, most), {
    stream: isCut,
  });
  return { text: withoutKey(text, apiKey, isCut), isCut };
}
