import type { RecordedBody } from '#shared/domain/requestLog.ts';
import type { HttpRequest } from '../httpClient.ts';
import { createKeyRedactor } from '../keyRedactor.ts';
import { longestPerCharacter } from '../withoutKeys.ts';

/** The API keys that nothing recorded about a request may contain. */
export function keysOf({ apiKey, alsoRemoves = [] }: HttpRequest): readonly string[] {
  return [apiKey ?? '', ...alsoRemoves].filter((key) => key !== '');
}

/** The text without API keys in any form. Of a cut text, the end is dropped that may be the beginning of a key. */
export function textWithoutKeys(text: string, keys: readonly string[], isCut = false): string {
  if (keys.length === 0) return text;
  const clean = createKeyRedactor(keys, false).clean(text);
  const longest = Math.max(...keys.map((key) => Buffer.byteLength(key)));
  return isCut ? clean.slice(0, Math.max(0, clean.length - longestPerCharacter * longest)) : clean;
}

/** The beginning of a body of text, at most `most` bytes, without these API keys. */
export function excerptOf(body: Buffer, keys: readonly string[], most: number): RecordedBody {
  const isCut = body.length > most;
  // A character that was cut in two is dropped.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, most), {
    stream: isCut,
  });
  return { text: textWithoutKeys(text, keys, isCut), isCut };
}
