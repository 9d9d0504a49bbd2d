import { z } from 'zod';
import { connectionId } from '../ipc/fields.ts';
import type { NetworkFailure } from './appError.ts';
import type { ConnectionId } from './connection.ts';
import type { JobKind } from './job.ts';

/** Which part of the app sent a request. */
export type RequestPurpose =
  | JobKind
  | 'recall'
  | 'store'
  | 'list'
  | 'dialect'
  | 'test'
  | 'expectations'
  | 'other';

/** How one attempt ended. */
export type AttemptOutcome =
  | { readonly kind: 'pending' }
  /** With a response, whatever its status. */
  | { readonly kind: 'answer'; readonly status: number }
  | { readonly kind: 'network'; readonly failure: NetworkFailure }
  /** `isSlow`: data was moving, but too slowly. */
  | { readonly kind: 'timeout'; readonly afterMs: number; readonly isSlow: boolean }
  | { readonly kind: 'too-large'; readonly maxBytes: number }
  /** The response was not HTTP, or its encoding was broken. */
  | { readonly kind: 'garbled' }
  | { readonly kind: 'headers-too-large' }
  | { readonly kind: 'cancelled' };

/** A logged request as a row. */
export interface RequestRow {
  /** Identifies it in the log; larger for later requests. */
  readonly id: number;
  /** null: the connection is not saved. */
  readonly connectionId: ConnectionId | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly method: 'GET' | 'POST';
  /** As sent, percent-encoded, without the base address; cut if it is long. */
  readonly path: string;
  readonly purpose: RequestPurpose;
  /** One more than its retries. */
  readonly attempts: number;
  /** Of the last attempt. */
  readonly outcome: AttemptOutcome;
  /** From the start of the first attempt to the end of the last one; null while one is pending. */
  readonly elapsedMs: number | null;
  /** Bytes of the body; 0 without one. */
  readonly sentBytes: number;
  /** Decoded bytes of the body of the last response; null if none arrived. */
  readonly receivedBytes: number | null;
}

/** The parts of an attempt in the order in which they happen. */
export const requestPhases = ['queued', 'lookup', 'connect', 'secure', 'send', 'wait', 'receive'] as const;
export type RequestPhase = (typeof requestPhases)[number];

/** How long each part took, in milliseconds; null if it did not happen, or not to the end. */
export type PhaseTimes = Readonly<Record<RequestPhase, number | null>>;

/** The beginning of a body, without the API key. */
export interface RecordedBody {
  readonly text: string;
  /** Whether the body goes on. */
  readonly isCut: boolean;
}

export interface RequestAttempt {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** null while it is pending. */
  readonly elapsedMs: number | null;
  readonly outcome: AttemptOutcome;
  readonly times: PhaseTimes;
  /** Whether it used a connection that was open; null if it got none. */
  readonly isReused: boolean | null;
  /** Those of the allow-list, in lower case; without the API key. */
  readonly headers: readonly Header[];
  /** Bytes of the body as transferred; null if unknown. */
  readonly encodedBytes: number | null;
  /** After decoding; null if no whole body arrived. */
  readonly receivedBytes: number | null;
  /** null if bodies were not recorded, or there was none. */
  readonly body: RecordedBody | null;
}

export type Header = readonly [name: string, value: string];

export interface RequestDetails extends RequestRow {
  /** Of the call that it belongs to; several requests may share it. */
  readonly requestId: string;
  /** Base address, without a slash at the end. */
  readonly address: string;
  /** The full length of `path`, in characters. */
  readonly pathLength: number;
  /** Whether it was sent with the API key, which is not recorded. */
  readonly hasKey: boolean;
  readonly requestHeaders: readonly Header[];
  /** null if bodies were not recorded, or there was none. */
  readonly body: RecordedBody | null;
  readonly tries: readonly RequestAttempt[];
}

const requestFilters = ['all', 'failed', 'retried'] as const;

/** Which requests to show, the newest first. */
export const requestsQuery = z.strictObject({
  /** null: of all connections, and of those that are not saved. */
  connectionId: connectionId.nullable(),
  show: z.enum(requestFilters),
  method: z.enum(['all', 'GET', 'POST']),
  /** Part of the path, as sent or decoded, in any case. */
  text: z.string().max(1_000),
  /** No later ones than this; null for all. */
  until: z.int().min(0).nullable(),
});
export type RequestsQuery = z.infer<typeof requestsQuery>;

export interface RequestLogSummary {
  readonly revision: number;
  /** The number of requests, of the connection or of all. */
  readonly total: number;
  /** Those whose last attempt failed; see `isFailed`. */
  readonly failed: number;
  readonly retried: number;
  /** The ID of the newest; 0 if there is none. */
  readonly latest: number;
  /** How many earlier ones were dropped to make room. */
  readonly dropped: number;
  /** Whether bodies are recorded. */
  readonly recordsBodies: boolean;
}

/** Requests kept for each connection. */
export const mostLoggedRequests = 2_000;

/** No response, or one without a status from 200 to 299. A canceled request has not failed. */
export function isFailed(outcome: AttemptOutcome): boolean {
  switch (outcome.kind) {
    case 'answer':
      return outcome.status < 200 || outcome.status >= 300;
    case 'pending':
    case 'cancelled':
      return false;
    default:
      return true;
  }
}
