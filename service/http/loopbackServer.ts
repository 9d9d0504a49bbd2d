import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';

export interface LoopbackServer {
  /** Port 0 uses any free one. Resolves to `http://127.0.0.1:PORT`. @throws Error if the port is in use */
  listen(port: number): Promise<string>;
  /** Lets pending requests finish, for at most `graceMs`; then ends all connections. */
  close(): Promise<void>;
}

const graceMs = 2_000;
/** Longer than clients usually keep idle connections, so that they close them first. */
const keepAliveMs = 60_000;

/**
 * Listens on 127.0.0.1 only, so that other computers cannot reach it. A request that takes longer than
 * `requestTimeoutMs` to arrive gets 408, and its connection is closed.
 */
export function createLoopbackServer(
  handle: Parameters<typeof createAdaptorServer>[0]['fetch'],
  { requestTimeoutMs }: { readonly requestTimeoutMs: number },
): LoopbackServer {
  const server = createAdaptorServer({
    fetch: handle,
    serverOptions: {
      keepAliveTimeout: keepAliveMs,
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 6),
    },
  }) as Server;
  server.on('clientError', refuseUnreadable);
  const inProgress = new Set<ServerResponse>();
  server.prependListener('request', (_request, response) => {
    inProgress.add(response);
    response.once('close', () => inProgress.delete(response));
  });

  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          const address = server.address();
          if (address === null || typeof address === 'string') throw new Error('The server has no port.');
          resolve(`http://127.0.0.1:${address.port}`);
        });
      }),

    async close() {
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
  const deadline = setTimeout(() => socket.destroy(), graceMs);
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
