import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between the app and a service and notes every request that passes. */
export async function startCountingProxy(target: string): Promise<{
  readonly address: string;
  /** `POST /batch-access`, in the order they came. */
  readonly requests: readonly string[];
  readonly stop: () => void;
}> {
  const requests: string[] = [];
  const server = createServer((incoming, answer) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const outgoing = send(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: incoming.headers },
      (received) => {
        answer.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(answer);
      },
    );
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, requests, stop: () => void server.close() };
}
