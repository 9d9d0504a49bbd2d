import type { Server, ServerResponse } from 'node:http';
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
