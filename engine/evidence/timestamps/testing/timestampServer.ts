import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TimestampServer {
  readonly address: string;
  /** That arrived since it started. */
  readonly requests: () => number;
  /** From now on, instead of a timestamp; null for timestamps again. */
  readonly respondWith: (response: OtherResponse | null) => void;
  readonly stop: () => Promise<void>;
}

export interface OtherResponse {
  readonly status?: number;
  readonly body?: Uint8Array;
  readonly location?: string;
}

/** A timestamp authority (RFC 3161 over HTTP) on this computer. */
export async function startTimestampServer(authority: {
  readonly reply: (request: Uint8Array) => Uint8Array;
}): Promise<TimestampServer> {
  let requests = 0;
  let other: OtherResponse | null = null;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests += 1;
      const isQuery = request.headers['content-type'] === 'application/timestamp-query';
      const isAlone = request.headers.authorization === undefined && request.method === 'POST';
      const status = other?.status ?? (isQuery && isAlone ? 200 : 400);
      const body = other === null ? authority.reply(Buffer.concat(chunks)) : (other.body ?? Buffer.alloc(0));
      response.writeHead(status, {
        'Content-Type': 'application/timestamp-reply',
        ...(other?.location !== undefined && { Location: other.location }),
      });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}/tsr`,
    requests: () => requests,
    respondWith: (response) => {
      other = response;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
