import type { NetworkFailure } from '../domain/appError.ts';
import type { AttemptOutcome } from '../domain/requestLog.ts';
import { sizeWords } from './sizes.ts';
import { durationWords } from './times.ts';

const failureNames: Readonly<Record<NetworkFailure, string>> = {
  refused: 'Connection refused',
  'unknown-host': 'Host not found',
  'certificate-expired': 'Certificate expired',
  'certificate-not-yet-valid': 'Certificate not valid yet',
  'certificate-host': 'Certificate for another host',
  'certificate-self-signed': 'Self-signed certificate',
  'certificate-unknown-issuer': 'Unknown certificate issuer',
  'certificate-revoked': 'Certificate revoked',
  tls: 'TLS failed',
  'authorities-unreadable': 'CA file unreadable',
  'not-loopback': 'Not this computer',
  'proxy-unreachable': 'Proxy unreachable',
  'proxy-sign-in': 'Proxy sign-in required',
  'proxy-wrong-sign-in': 'Proxy sign-in refused',
  'proxy-refused': 'Proxy refused',
  'proxy-unsupported': 'Proxy not supported',
  reset: 'Connection lost',
  unreachable: 'Unreachable',
  redirect: 'Redirect',
  other: 'Connection failed',
};

/** How an attempt ended, in few words: its status, or why there is none. */
export function outcomeWords(outcome: AttemptOutcome): string {
  switch (outcome.kind) {
    case 'pending':
      return 'Pending';
    case 'answer':
      return String(outcome.status);
    case 'network':
      return failureNames[outcome.failure];
    case 'timeout':
      return outcome.isSlow
        ? `Too slow: not complete after ${durationWords(outcome.afterMs)}`
        : `Timeout: no data for ${durationWords(outcome.afterMs)}`;
    case 'too-large':
      return `Response larger than ${sizeWords(outcome.maxBytes)}`;
    case 'garbled':
      return 'Invalid HTTP';
    case 'headers-too-large':
      return 'Headers too large';
    case 'cancelled':
      return 'Canceled';
  }
}
