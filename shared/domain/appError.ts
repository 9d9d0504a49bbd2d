import type { Denial } from './keyMemory.ts';

interface ErrorBase {
  /** One sentence for people and logs that says what happened. Never contains a key, a header, or a stack trace. */
  readonly message: string;
  /** Our id of the request it belongs to, if any. */
  readonly requestId: string | null;
}

/** Where a request failed on its way to the service. */
export const networkFailures = [
  'refused',
  'unknown-host',
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-host',
  'certificate-self-signed',
  'certificate-unknown-issuer',
  'certificate-revoked',
  /** Anything else that prevents an encrypted connection. */
  'tls',
  /** An authority that the connection should trust is no certificate. */
  'authorities-unreadable',
  /** `http://` leads to another computer. */
  'not-loopback',
  'proxy-unreachable',
  /** The proxy requires a user name and password. */
  'proxy-sign-in',
  /** The proxy did not accept the user name and password. */
  'proxy-wrong-sign-in',
  'proxy-refused',
  /** The system is set to use an unsupported kind of proxy. */
  'proxy-unsupported',
  'reset',
  'unreachable',
  'redirect',
  'other',
] as const;
export type NetworkFailure = (typeof networkFailures)[number];

const passingFailures: ReadonlySet<NetworkFailure> = new Set([
  'refused',
  'unknown-host',
  'proxy-unreachable',
  'reset',
  'unreachable',
  'other',
]);

/** Whether a failure may go away by itself. */
export function mayPass(failure: NetworkFailure): boolean {
  return passingFailures.has(failure);
}

/** Why a file could not be read or written. */
export type FileFailure =
  | 'denied'
  | 'missing'
  | 'full'
  | 'too-large'
  | 'not-a-file'
  | 'changed'
  | 'newer'
  | 'other';

/**
 * Everything that can go wrong, as plain data that survives IPC. The first six mirror section 7 of the
 * interface; the rest are ours.
 */
export type AppError =
  | (ErrorBase & { readonly code: 'unauthorized' })
  | (ErrorBase & {
      readonly code: 'forbidden';
      /** What was refused; a write by default. */
      readonly during?: 'read' | 'write';
    })
  | (ErrorBase & {
      readonly code: 'not_found';
      readonly key: string | null;
      /** What contradicts the absence; absent if nothing was compared. */
      readonly denial?: Denial;
    })
  | (ErrorBase & { readonly code: 'payload_too_large' })
  | (ErrorBase & {
      readonly code: 'sensitive_content';
      readonly reason: string | null;
      readonly pattern: string | null;
      readonly field: string | null;
      readonly failedIndex: number | null;
    })
  | (ErrorBase & { readonly code: 'rate_limited'; readonly retryAfterMs: number | null })
  | (ErrorBase & { readonly code: 'network'; readonly failure: NetworkFailure; readonly address: string })
  | (ErrorBase & {
      readonly code: 'timeout';
      readonly afterMs: number;
      readonly address: string;
      /** Data was transferred, but too slowly; false or absent: no data was transferred for that long. */
      readonly isSlow?: boolean;
      /** So little of a slow response came that requesting less does not help. */
      readonly isTrickle?: boolean;
    })
  | (ErrorBase & { readonly code: 'server_error'; readonly status: number })
  /** The service answered with a status that the API does not define for this request. */
  | (ErrorBase & {
      readonly code: 'unexpected_status';
      readonly status: number;
      /** The index of the batch item that caused the error, from 0; null if the response names none. */
      readonly failedIndex: number | null;
    })
  /** The response could not be read; `field` is a path such as `atoms[2].version`, if one field is invalid. */
  | (ErrorBase & { readonly code: 'bad_response'; readonly field: string | null })
  | (ErrorBase & { readonly code: 'keychain_unavailable' })
  /** The keychain responded, and does not have the private key of this installation. */
  | (ErrorBase & { readonly code: 'installation_key_missing' })
  /** The connection has no API key (never set, or its keychain entry was deleted). */
  | (ErrorBase & { readonly code: 'key_missing' })
  /** The address of the connection changed while work with the service at `address` was in progress. */
  | (ErrorBase & { readonly code: 'address_changed'; readonly address: string })
  /** The connection is locked read-only in this app. */
  | (ErrorBase & { readonly code: 'read_only' })
  /** The service is marked as production, and the user has not confirmed this write. */
  | (ErrorBase & { readonly code: 'not_confirmed' })
  | (ErrorBase & { readonly code: 'cancelled' })
  | (ErrorBase & { readonly code: 'invalid_input'; readonly field: string })
  /** The embedded service did not start or has stopped. */
  | (ErrorBase & { readonly code: 'demo_unavailable' })
  /** A file that the user chose could not be read or written. */
  | (ErrorBase & { readonly code: 'file_failed'; readonly failure: FileFailure; readonly path: string })
  /** The saved state of an upload can no longer be read; `folder`: where it was moved. */
  | (ErrorBase & { readonly code: 'upload_lost'; readonly folder: string })
  /** Evidence cannot be made from this, or this file is not evidence. */
  | (ErrorBase & { readonly code: 'evidence_refused' })
  /** The root ledger is not what was recorded, so it is not signed. */
  | (ErrorBase & { readonly code: 'ledger_doubted' })
  /** No timestamp was issued for evidence, so it was not saved. */
  | (ErrorBase & { readonly code: 'timestamp_failed' })
  | (ErrorBase & { readonly code: 'internal' });

export type AppErrorCode = AppError['code'];
