import http from 'node:http';
import https from 'node:https';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { defaultConnectionLimits, type ConnectionLimits } from '#shared/domain/connectionLimits.ts';
import type { TlsFacts } from '#shared/domain/connectionTest.ts';
import type { RequestPurpose } from '#shared/domain/requestLog.ts';
import { createAgents, dropKept, type AgentsEffects } from './agents.ts';
import type { BaseAddress } from './baseAddress.ts';
import { BodyTooLarge, collectBody, sendBody } from './httpBody.ts';
import { failureOfCode, type HttpFailure } from './httpFailure.ts';
import { createLoopbackLookup } from './loopback.ts';
import { readRate, type RateNote } from './rateHeaders.ts';
import { watchRate } from './slowResponse.ts';
import { tlsFactsOf } from './tlsFacts.ts';
import { withoutKeys } from './withoutKeys.ts';

export interface HttpRequest {
  readonly address: BaseAddress;
  readonly method: 'GET' | 'POST';
  /** Percent-encoded, starts with `/` or is empty, without the address's path prefix. Sent as it is. */
  readonly path: string;
  /** null: sent without an `Authorization` header, to see how a service refuses that. */
  readonly apiKey: string | null;
  /** Other API keys that the service knows. They are removed from the response, as is `apiKey`. */
  readonly alsoRemoves?: readonly string[];
  readonly body: Buffer | null;
  /** Of the body that is sent, and of the one that is expected; absent for JSON. */
  readonly media?: { readonly sent: string; readonly accepted: string };
  /** A store is never sent twice, nor on a connection that might be closing. */
  readonly isWrite: boolean;
  /** Sent on a connection of its own, because a request on a kept one may have to be repeated. */
  readonly isOnce?: boolean;
  /** Of the saved connection; absent if there is none. */
  readonly settings?: ConnectionSettings;
  /** The response has what is known about the encryption. */
  readonly inspectsTls?: boolean;
  readonly signal: AbortSignal | null;
  /** The connection is opened, but nothing is sent before this resolves; if it resolves to false, nothing at all. */
  readonly mayBeSent?: Promise<boolean>;
  /** For the request log; absent where nothing is logged. A retry sends the same object again. */
  readonly about?: RequestAbout;
}

/** Which part of the app a request is for. */
export interface RequestAbout {
  /** The saved connection; null if it is not saved. */
  readonly connectionId: ConnectionId | null;
  readonly requestId: string;
  /** Absent: what the request itself says, such as a read. */
  readonly purpose?: RequestPurpose;
}

/** Called for every request. It must be fast and must not throw. */
export type HttpObserver = (request: HttpRequest) => {
  /** Before anything is sent. */
  readonly started: (outgoing: http.ClientRequest) => void;
  readonly ended: (outcome: HttpResponse | HttpNoResponse) => void;
};

/** What a user chose for a connection. */
export interface ConnectionSettings {
  readonly id: ConnectionId;
  /** Absent: those of the client. */
  readonly limits?: ConnectionLimits;
  /** Trusted in addition to those of the system, in PEM. */
  readonly authorities?: string;
}

export interface HttpResponse {
  readonly kind: 'answer';
  readonly status: number;
  readonly retryAfter: string | null;
  /** What the service says about how many more requests it accepts; null if nothing. */
  readonly rate: RateNote | null;
  readonly contentType: string;
  /** Headers about rate limits and versions, with lower-case names; the first few of very many. */
  readonly noted: readonly (readonly [name: string, value: string])[];
  /** Decoded, and without API keys. */
  readonly body: Buffer;
  /**
   * Only if API keys were removed from the body: as received, to check hashes of values against it. Nothing of it may be shown,
   * saved, or kept.
   */
  readonly asReceived?: Buffer;
  /** How long the request waited for its turn, in milliseconds; absent: not at all. */
  readonly waitedMs?: number;
  /** Only where the request has `inspectsTls`; null if the connection was not encrypted. */
  readonly tls?: TlsFacts | null;
}

export interface HttpNoResponse {
  readonly kind: 'failed';
  readonly failure: HttpFailure;
  /** False only if it is certain that the service received nothing of the request. */
  readonly mayHaveArrived: boolean;
  /** The connection was kept from an earlier request, and lost before anything of the response came. */
  readonly isStale?: boolean;
  readonly waitedMs?: number;
}

export interface HttpLimits {
  /**
   * Longest silence, in milliseconds: no byte of the request sent and none of the response received. In each such time, a
   * response must bring `leastBytesPerSecond`.
   */
  readonly idleMs: number;
  /** Longest total time until the last byte, in milliseconds, however slowly bytes arrive. */
  readonly totalMs: number;
  /** Largest response body in bytes, before and after decoding. */
  readonly maxBodyBytes: number;
}

