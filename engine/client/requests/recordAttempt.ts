import { isUtf8 } from 'node:buffer';
import type http from 'node:http';
import type { AttemptOutcome, Header, PhaseTimes, RequestAttempt } from '#shared/domain/requestLog.ts';
import type { HttpNoResponse, HttpRequest, HttpResponse } from '../httpClient.ts';
import { inHeaderName } from '../keyForms.ts';
import { excerptOf, keysOf, textWithoutKeys } from './excerpt.ts';

/** Bytes of a body that are kept. */
export const mostBodyBytes = 64 * 1024;
/** Characters of one header that are kept. */
const longestHeader = 500;
const mostHeaders = 40;

/** Headers that say something about the request or its response. All others, such as cookies, are not recorded. */
const requestHeaders = new Set([
  'accept',
  'accept-encoding',
  'content-length',
  'content-type',
  'host',
  'user-agent',
]);
const responseHeaders = new Set([
  'age',
  'allow',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'server',
  'server-timing',
  'traceparent',
  'transfer-encoding',
  'vary',
  'via',
  'warning',
  'www-authenticate',
  'x-cache',
  'x-correlation-id',
  'x-powered-by',
  'x-request-id',
  'request-id',
  'cf-ray',
]);
const rateHeader = /^(x-)?rate-?limit/;

/** When the parts of an attempt ended, in milliseconds of a clock that never goes back. */
interface Marks {
  readonly begun: number;
  readonly isEncrypted: boolean;
  /** Whether the connection was not open yet. */
  isConnecting?: true;
  socket?: number;
  looked?: number;
  connected?: number;
  secured?: number;
  sent?: number;
  answered?: number;
  ended?: number;
}

export interface AttemptEffects {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds that never go back. */
  readonly clock: () => number;
  readonly recordsBody: boolean;
}

/** One attempt, while it is under way and after it. */
export interface RecordedAttempt {
  readonly started: (outgoing: http.ClientRequest) => void;
  readonly ended: (outcome: HttpResponse | HttpNoResponse) => void;
  /** As far as it got. */
  readonly attempt: () => RequestAttempt;
  /** Of the request that was sent. */
  readonly requestHeaders: () => readonly Header[];
  readonly outcome: () => AttemptOutcome;
  readonly dropBody: () => void;
}

/** Follows one attempt. The Authorization header is never read, and neither the key nor the request stays in memory. */
export function recordAttempt(request: HttpRequest, effects: AttemptEffects): RecordedAttempt {
  const { clock } = effects;
  let { recordsBody } = effects;
  const startedAt = effects.now();
  const marks: Marks = { begun: clock(), isEncrypted: request.address.protocol === 'https:' };
  let keys = keysOf(request);
  let isReused: boolean | null = null;
  let outcome: AttemptOutcome = { kind: 'pending' };
  let sentHeaders: readonly Header[] = [];
  let headers: readonly Header[] = [];
  let encodedBytes: number | null = null;
  let receivedBytes: number | null = null;
  let body: RequestAttempt['body'] = null;

  return {
    started: (outgoing) => {
      const names = outgoing.getRawHeaderNames().filter((name) => requestHeaders.has(name.toLowerCase()));
      sentHeaders = names.map((name) => [name.toLowerCase(), String(outgoing.getHeader(name))] as const);
      outgoing.once('socket', (socket) => {
        marks.socket = clock();
        isReused = outgoing.reusedSocket;
        if (!socket.connecting) return;
        marks.isConnecting = true;
        socket.once('lookup', () => (marks.looked = clock()));
        socket.once('connect', () => (marks.connected = clock()));
        socket.once('secureConnect', () => (marks.secured = clock()));
      });
      outgoing.once('finish', () => (marks.sent = clock()));
      outgoing.once('response', (response) => {
        if (marks.ended !== undefined) return;
        marks.answered = clock();
        // A service may respond before it has received everything.
        marks.sent ??= marks.answered;
        headers = keptHeaders(response.rawHeaders, keys);
        if ((response.headers['content-encoding'] ?? 'identity') === 'identity') return;
        encodedBytes = 0;
        // The client pipes it to a decoder or reads it, which this listener does not change.
        response.on('data', (chunk: Buffer) => (encodedBytes = (encodedBytes ?? 0) + chunk.length));
      });
    },
    ended: (result) => {
      marks.ended = clock();
      if (result.kind === 'failed') outcome = result.failure;
      else {
        outcome = { kind: 'answer', status: result.status };
        receivedBytes = result.body.length;
        encodedBytes ??= receivedBytes;
        if (recordsBody && receivedBytes > 0) body = excerptOf(result.body, [], mostBodyBytes);
      }
      keys = [];
    },
    attempt: () => ({
      startedAt,
      elapsedMs: marks.ended === undefined ? null : marks.ended - marks.begun,
      outcome,
      times: timesOf(marks),
      isReused,
      headers,
      encodedBytes,
      receivedBytes,
      body,
    }),
    requestHeaders: () => sentHeaders,
    outcome: () => outcome,
    dropBody: () => {
      body = null;
      // Of a response that is still to come.
      recordsBody = false;
    },
  };
}

function keptHeaders(raw: readonly string[], keys: readonly string[]): readonly Header[] {
  const kept: Header[] = [];
  const keysInNames = keys.map(inHeaderName);
  for (let at = 0; at + 1 < raw.length && kept.length < mostHeaders; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    if (!responseHeaders.has(name) && !rateHeader.test(name)) continue;
    kept.push([textWithoutKeys(name, keysInNames).slice(0, 100), headerText(raw[at + 1] ?? '', keys)]);
  }
  return kept;
}

function headerText(value: string, keys: readonly string[]): string {
  const isCut = value.length > longestHeader;
  return textWithoutKeys(decodedHeader(isCut ? value.slice(0, longestHeader) : value), keys, isCut);
}

/** Node reads headers as Latin-1; most services write UTF-8. */
function decodedHeader(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

/** How long each part took. The part during which an attempt failed lasted until then. */
function timesOf(marks: Marks): PhaseTimes {
  const { begun, socket, looked, connected, secured, sent, answered, ended } = marks;
  const between = (from: number | undefined, to: number | undefined): number | null => {
    const end = to ?? ended;
    return from === undefined || end === undefined ? null : Math.max(0, end - from);
  };
  const isNew = marks.isConnecting === true;
  const ready = !isNew ? socket : marks.isEncrypted ? secured : connected;
  return {
    queued: between(begun, socket),
    lookup: looked === undefined ? null : between(socket, looked),
    connect: isNew ? between(looked ?? socket, connected) : null,
    secure: isNew && marks.isEncrypted ? between(connected, secured) : null,
    send: between(ready, sent),
    wait: between(sent, answered),
    receive: between(answered, ended),
  };
}
