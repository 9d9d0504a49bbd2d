import type { AppError, NetworkFailure } from '#shared/domain/appError.ts';
import { durationWords } from '#shared/text/times.ts';
import { unreadableAuthorities } from './agents.ts';
import { notLoopback } from './loopback.ts';
import { proxyCodes } from './proxy.ts';

/** Why an exchange got no response. */
export type HttpFailure =
  | { readonly kind: 'network'; readonly failure: NetworkFailure }
  /**
   * `isSlow`: data was moving, but too slowly; otherwise nothing moved for that long. `isTrickle`: so little came that it is
   * no slow link.
   */
  | {
      readonly kind: 'timeout';
      readonly afterMs: number;
      readonly isSlow: boolean;
      readonly isTrickle?: boolean;
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'too-large'; readonly maxBytes: number }
  /** The response was not HTTP, or its encoding was broken. */
  | { readonly kind: 'garbled' }
  | { readonly kind: 'headers-too-large' };

const failureByCode: Readonly<Record<string, NetworkFailure>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  EAI_FAIL: 'unknown-host',
  EAI_NODATA: 'unknown-host',
  EAI_NONAME: 'unknown-host',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ERR_STREAM_PREMATURE_CLOSE: 'reset',
  ENETUNREACH: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ENETDOWN: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-host',
  HOSTNAME_MISMATCH: 'certificate-host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-unknown-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-unknown-issuer',
  CERT_UNTRUSTED: 'certificate-unknown-issuer',
  CERT_REVOKED: 'certificate-revoked',
  [notLoopback]: 'not-loopback',
  [unreadableAuthorities]: 'authorities-unreadable',
  [proxyCodes.unreachable]: 'proxy-unreachable',
  [proxyCodes.signIn]: 'proxy-sign-in',
  [proxyCodes.wrongSignIn]: 'proxy-wrong-sign-in',
  [proxyCodes.refused]: 'proxy-refused',
  [proxyCodes.unsupported]: 'proxy-unsupported',
};

/** Names of certificate failures in node:tls; all its other TLS codes start with ERR_TLS or ERR_SSL. */
const certificateFailure =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|ERROR_IN_CERT|PATH_LENGTH_EXCEEDED)/;

/** Classifies an error code of node:net, node:tls, node:http, or node:zlib. */
export function failureOfCode(code: string): HttpFailure {
  if (code === 'HPE_HEADER_OVERFLOW') return { kind: 'headers-too-large' };
  if (/^(HPE_|Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_PADDING|ERR_HTTP_)/.test(code)) return { kind: 'garbled' };
  const known = failureByCode[code];
  if (known !== undefined) return { kind: 'network', failure: known };
  return { kind: 'network', failure: certificateFailure.test(code) ? 'tls' : 'other' };
}

/**
 * The failure as data for the window; `address` is the connection's base address, which contains no secret.
 */
export function errorOfFailure(failure: HttpFailure, address: string, requestId: string): AppError {
  const unread = (message: string): AppError => ({ code: 'bad_response', field: null, requestId, message });
  switch (failure.kind) {
    case 'network':
      return {
        code: 'network',
        failure: failure.failure,
        address,
        requestId,
        message: `${networkWords[failure.failure]} (${address}).`,
      };
    case 'timeout':
      return {
        code: 'timeout',
        afterMs: failure.afterMs,
        isSlow: failure.isSlow,
        ...(failure.isTrickle === true && { isTrickle: true }),
        address,
        requestId,
        message: failure.isSlow
          ? `The transfer was stopped because it took longer than ${durationWords(failure.afterMs)} (${address}).`
          : `The service did not respond for ${durationWords(failure.afterMs)} (${address}).`,
      };
    case 'cancelled':
      return { code: 'cancelled', requestId, message: 'The request was canceled.' };
    case 'too-large': {
      const most = String(Math.floor(failure.maxBytes / 1024 / 1024));
      return unread(`The response is larger than ${most} MiB, so it was not read to the end.`);
    }
    case 'garbled':
      return unread('The response could not be read as HTTP.');
    case 'headers-too-large':
      return unread('The response headers are larger than 16 KiB, so the response was not read.');
  }
}

const networkWords: Readonly<Record<NetworkFailure, string>> = {
  refused: 'Connection refused: no service is listening at this address',
  'unknown-host': 'The host name could not be found',
  'certificate-expired': 'The service’s certificate has expired, so the API key was not sent',
  'certificate-not-yet-valid': 'The service’s certificate is not valid yet, so the API key was not sent',
  'certificate-host': 'The service’s certificate is for another host name, so the API key was not sent',
  'certificate-self-signed': 'The service’s certificate is self-signed, so the API key was not sent',
  'certificate-unknown-issuer':
    'The service’s certificate was issued by an authority that this computer does not trust, so the API key was not sent',
  'certificate-revoked': 'The service’s certificate was revoked, so the API key was not sent',
  tls: 'An encrypted connection could not be made, so the API key was not sent',
  'authorities-unreadable':
    'A certificate in the CA file of this connection cannot be read, so the API key was not sent',
  'not-loopback':
    'The host name does not resolve to this computer, so the API key was not sent over an unencrypted connection',
  'proxy-unreachable': 'The system proxy could not be reached',
  'proxy-sign-in': 'The system proxy requires a sign-in (407)',
  'proxy-wrong-sign-in': 'The system proxy did not accept the user name and password (407)',
  'proxy-refused': 'The system proxy refused to connect to the service',
  'proxy-unsupported': 'The type of the system proxy is not supported',
  reset: 'The connection was lost before the response was complete',
  unreachable: 'The host could not be reached',
  redirect:
    'The service responded with a redirect, which was not followed so that the API key is not sent to another server',
  other: 'The connection failed',
};
