import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { urlHost } from './hostGuard.ts';
import type { Certificate } from '../tls/certificate.ts';

export interface HttpServer {
  /** Port 0 uses any free one. Resolves to `http://HOST:PORT`, or `https:` with a certificate. @throws Error if the port is in use */
  listen(port: number, host: string): Promise<string>;
  /** How many requests have no complete response yet. */
  inProgress(): number;
  /** Accepts no more connections, and lets pending requests finish, for at most `graceMs`; then ends all connections. */
  close(graceMs?: number): Promise<void>;
}

export interface HttpServerOptions {
  readonly requestTimeoutMs: number;
  /** null: without TLS. */
  readonly certificate: Certificate | null;
}

const defaultGraceMs = 2_000;
/** Longer than clients usually keep idle connections, so that they close them first. */
const keepAliveMs = 60_000;

/** A request that takes longer than `requestTimeoutMs` to arrive gets 408, and its connection is closed. */
export function createHttpServer(
  handle: Parameters<typeof createAdaptorServer>[0]['fetch'],
  { requestTimeoutMs, certificate }: HttpServerOptions,
): HttpServer {
  const common = {
    keepAliveTimeout: keepAliveMs,
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 6),
  };
  const server =
    certificate === null
      ? (createAdaptorServer({ fetch: handle, serverOptions: common }) as Server)
      : tlsServer(handle, common, certificate);
  server.on('clientError', refuseUnreadable);
  const inProgress = new Set<ServerResponse>();
  server.prependListener('request', (_request, response) => {
    inProgress.add(response);
    response.once('close', () => inProgress.delete(response));
  });

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          const address = server.address();
          if (address === null || typeof address === 'string') throw new Error('The server has no port.');
          resolve(`${certificate === null ? 'http' : 'https'}://${urlHost(host)}:${address.port}`);
        });
      }),

    inProgress: () => inProgress.size,

    async close(graceMs = defaultGraceMs) {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      const ended = [...inProgress].map(
        (response) => new Promise((resolve) => response.once('close', resolve)),
      );
      const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
      await Promise.all(ended);
      clearTimeout(deadline);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** New connections get a new certificate as soon as there is one; others keep theirs. */
function tlsServer(
  handle: Parameters<typeof createAdaptorServer>[0]['fetch'],
  common: object,
  certificate: Certificate,
): TlsServer {
  const server = createAdaptorServer({
    fetch: handle,
    createServer: createTlsServer,
    serverOptions: { ...common, ...certificate.files },
  }) as TlsServer;
  certificate.onChange((files) => server.setSecureContext(files));
  return server;
}

/**
 * Answers a request that Node cannot read. By default, Node closes the connection at once, and a client that is still sending
 * then sees a reset instead of the response.
 */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Reported again for each piece that still arrives: it is dropped, so that the client gets to the response.
  if (refused.has(socket)) return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  refused.add(socket);
  const status = statusOfError(error.code);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // A client that goes on sending, or never closes, must not hold the connection.
  const deadline = setTimeout(() => socket.destroy(), defaultGraceMs);
  socket.once('close', () => clearTimeout(deadline));
}

/** Connections that got a response to what could not be read. */
const refused = new WeakSet<Duplex>();

function statusOfError(code: string | undefined): number {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 431;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    default:
      return 400;
  }
}
