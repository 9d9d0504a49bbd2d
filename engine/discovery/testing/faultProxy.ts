import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxiedRequest {
  readonly path: string;
  /** The body as JSON; undefined if there is none. */
  readonly query: string | undefined;
  readonly limit: number;
  readonly keys: readonly string[];
  /** Number of earlier requests. */
  readonly index: number;
}

export interface FaultyResponse {
  readonly status: number;
  readonly body?: unknown;
  /** Instead of `body`, which is sent as JSON. */
  readonly text?: string;
  readonly retryAfter?: string;
}

/**
 * The response to send instead of the service's; null passes the request on. A promise that never resolves
 * holds the request.
 */
export type Fault = (request: ProxiedRequest) => FaultyResponse | null | Promise<FaultyResponse | null>;

export interface FaultProxy {
  readonly address: string;
  readonly asked: readonly ProxiedRequest[];
  readonly close: () => Promise<void>;
}

/** A proxy in front of a service that responds to some requests itself. */
export async function startFaultProxy(service: string, fault: Fault): Promise<FaultProxy> {
  const asked: ProxiedRequest[] = [];
  const server = createServer((incoming, response) => {
    const handle = async (): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const sent = (body.length === 0 ? {} : JSON.parse(body.toString())) as Partial<ProxiedRequest>;
      const request: ProxiedRequest = {
        path: incoming.url ?? '',
        query: sent.query,
        limit: sent.limit ?? 0,
        keys: sent.keys ?? [],
        index: asked.length,
      };
      asked.push(request);
      const instead = await fault(request);
      if (instead !== null) {
        if (instead.retryAfter !== undefined) response.setHeader('Retry-After', instead.retryAfter);
        response.writeHead(instead.status, { 'Content-Type': 'application/json' });
        response.end(instead.text ?? JSON.stringify(instead.body ?? {}));
        return;
      }
      const answer = await fetch(service + request.path, {
        method: incoming.method ?? 'GET',
        headers: {
          Authorization: incoming.headers.authorization ?? '',
          'Content-Type': 'application/json',
        },
        ...(body.length > 0 && { body }),
      });
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    handle().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
