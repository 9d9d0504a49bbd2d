import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';

/**
 * Prepares a pasted API key for a header (interface section 5): surrounding whitespace is removed; a key that
 * no HTTP header can carry is refused with `invalid_input` on `apiKey`. The messages never repeat the key.
 */
export function cleanApiKey(pasted: string): Result<string> {
  const apiKey = pasted.trim();
  if (apiKey === '') return refuse('The API key is empty.');
  // RFC 9110, 5.5: visible characters, space, and octets above 0x7f. Node refuses all others when sending.
  if (!/^[\x20-\x7e\x80-\xff]+$/.test(apiKey)) {
    return refuse(
      'The API key contains a character that cannot be sent, such as a line break. Copy the key again.',
    );
  }
  return succeed(apiKey);
}

function refuse(message: string): Result<never> {
  return refuseInput('apiKey', message);
}
