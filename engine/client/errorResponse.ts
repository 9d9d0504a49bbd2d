import type { AppError } from '#shared/domain/appError.ts';
import type { Json } from '#shared/domain/json.ts';
import { errorOfFailure } from './httpFailure.ts';
import { isJsonObject, parseShortBody } from './jsonBody.ts';
import { parseRetryAfter } from './retryAfter.ts';

/** The details found in an error body; the API does not define its shape (section 7). */
export interface ErrorDetails {
  readonly code: string | null;
  readonly message: string | null;
  readonly reason: string | null;
  readonly pattern: string | null;
  readonly field: string | null;
  readonly failedIndex: number | null;
  readonly isWebPage: boolean;
}

const longestMessage = 300;
/** Bytes that are read of an error body that is not JSON. */
const longestText = 4_096;

/**
 * Reads an error body of any known shape: `{error: {code, message, ...}}`, `{code, message}`, `{error: "...",
 * reason, ...}`, text, a web page, nothing.
 */
export function readErrorDetails(body: Buffer): ErrorDetails {
  const outer = parseShortBody(body);
  if (outer === undefined) {
    const text = body.toString('utf8', 0, longestText);
    const isWebPage = text.trimStart().startsWith('<');
    return { ...noDetails, isWebPage, message: isWebPage ? null : cleaned(text) };
  }
  if (typeof outer === 'string') return { ...noDetails, message: cleaned(outer) };
  if (!isJsonObject(outer)) return noDetails;
  const inner = isJsonObject(outer['error']) ? outer['error'] : outer;
  const text = (name: string): string | null => cleaned(inner[name] ?? outer[name]);
  const errorText = cleaned(outer['error']);
  const failedIndex = inner['failedIndex'] ?? outer['failedIndex'];
  const field = text('field');
  const isCodeLike = errorText !== null && /^[A-Z][A-Z0-9_]*$/.test(errorText);
  return {
    code: text('code') ?? (isCodeLike ? errorText : null),
    message: text('message') ?? (isCodeLike ? null : errorText),
    reason: text('reason'),
    pattern: text('pattern'),
    field,
    failedIndex:
      typeof failedIndex === 'number' && Number.isInteger(failedIndex) ? failedIndex : itemOfField(field),
    isWebPage: false,
  };
}

const noDetails: ErrorDetails = {
  code: null,
  message: null,
  reason: null,
  pattern: null,
  field: null,
  failedIndex: null,
  isWebPage: false,
};

/** A field such as `atoms[3].value` or `atoms.3.value` also identifies an item. */
function itemOfField(field: string | null): number | null {
  const index = /^\w+(?:\[(\d{1,7})\]|\.(\d{1,7}))(?:\.|$)/.exec(field ?? '');
  return index === null ? null : Number(index[1] ?? index[2]);
}

function cleaned(value: Json | undefined): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  if (text === '') return null;
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}...` : text;
}

/** A response with a failure status, as one of the API's errors (section 7) or ours. */
export function errorOfResponse(
  answer: {
    readonly status: number;
    readonly body: Buffer;
    readonly retryAfter: string | null;
  },
  context: {
    readonly address: string;
    readonly requestId: string;
    /** The requested key if the call reads one atom; otherwise null. */
    readonly key: string | null;
    readonly isWrite: boolean;
    readonly now: number;
  },
): AppError {
  const { requestId } = context;
  const details = readErrorDetails(answer.body);
  const said = details.message === null ? '' : ` The service says: ${details.message}`;
  switch (answer.status) {
    case 401:
      return {
        code: 'unauthorized',
        requestId,
        message: `The service did not accept the API key (401).${said}`,
      };
    case 403:
      return {
        code: 'forbidden',
        during: context.isWrite ? 'write' : 'read',
        requestId,
        message: context.isWrite
          ? `The API key does not have permission to store atoms (403).${said || reasonWords(details)}`
          : `The API key does not have permission to read this (403).${said}`,
      };
    case 404:
      if (context.key === null) break;
      return {
        code: 'not_found',
        key: context.key,
        requestId,
        message: details.isWebPage
          ? 'No atom has this key (404). The response was a web page, so the address may also be wrong.'
          : 'No atom has this key (404).',
      };
    case 413:
      if (!context.isWrite) break;
      return {
        code: 'payload_too_large',
        requestId,
        message: `The value is larger than the service accepts (413).${said}`,
      };
    case 422:
      if (!context.isWrite) break;
      return {
        code: 'sensitive_content',
        reason: details.reason,
        pattern: details.pattern,
        field: details.field,
        failedIndex: details.failedIndex,
        requestId,
        message: `The service refused the content (422).${said}`,
      };
    case 429:
      return {
        code: 'rate_limited',
        retryAfterMs: parseRetryAfter(answer.retryAfter, context.now),
        requestId,
        message: `The service received more requests than it allows (429).${said}`,
      };
    default:
  }
  if (redirects.has(answer.status)) {
    return errorOfFailure({ kind: 'network', failure: 'redirect' }, context.address, requestId);
  }
  if (answer.status >= 500) {
    return {
      code: 'server_error',
      status: answer.status,
      requestId,
      message: `${serverErrors.get(answer.status) ?? 'The service had an internal error'} (${String(answer.status)}).${said}`,
    };
  }
  return {
    code: 'unexpected_status',
    status: answer.status,
    failedIndex: details.failedIndex,
    requestId,
    message: `${statusSentence(answer.status, context.isWrite)}${said}`,
  };
}

/** Of a refusal that has a reason and no message, such as one by the write policy of the open server. */
function reasonWords({ reason }: ErrorDetails): string {
  return reason === null ? '' : ` The service says: ${reason}`;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 305, 307, 308]);

const serverErrors: ReadonlyMap<number, string> = new Map([
  [500, 'The service had an internal error'],
  [501, 'The service does not support this kind of request'],
  [502, 'A gateway got an invalid response from the service'],
  [503, 'The service is temporarily unavailable'],
  [504, 'A gateway timed out while waiting for the service'],
]);

/** The meaning of a status that the API does not define for the call. */
function statusSentence(status: number, isWrite: boolean): string {
  const meaning = statusMeanings.get(status);
  if (meaning !== undefined) return `${meaning} (${String(status)}).`;
  const call = isWrite ? 'to a write' : 'to this request';
  return `The service responded ${call} with status ${String(status)}, which the API does not define.`;
}

const statusMeanings: ReadonlyMap<number, string> = new Map([
  [304, 'The service responded “not modified” to a request that was not conditional'],
  [400, 'The service reported the request as malformed'],
  [404, 'The service has nothing at this path of the base address'],
  [405, 'The service does not allow this kind of request at this path'],
  [406, 'The service reported that it cannot respond with JSON'],
  [407, 'A proxy in front of the service requires a sign-in'],
  [408, 'The service timed out while waiting for the request'],
  [409, 'The service reported a conflict with its current state'],
  [411, 'The service reported a missing content length, although the request has one'],
  [413, 'The service reported the request as too large'],
  [414, 'The key is too long for a request URL'],
  [415, 'The service does not accept JSON'],
  [421, 'The request reached a server that does not serve this host name'],
  [422, 'The service cannot process the request'],
  [425, 'The service declined to process the request this early'],
  [426, 'The service requires another protocol'],
  [431, 'The request headers are larger than the service accepts, often because of a very long key'],
  [451, 'The service cannot respond for legal reasons'],
]);
