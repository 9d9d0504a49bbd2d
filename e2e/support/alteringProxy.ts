import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An atom with its proof, as the service sends it. */
export type SentAtom = Readonly<Record<string, unknown>> & { readonly key: string };

export interface AlteringProxy {
  readonly address: string;
  /** What becomes of the atoms of each later batch. */
  readonly alter: (change: (atoms: readonly SentAtom[]) => readonly SentAtom[]) => void;
  readonly stop: () => void;
}

/** Stands before a service and answers as it does, but that batches may have other atoms: lies that the service has no switch for. */
export async function startAlteringProxy(address: string): Promise<AlteringProxy> {
  let change = (atoms: readonly SentAtom[]): readonly SentAtom[] => atoms;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { method = 'GET', url = '/', headers } = request;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const forwarded = await fetch(`${address}${url}`, {
        method,
        headers: {
          authorization: headers.authorization ?? '',
          ...(body !== '' && { 'content-type': 'application/json' }),
        },
        ...(body !== '' && { body }),
      });
      const said = (await forwarded.json()) as Record<string, unknown>;
      if (forwarded.ok && url === '/batch-access')
        said['atoms'] = change(said['atoms'] as readonly SentAtom[]);
      response.writeHead(forwarded.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(said));
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    alter: (next) => {
      change = next;
    },
    stop: () => void server.close(),
  };
}
