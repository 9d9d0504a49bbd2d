import type { TimestampCheck, TimestampFault } from '../timestamp/timestampCheck.ts';
import { quoteText } from './phrases.ts';
import { durationWords } from './times.ts';

/** What is known of a timestamp in a bundle. Full sentences. */
export function timestampWords(check: TimestampCheck): string {
  switch (check.kind) {
    case 'proven':
      return `The signature, and so everything that it covers, existed before ${timeOf(check)}, according to the timestamp authority ${quoteText(check.authority)}, whose certificate you trust as ${quoteText(check.trustedAs)}.`;
    case 'unknown-authority':
      return `Could not check who issued the timestamp, so its time is not proven. It states that the signature existed before ${timeOf(check)}, according to ${quoteText(check.authority)}. That authority is not one of your trusted timestamp authorities, and anyone can make such a timestamp with a certificate of their own.`;
    case 'unchecked':
      return 'The timestamp could not be checked, because its signature uses an algorithm that is unknown here or too weak.';
    case 'wrong':
      return `The timestamp is wrong and proves nothing. ${timestampFaultWords[check.fault]}`;
  }
}

/** `2026-11-22 19:30:05 UTC (accurate to 1 s)`. */
function timeOf({ at, accuracyMs }: { readonly at: string; readonly accuracyMs: number | null }): string {
  const time = `${at.slice(0, 19).replace('T', ' ')} UTC`;
  return accuracyMs === null ? time : `${time} (accurate to ${durationWords(accuracyMs)})`;
}

/** Why a timestamp is not what it claims to be. Full sentences. */
export const timestampFaultWords: Readonly<Record<TimestampFault, string>> = {
  unreadable: 'It is not an RFC 3161 response with one signed token, or it was altered.',
  refused: 'It is not a timestamp: the authority refused to issue one.',
  'other-imprint': 'It is about another signature.',
  'other-nonce': 'It was issued for another request.',
  'no-certificate': 'The certificate of its signer is missing.',
  altered: 'Its contents, its signature, or a certificate in it was altered.',
  'wrong-purpose':
    'The certificate of its signer is not one for timestamps: its only purpose must be time stamping, marked as critical.',
  expired: 'A certificate was no longer valid at the time that it states.',
  'not-yet-valid': 'A certificate was not valid yet at the time that it states.',
};
