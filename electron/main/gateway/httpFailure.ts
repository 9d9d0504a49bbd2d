import type { AppError, NetworkFailure } from '#shared/domain/appError.ts';
import { assertNever } from '#shared/domain/result.ts';

/** Why an exchange gave no answer. */
export type HttpFailure =
  | { readonly kind: 'network'; readonly failure: NetworkFailure }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'too-large'; readonly maxBytes: number }
  /** What came back was not HTTP, or its encoding was broken. */
  | { readonly kind: 'garbled' };

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
};

/** Names of certificate failures in node:tls; all its other TLS codes begin with ERR_TLS or ERR_SSL. */
const certificateFailure =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|ERROR_IN_CERT|PATH_LENGTH_EXCEEDED)/;

/** Sorts an error code of node:net, node:tls, node:http or node:zlib. */
export function failureOfCode(code: string): HttpFailure {
  if (/^(HPE_|Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_PADDING|ERR_HTTP_)/.test(code)) return { kind: 'garbled' };
  if (certificateFailure.test(code)) return { kind: 'network', failure: 'tls' };
  return { kind: 'network', failure: failureByCode[code] ?? 'other' };
}

/** The same as data for the window; `address` is the connection's base address, which holds no secret. */
export function errorOfFailure(failure: HttpFailure, address: string, requestId: string): AppError {
  switch (failure.kind) {
    case 'network':
      return {
        code: 'network',
        failure: failure.failure,
        address,
        requestId,
        message: `${networkWords(failure.failure)} (${address}).`,
      };
    case 'timeout':
      return {
        code: 'timeout',
        afterMs: failure.afterMs,
        address,
        requestId,
        message: `The service did not answer within ${String(failure.afterMs / 1000)} seconds (${address}).`,
      };
    case 'cancelled':
      return { code: 'cancelled', requestId, message: 'The request was cancelled.' };
    case 'too-large':
      return {
        code: 'bad_response',
        field: null,
        requestId,
        message: `The answer was larger than ${String(Math.floor(failure.maxBytes / 1024 / 1024))} MiB and was stopped.`,
      };
    case 'garbled':
      return {
        code: 'bad_response',
        field: null,
        requestId,
        message: 'The answer was not readable as HTTP.',
      };
    default:
      return assertNever(failure);
  }
}

function networkWords(failure: NetworkFailure): string {
  switch (failure) {
    case 'refused':
      return 'Nothing is listening at the address';
    case 'unknown-host':
      return 'The host name could not be found';
    case 'tls':
      return 'No trustworthy encrypted connection could be made, so the API key was not sent';
    case 'reset':
      return 'The connection was lost before the answer was complete';
    case 'unreachable':
      return 'The host could not be reached';
    case 'redirect':
      return 'The service answered with a redirect, which is not followed, so that the API key goes nowhere else';
    case 'other':
      return 'The connection failed';
    default:
      return assertNever(failure);
  }
}
