import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PredictingProxy {
  readonly address: string;
  /** Paths asked for, in order. */
  readonly asked: readonly string[];
  readonly stop: () => void;
}

/**
 * Stands before a service and answers as it does, but that `predict` says what a recall expects next, and `takenFor` what
 * it takes a query for: things that the embedded service never does.
 */
export async function startPredictingProxy(
  address: string,
  predict: (query: string) => readonly string[] | Promise<readonly string[]>,
  /** What the service understands where it is asked this. */
  takenFor: (query: string) => string = (query) => query,
): Promise<PredictingProxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { method = 'GET', url = '/', headers } = request;
      asked.push(`${method} ${url}`);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const forwarded = await fetch(`${address}${url}`, {
        method,
        headers: {
          authorization: headers.authorization ?? '',
          ...(body !== '' && { 'content-type': 'application/json' }),
        },
        ...(body !== '' && { body: url === '/recall' ? understood(body, takenFor) : body }),
      });
      const said = (await forwarded.json()) as Record<string, unknown>;
      if (forwarded.ok && url === '/recall') {
        said['predictions'] = await predict((JSON.parse(body) as { query: string }).query);
      }
      response.writeHead(forwarded.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(said));
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () => void server.close(),
  };
}

function understood(body: string, takenFor: (query: string) => string): string {
  const recall = JSON.parse(body) as { query: string };
  return JSON.stringify({ ...recall, query: takenFor(recall.query) });
}