/** Of a connection whose limits are not set. */
export const defaultLimits: HttpLimits = {
  idleMs: defaultConnectionLimits.idleSeconds * 1_000,
  totalMs: defaultConnectionLimits.totalSeconds * 1_000,
  maxBodyBytes: 32 * 1024 * 1024,
};

/** The system settings that decide how a service is reached. */
export interface HttpNetwork extends AgentsEffects {
  readonly lookup: http.RequestOptions['lookup'];
  readonly observe: HttpObserver;
}

/** Directly to the service, trusting the authorities that the runtime trusts. */
const plainNetwork: HttpNetwork = {
  proxyFor: () => Promise.resolve('DIRECT'),
  proxySignIn: () => null,
  trusted: () => null,
  lookup: createLoopbackLookup(),
  observe: () => ({ started: () => undefined, ended: () => undefined }),
};

export interface HttpClient {
  readonly send: (request: HttpRequest) => Promise<HttpResponse | HttpNoResponse>;
  /** Closes idle connections. */
  readonly close: () => void;
}

/**
 * A client that does exactly one exchange per call: it follows no redirects, keeps no cookies, and limits the
 * size and time of a response. Certificates are always checked, and `http://` is used only for this computer.
 * Never throws.
 */
export function createHttpClient(
  limits: HttpLimits = defaultLimits,
  network: Partial<HttpNetwork> = {},
): HttpClient {
  const { lookup, observe, ...connecting } = { ...plainNetwork, ...network };
  const agents = createAgents(connecting);
  return {
    send: async (request) => {
      const { settings } = request;
      const { started, ended } = observe(request);
      const send = async (): Promise<HttpResponse | HttpNoResponse> => {
        const own = withSettings(limits, settings);
        const finding = agents.for(request.address, settings?.authorities);
        const found = await withinIdleTime(finding, own.idleMs, request.signal);
        if (typeof found === 'string')
          return { kind: 'failed', failure: failureOfCode(found), mayHaveArrived: false };
        if ('kind' in found) return { kind: 'failed', failure: found, mayHaveArrived: false };
        const agent = request.isWrite || request.isOnce === true ? found.write : found.read;
        const outcome = await exchange(request, own, agent, { lookup, started });
        if (outcome.kind === 'failed' && outcome.isStale === true) dropKept(agent);
        return outcome;
      };
      const sent = await send();
      const outcome = sent.kind === 'answer' ? await withoutKeys(sent, request) : sent;
      ended(outcome);
      return outcome;
    },
    close: agents.close,
  };
}

/** The system may take long to name the proxy, because it may have to fetch a script that decides. */
function withinIdleTime<T>(
  work: Promise<T>,
  idleMs: number,
  signal: AbortSignal | null,
): Promise<T | HttpFailure> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => end({ kind: 'cancelled' });
    const timer = setTimeout(() => end({ kind: 'timeout', afterMs: idleMs, isSlow: false }), idleMs);
    const end = (failure: HttpFailure): void => {
      release();
      resolve(failure);
    };
    const release = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted === true) cancel();
    work.then(resolve, reject).finally(release);
  });
}

const ignoreLateError = (): void => undefined;

function withSettings(limits: HttpLimits, settings: ConnectionSettings | undefined): HttpLimits {
  if (settings?.limits === undefined) return limits;
  const { idleSeconds, totalSeconds } = settings.limits;
  return { ...limits, idleMs: idleSeconds * 1_000, totalMs: totalSeconds * 1_000 };
}

/**
 * A body that was handed over may still be on its way. This many bytes per millisecond is assumed for the
 * slowest link.
 */
const slowestBytesPerMs = 64;
/** The most bytes of a handed-over body that a system buffers. */
const mostHeldBytes = 4 * 1024 * 1024;

