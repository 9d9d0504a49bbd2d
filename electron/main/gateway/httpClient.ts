import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { defaultConnectionLimits } from '#shared/domain/connectionLimits.ts';
import type { RequestPurpose } from '#shared/domain/requestLog.ts';
import type { BaseAddress } from './baseAddress.ts';
import { BodyTooLarge, collectBody, sendBody } from './httpBody.ts';
import { failureOfCode, type HttpFailure } from './httpFailure.ts';
import { createLoopbackLookup, isLoopbackName } from './loopback.ts';
import { proxyCodes, proxyOf, TunnelAgent, type Proxy, type ProxyFor } from './proxy.ts';
import type { TrustedAuthorities } from './trust.ts';

export interface HttpRequest {
  readonly address: BaseAddress;
  readonly method: 'GET' | 'POST';
  /** Percent-encoded, starts with `/` or is empty, without the address's path prefix. Sent as it is. */
  readonly path: string;
  /** null: sent without an `Authorization` header, to see how a service refuses that. */
  readonly apiKey: string | null;
  readonly body: Buffer | null;
  /** Of the body that is sent, and of the one that is expected; absent for JSON. */
  readonly media?: { readonly sent: string; readonly accepted: string };
  /** A store is never sent twice, nor on a connection that might be closing. */
  readonly isWrite: boolean;
  readonly signal: AbortSignal | null;
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

/** Told of every request. It must be quick and must not throw. */
export type HttpObserver = (request: HttpRequest) => {
  /** Before anything is sent. */
  readonly started: (outgoing: http.ClientRequest) => void;
  readonly ended: (outcome: HttpResponse | HttpNoResponse) => void;
};

export interface HttpResponse {
  readonly kind: 'answer';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly contentType: string;
  /** Names of all headers, in lower case. */
  readonly headerNames: readonly string[];
  /** Decoded. */
  readonly body: Buffer;
}

export interface HttpNoResponse {
  readonly kind: 'failed';
  readonly failure: HttpFailure;
  /** False only if it is certain that the service received nothing of the request. */
  readonly mayHaveArrived: boolean;
}

export interface HttpLimits {
  /** Longest silence, in milliseconds: no byte of the request sent and none of the response received. */
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
export interface HttpNetwork {
  /** Never called for addresses on this computer. */
  readonly proxyFor: ProxyFor;
  readonly trusted: TrustedAuthorities;
  readonly lookup: http.RequestOptions['lookup'];
  readonly observe: HttpObserver;
}

/** Directly to the service, trusting the authorities that the runtime trusts. */
const plainNetwork: HttpNetwork = {
  proxyFor: () => Promise.resolve('DIRECT'),
  trusted: () => null,
  lookup: createLoopbackLookup(),
  observe: () => ({ started: () => undefined, ended: () => undefined }),
};

export interface HttpClient {
  readonly send: (request: HttpRequest) => Promise<HttpResponse | HttpNoResponse>;
  /** Closes idle connections. */
  readonly close: () => void;
}

interface Agents {
  readonly read: http.Agent;
  /**
   * The service may close a kept-alive connection at the moment it is used again, which would leave a store's
   * outcome unknown. So each store gets its own connection.
   */
  readonly write: http.Agent;
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
  const { proxyFor, trusted, lookup, observe } = { ...plainNetwork, ...network };
  // Node 18 tries only the first address of a name by default; "localhost" often has two.
  const common = { autoSelectFamily: true };
  const kept = { ...common, keepAlive: true, maxSockets: 16 };
  const plain: Agents = { read: new http.Agent(kept), write: new http.Agent(common) };
  let direct: Agents | null = null;
  const tunnels = new Map<string, Agents>();
  let secureContext: tls.SecureContext | null = null;

  /** Set explicitly: otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 would send the key to anyone who responds. */
  const strict = (): https.AgentOptions => {
    const authorities = secureContext === null ? trusted() : null;
    if (authorities !== null) secureContext = tls.createSecureContext({ ca: [...authorities] });
    return { rejectUnauthorized: true, ...(secureContext !== null && { secureContext }) };
  };
  const directAgents = (): Agents => {
    direct ??= {
      read: new https.Agent({ ...kept, ...strict() }),
      write: new https.Agent({ ...common, ...strict() }),
    };
    return direct;
  };
  const tunnelAgents = (proxy: Proxy): Agents => {
    const name = `${proxy.protocol}//${proxy.hostname}:${String(proxy.port)}`;
    const known = tunnels.get(name) ?? {
      read: new TunnelAgent(proxy, { ...kept, ...strict() }),
      write: new TunnelAgent(proxy, { ...common, ...strict() }),
    };
    tunnels.set(name, known);
    return known;
  };
  /** null if the system requires a kind of proxy that is not supported. */
  const agentsFor = async ({ protocol, hostname, origin }: BaseAddress): Promise<Agents | null> => {
    if (protocol === 'http:') return plain;
    if (isLoopbackName(hostname)) return directAgents();
    // If the system settings cannot be read, connect directly, as on most computers.
    const proxy = proxyOf(await proxyFor(`${origin}/`).catch(() => 'DIRECT'));
    if (proxy === null) return null;
    return proxy === 'direct' ? directAgents() : tunnelAgents(proxy);
  };
  return {
    send: async (request) => {
      const { started, ended } = observe(request);
      const agents = await agentsFor(request.address);
      const outcome: HttpResponse | HttpNoResponse =
        agents === null
          ? { kind: 'failed', failure: failureOfCode(proxyCodes.unsupported), mayHaveArrived: false }
          : await exchange(request, limits, request.isWrite ? agents.write : agents.read, {
              lookup,
              started,
            });
      ended(outcome);
      return outcome;
    },
    close: () => {
      for (const agents of [plain, direct, ...tunnels.values()]) {
        agents?.read.destroy();
        agents?.write.destroy();
      }
    },
  };
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
    let mayHaveArrived = false;
    let isSettled = false;

    const settle = (outcome: HttpResponse | HttpNoResponse): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(total);
      clearTimeout(idle);
      signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const giveUp = (failure: HttpFailure): void => {
      settle({ kind: 'failed', failure, mayHaveArrived });
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
    outgoing.on('socket', (socket) => {
      progressed();
      if (!socket.connecting) {
        mayHaveArrived ||= !socket.destroyed;
        return;
      }
      socket.once(isHttps ? 'secureConnect' : 'connect', () => {
        mayHaveArrived = true;
        progressed();
      });
    });
    outgoing.on('error', (error) => {
      giveUp(failureOfCode(codeOf(error)));
    });
    outgoing.on('response', (response) => {
      clearTimeout(idle);
      if (!isSettled) idle = startIdle(limits.idleMs);
      collectBody(response, limits.maxBodyBytes, progressed).then(
        (received) => {
          settle({
            kind: 'answer',
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'] ?? null,
            contentType: response.headers['content-type'] ?? '',
            headerNames: Object.keys(response.headers),
            body: received,
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
    sendBody(outgoing, body, {
      progressed,
      ended: () => {
        if (isSettled || body === null) return;
        clearTimeout(idle);
        idle = startIdle(limits.idleMs + Math.min(body.length, mostHeldBytes) / slowestBytesPerMs);
      },
    });
  });
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
