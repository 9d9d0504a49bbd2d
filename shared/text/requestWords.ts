import type { NetworkFailure } from '../domain/appError.ts';
import type { AttemptOutcome, RequestPhase, RequestPurpose } from '../domain/requestLog.ts';
import { sizeWords } from './sizes.ts';
import { durationWords } from './times.ts';

/** Which part of the app sent a request. */
export const purposeNames: Readonly<Record<RequestPurpose, string>> = {
  read: 'Read',
  recall: 'Recall',
  store: 'Store',
  list: 'List',
  dialect: 'Dialect',
  test: 'Connection test',
  export: 'Export',
  import: 'Key import',
  discovery: 'Discovery',
  upload: 'Upload',
  audit: 'Audit',
  expectations: 'Expectations',
  other: 'Other',
};

export const phaseNames: Readonly<Record<RequestPhase, string>> = {
  queued: 'Queued',
  lookup: 'DNS lookup',
  connect: 'Connect',
  secure: 'TLS handshake',
  send: 'Send',
  wait: 'Wait',
  receive: 'Receive',
};

/** What happens in each part of a request, for a tooltip. */
export const phaseHints: Readonly<Record<RequestPhase, string>> = {
  queued: 'Waiting for a free connection, or for the proxy to open a tunnel',
  lookup: 'Resolving the host name',
  connect: 'Opening the connection',
  secure: 'Setting up encryption and checking the certificate',
  send: 'Sending the request',
  wait: 'Waiting for the first byte of the response',
  receive: 'Receiving the response',
};

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
