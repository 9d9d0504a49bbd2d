import http from 'node:http';
import https from 'node:https';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Readable } from 'node:stream';
import type { BaseAddress } from './baseAddress.ts';
import { failureOfCode, type HttpFailure } from './httpFailure.ts';

export interface HttpRequest {
  readonly address: BaseAddress;
  readonly method: 'GET' | 'POST';
  /** Percent-encoded, begins with `/`, without the address's path prefix. Sent as it is. */
  readonly path: string;
  /** null: sent without an `Authorization` header, to see how a service refuses that. */
  readonly apiKey: string | null;
  readonly body: Buffer | null;
  /** A write is never sent twice, nor on a connection that might be closing. */
  readonly isWrite: boolean;
  readonly signal: AbortSignal | null;
}

export interface HttpAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly contentType: string;
  /** Names of all headers, in lower case. */
  readonly headerNames: readonly string[];
  /** Decoded. */
  readonly body: Buffer;
}

export interface HttpNoAnswer {
  readonly kind: 'failed';
  readonly failure: HttpFailure;
  /** False only if it is certain that the service got nothing of the request. */
  readonly mayHaveArrived: boolean;
}

export interface HttpLimits {
  /** From the call to the last byte, however slowly they drip. Milliseconds. */
  readonly timeoutMs: number;
  /** Most bytes of an answer's body, before and after decoding. */
  readonly maxBodyBytes: number;
}

export const defaultLimits: HttpLimits = { timeoutMs: 30_000, maxBodyBytes: 32 * 1024 * 1024 };

export interface HttpClient {
  readonly send: (request: HttpRequest) => Promise<HttpAnswer | HttpNoAnswer>;
  /** Closes idle connections. */
  readonly close: () => void;
}

/**
 * A client that does exactly one exchange per call: it follows no redirect, keeps no cookies, and lets
 * neither size nor time of an answer grow without bound. Never throws.
 */
export function createHttpClient(limits: HttpLimits = defaultLimits): HttpClient {
  // Node 18 tries only the first address of a name unless told; "localhost" often has two.
  const common = { autoSelectFamily: true };
  const kept = { ...common, keepAlive: true, maxSockets: 16 };
  const agents = {
    'http:': { read: new http.Agent(kept), write: new http.Agent(common) },
    'https:': { read: new https.Agent(kept), write: new https.Agent(common) },
  };
  return {
    send: (request) => {
      const { read, write } = agents[request.address.protocol];
      // A kept connection may be closed by the service at the very moment it is used again, which would
      // leave a write's outcome unknown for no reason: each write gets a connection of its own.
      return exchange(request, limits, request.isWrite ? write : read);
    },
    close: () => {
      for (const { read, write } of Object.values(agents)) {
        read.destroy();
        write.destroy();
      }
    },
  };
}

function exchange(
  request: HttpRequest,
  limits: HttpLimits,
  agent: http.Agent,
): Promise<HttpAnswer | HttpNoAnswer> {
  return new Promise((resolve) => {
    const { address, signal } = request;
    let mayHaveArrived = false;
    let isSettled = false;

    const settle = (outcome: HttpAnswer | HttpNoAnswer): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
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
    const timer = setTimeout(() => {
      giveUp({ kind: 'timeout', afterMs: limits.timeoutMs });
    }, limits.timeoutMs);

    let outgoing: http.ClientRequest | null = null;
    if (signal?.aborted === true) {
      giveUp({ kind: 'cancelled' });
      return;
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      outgoing = (address.protocol === 'https:' ? https : http).request({
        hostname: address.hostname,
        port: address.port === '' ? undefined : address.port,
        method: request.method,
        path: address.pathPrefix + request.path,
        headers: headersOf(request),
        agent,
      });
    } catch (error) {
      giveUp(failureOfCode(codeOf(error)));
      return;
    }
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) {
        mayHaveArrived = true;
        return;
      }
      socket.once(address.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        mayHaveArrived = true;
      });
    });
    outgoing.on('error', (error) => {
      giveUp(failureOfCode(codeOf(error)));
    });
    outgoing.on('response', (response) => {
      collectBody(response, limits.maxBodyBytes).then(
        (body) => {
          settle({
            kind: 'answer',
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'] ?? null,
            contentType: response.headers['content-type'] ?? '',
            headerNames: Object.keys(response.headers),
            body,
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
    outgoing.end(request.body ?? undefined);
  });
}

function headersOf(request: HttpRequest): http.OutgoingHttpHeaders {
  return {
    ...(request.apiKey === null ? {} : { Authorization: `Bearer ${request.apiKey}` }),
    Accept: 'application/json',
    'Accept-Encoding': 'identity',
    'User-Agent': 'Atom-Explorer',
    ...(request.body === null
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': request.body.byteLength }),
  };
}

class BodyTooLarge extends Error {}

/** All bytes of a body, decoded. Counting the decoded bytes stops a small body that unpacks to a huge one. */
async function collectBody(response: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded(response) as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decoded(response: http.IncomingMessage): Readable {
  const decoder = decoderOf(response.headers['content-encoding']?.trim().toLowerCase());
  if (decoder === null) return response;
  response.on('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
}

function decoderOf(encoding: string | undefined) {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
