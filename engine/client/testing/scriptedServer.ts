import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  /** As received. */
  readonly path: string;
  readonly authorization: string;
  readonly body: string;
}

export interface ScriptedServer {
  readonly address: string;
  readonly seen: readonly SeenRequest[];
  readonly close: () => Promise<void>;
}

export type Script = (
  request: SeenRequest,
  response: http.ServerResponse,
  /** Number of earlier requests. */
  index: number,
) => void;

/** A real server on loopback that misbehaves on demand, for faults that a working service does not have. */
export async function startScriptedServer(
  script: Script,
  options: http.ServerOptions = {},
): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = http.createServer(options, (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        authorization: incoming.headers.authorization ?? '',
        body: Buffer.concat(chunks).toString('utf8'),
      };
      seen.push(request);
      script(request, response, seen.length - 1);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

export function respondJson(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
