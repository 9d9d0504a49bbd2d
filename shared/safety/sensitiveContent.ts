import { credentialPatterns } from './credentialPatterns.ts';
import type { CredentialPattern } from './credentialPatterns.ts';
import { randomTokens } from './randomTokens.ts';
import type { TokenSpan } from './randomTokens.ts';

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
    const found = matchesOf(pattern, value).next();
    if (found.done !== true && (first === null || found.value.start < first.start)) first = found.value;
  }
  if (first !== null) return first;
  const token = randomTokens(value).next();
  return token.done === true ? null : entropyFinding(token.value);
}

/** More findings in one value are not listed, because nobody would review them. */
export const mostSensitiveFindings = 500;

/**
 * Everything in a value that looks like a credential, in the order of the text, without overlaps: what a pattern
 * names goes before what only looks random, and an earlier pattern before a later one. Pauses at its `yield`s.
 *
 * @returns at most `mostSensitiveFindings`
 */
export function* findAllSensitiveContent(value: string): Generator<void, readonly SensitiveFinding[], void> {
  const found: SensitiveFinding[] = [];
  const take = (findings: Iterable<SensitiveFinding>): void => {
    let taken = 0;
    for (const finding of findings) {
      found.push(finding);
      taken += 1;
      if (taken === mostSensitiveFindings) return;
    }
  };
  for (const pattern of credentialPatterns) {
    take(matchesOf(pattern, value));
    yield;
  }
  take(entropyFindings(value));
  // The sort is stable: of two at one place the one found first, by the order of the patterns, stays.
  found.sort((one, other) => one.start - other.start);
  const apart: SensitiveFinding[] = [];
  for (const finding of found) {
    const before = apart.at(-1);
    if (before === undefined || finding.start >= before.end) apart.push(finding);
    else if (before.reason === 'entropy' && finding.reason !== 'entropy') apart[apart.length - 1] = finding;
  }
  return apart.slice(0, mostSensitiveFindings);
}

function* matchesOf(
  { name, expression, isReal }: CredentialPattern,
  value: string,
): Generator<SensitiveFinding, void, void> {
  for (const match of value.matchAll(expression)) {
    const secret = match.groups?.['secret'] ?? match[0];
    if (isReal !== undefined && !isReal(secret, match)) continue;
    const [start, end] = match.indices?.groups?.['secret'] ?? [match.index, match.index + match[0].length];
    yield { reason: 'credential_pattern', pattern: name, start, end };
  }
}

function* entropyFindings(value: string): Generator<SensitiveFinding, void, void> {
  for (const token of randomTokens(value)) yield entropyFinding(token);
}

function entropyFinding(token: TokenSpan): SensitiveFinding {
  return { reason: 'entropy', pattern: null, ...token };
}
