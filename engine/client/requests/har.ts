import type {
  AttemptOutcome,
  Header,
  PhaseTimes,
  RequestAttempt,
  RequestDetails,
} from '#shared/domain/requestLog.ts';
import { outcomeWords } from '#shared/text/requestWords.ts';

/**
 * Requests as an HTTP Archive 1.2, an entry for each attempt that ended. Only the bodies that were recorded are in it, and
 * the Authorization header never is.
 */
export function harOf(requests: readonly RequestDetails[], appVersion: string): string {
  const entries = requests.flatMap((request) =>
    request.tries.flatMap((attempt, index) =>
      attempt.elapsedMs === null ? [] : [entryOf(request, attempt, index)],
    ),
  );
  const log = {
    version: '1.2',
    creator: { name: 'Atom Explorer', version: appVersion },
    entries,
    comment:
      'The Authorization header is left out, and API keys in paths, headers, and bodies are replaced with [API key]. Only headers of an allow-list are included. Bodies are included only if they were recorded, and are cut after 64 KiB.',
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function entryOf(request: RequestDetails, attempt: RequestAttempt, index: number) {
  const timings = timingsOf(attempt.times);
  const comment = commentOf(request, attempt, index);
  return {
    startedDateTime: new Date(attempt.startedAt).toISOString(),
    // The sum of the timings, where `ssl` is a part of `connect`.
    time: Object.entries(timings).reduce((sum, [name, ms]) => (ms < 0 || name === 'ssl' ? sum : sum + ms), 0),
    request: requestOf(request),
    response: responseOf(attempt),
    cache: {},
    timings,
    comment,
    _purpose: request.purpose,
    _requestId: request.requestId,
    _attempt: index + 1,
    ...(attempt.outcome.kind !== 'answer' && { _error: outcomeWords(attempt.outcome) }),
  };
}

function requestOf({ method, address, path, body, requestHeaders, sentBytes }: RequestDetails) {
  return {
    method,
    url: `${address}${path}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: harHeaders(requestHeaders),
    queryString: queryOf(path),
    ...(body !== null && {
      postData: {
        mimeType: valueOf(requestHeaders, 'content-type'),
        text: body.text,
        ...(body.isCut && { comment: cutNote }),
      },
    }),
    headersSize: -1,
    bodySize: sentBytes,
  };
}

function responseOf({ outcome, headers, body, encodedBytes, receivedBytes }: RequestAttempt) {
  return {
    status: statusOf(outcome),
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: harHeaders(headers),
    content: {
      size: receivedBytes ?? 0,
      mimeType: valueOf(headers, 'content-type'),
      ...(body !== null && { text: body.text, ...(body.isCut && { comment: cutNote }) }),
    },
    redirectURL: valueOf(headers, 'location'),
    headersSize: -1,
    bodySize: encodedBytes ?? -1,
  };
}

const cutNote = 'Only the beginning was recorded.';

/** 0, as browsers write it, if there was no response. */
function statusOf(outcome: AttemptOutcome): number {
  return outcome.kind === 'answer' ? outcome.status : 0;
}

/** In milliseconds; -1 for what did not happen. `connect` includes `ssl`. */
function timingsOf({ queued, lookup, connect, secure, send, wait, receive }: PhaseTimes) {
  const rounded = (ms: number | null): number => (ms === null ? -1 : Math.round(ms * 1_000) / 1_000);
  return {
    blocked: rounded(queued),
    dns: rounded(lookup),
    connect: rounded(connect === null ? null : connect + (secure ?? 0)),
    ssl: rounded(secure),
    // These three are required.
    send: rounded(send ?? 0),
    wait: rounded(wait ?? 0),
    receive: rounded(receive ?? 0),
  };
}

function commentOf(
  { path, pathLength, tries }: RequestDetails,
  attempt: RequestAttempt,
  index: number,
): string {
  return [
    ...(tries.length > 1 ? [`Attempt ${String(index + 1)} of ${String(tries.length)}.`] : []),
    ...(attempt.outcome.kind === 'answer' ? [] : [`${outcomeWords(attempt.outcome)}.`]),
    ...(pathLength > path.length ? [`The path has ${String(pathLength)} characters and is cut.`] : []),
  ].join(' ');
}

function harHeaders(headers: readonly Header[]) {
  return headers.map(([name, value]) => ({ name, value }));
}

function valueOf(headers: readonly Header[], wanted: string): string {
  return headers.find(([name]) => name === wanted)?.[1] ?? '';
}

function queryOf(path: string) {
  const at = path.indexOf('?');
  if (at === -1) return [];
  return [...new URLSearchParams(path.slice(at + 1))].map(([name, value]) => ({ name, value }));
}