function exchange(
  request: HttpRequest,
  limits: HttpLimits,
  agent: http.Agent,
  {
    lookup,
    started,
  }: Pick<HttpNetwork, 'lookup'> & { readonly started: (outgoing: http.ClientRequest) => void },
): Promise<HttpResponse | HttpNoResponse> {
  return new Promise((resolve) => {
    const { address, signal, body } = request;
    const isHttps = address.protocol === 'https:';
    let isConnected = false;
    let isSending = false;
    let heldMs = 0;
    let isKept = false;
    let hasResponse = false;
    let isSettled = false;
    let stopWatching = (): void => undefined;

    const settle = (outcome: HttpResponse | HttpNoResponse): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(total);
      clearTimeout(idle);
      stopWatching();
      signal?.removeEventListener('abort', onAbort);
      resolve(heldMs > 0 ? { ...outcome, waitedMs: heldMs } : outcome);
    };
    const giveUp = (failure: HttpFailure): void => {
      const isStale = isKept && !hasResponse && failure.kind === 'network' && failure.failure === 'reset';
      const mayHaveArrived = isConnected && isSending;
      settle({ kind: 'failed', failure, mayHaveArrived, ...(isStale && { isStale }) });
      outgoing?.destroy();
    };
    const onAbort = (): void => {
      giveUp({ kind: 'cancelled' });
    };
    const startIdle = (ms: number): NodeJS.Timeout =>
      setTimeout(() => {
        giveUp({ kind: 'timeout', afterMs: Math.round(ms), isSlow: false });
      }, ms);
    const total = setTimeout(() => {
      giveUp({ kind: 'timeout', afterMs: limits.totalMs, isSlow: true });
    }, limits.totalMs);
    let idle = startIdle(limits.idleMs);
    const progressed = (): void => {
      if (!isSettled) idle.refresh();
    };

    let outgoing: http.ClientRequest | null = null;
    if (signal?.aborted === true) {
      giveUp({ kind: 'cancelled' });
      return;
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      outgoing = (isHttps ? https : http).request({
        hostname: address.hostname,
        port: address.port === '' ? undefined : address.port,
        method: request.method,
        path: address.pathPrefix + request.path || '/',
        headers: headersOf(request),
        agent,
        ...(!isHttps && { lookup }),
      });
    } catch (error) {
      giveUp(failureOfCode(codeOf(error)));
      return;
    }
    started(outgoing);
    const sent = outgoing;
    outgoing.on('socket', (socket) => {
      // A service may end a kept connection after its response, while the end of the request is still on its way. The
      // request no longer listens then, and the error would be uncaught.
      socket.off('error', ignoreLateError).on('error', ignoreLateError);
      progressed();
      isKept = sent.reusedSocket;
      if (!socket.connecting) {
        isConnected ||= !socket.destroyed;
        return;
      }
      socket.once(isHttps ? 'secureConnect' : 'connect', () => {
        isConnected = true;
        progressed();
      });
    });
    outgoing.on('error', (error) => {
      giveUp(failureOfCode(codeOf(error)));
    });
    outgoing.on('response', (response) => {
      hasResponse = true;
      clearTimeout(idle);
      if (!isSettled) {
        idle = startIdle(limits.idleMs);
        stopWatching = watchRate(response.socket, limits.idleMs, (afterMs) => {
          giveUp({ kind: 'timeout', afterMs, isSlow: true, isTrickle: true });
        });
      }
      // Now: a kept connection is taken off the response at its end.
      const inspected = request.inspectsTls === true ? tlsFactsOf(response.socket) : null;
      collectBody(response, limits.maxBodyBytes, progressed).then(
        (received) => {
          settle({
            kind: 'answer',
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'] ?? null,
            rate: readRate(response.headers, Date.now()),
            contentType: response.headers['content-type'] ?? '',
            noted: notedHeaders(response.headers),
            body: received,
            ...(request.inspectsTls === true && { tls: inspected }),
          });
        },
        (error: unknown) => {
          giveUp(
            error instanceof BodyTooLarge
              ? { kind: 'too-large', maxBytes: limits.maxBodyBytes }
              : failureOfCode(codeOf(error)),
          );
        },
      );
    });
    const send = (): void => {
      isSending = true;
      sendBody(sent, body, {
        progressed,
        ended: () => {
          if (isSettled || body === null) return;
          clearTimeout(idle);
          idle = startIdle(limits.idleMs + Math.min(body.length, mostHeldBytes) / slowestBytesPerMs);
        },
      });
    };
    if (request.mayBeSent === undefined) {
      send();
      return;
    }
    const heldSince = Date.now();
    void request.mayBeSent.then((mayBeSent) => {
      if (isSettled) return;
      heldMs = Date.now() - heldSince;
      if (mayBeSent) send();
      else giveUp({ kind: 'cancelled' });
    });
  });
}

/** What a service states about its rate limit and the version of its interface, which the API leaves open. */
const notedNames = /rate-?limit|^retry-after$|^(x-)?api-version$|^deprecation$|^sunset$/;
const mostNoted = 16;
const longestNoted = 1_000;

function notedHeaders(headers: http.IncomingHttpHeaders): HttpResponse['noted'] {
  return Object.entries(headers)
    .filter(([name]) => notedNames.test(name))
    .slice(0, mostNoted)
    .flatMap(([name, value]) =>
      typeof value === 'string' && value.length <= longestNoted ? [[name, value] as const] : [],
    );
}

const json = 'application/json';

function headersOf(request: HttpRequest): http.OutgoingHttpHeaders {
  return {
    ...(request.apiKey === null ? {} : { Authorization: `Bearer ${request.apiKey}` }),
    Accept: request.media?.accepted ?? json,
    'Accept-Encoding': 'identity',
    'User-Agent': 'Atom-Explorer',
    ...(request.body === null
      ? {}
      : { 'Content-Type': request.media?.sent ?? json, 'Content-Length': request.body.byteLength }),
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
