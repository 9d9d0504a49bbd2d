import { credentialPatterns } from './credentialPatterns.ts';
import type { CredentialPattern } from './credentialPatterns.ts';
import { findRandomToken } from './randomTokens.ts';

/** Why a value is refused (interface section 7, 422). Never holds the secret itself. */
export interface SensitiveFinding {
  readonly reason: 'credential_pattern' | 'entropy';
  /** Name of the pattern, such as `aws-access-key-id`; null for `entropy`. */
  readonly pattern: string | null;
  /** UTF-16 offsets of the secret in the value, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * The first thing in a value that looks like a credential: by a known pattern if there is one, else by the
 * entropy of a long unbroken token. null when the value may be stored. Takes time linear in the length.
 */
export function findSensitiveContent(value: string): SensitiveFinding | null {
  let first: SensitiveFinding | null = null;
  for (const pattern of credentialPatterns) {
    const found = firstMatch(pattern, value);
    if (found !== null && (first === null || found.start < first.start)) first = found;
  }
  if (first !== null) return first;
  const token = findRandomToken(value);
  return token === null ? null : { reason: 'entropy', pattern: null, ...token };
}

function firstMatch({ name, expression, isReal }: CredentialPattern, value: string): SensitiveFinding | null {
  for (const match of value.matchAll(expression)) {
    const secret = match.groups?.['secret'] ?? match[0];
    if (isReal !== undefined && !isReal(secret, match)) continue;
    const [start, end] = match.indices?.groups?.['secret'] ?? [match.index, match.index + match[0].length];
    return { reason: 'credential_pattern', pattern: name, start, end };
  }
  return null;
}
