import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { batchStore, withoutFailedIndex, type BatchCall, type CallScript, type Fate } from './callScript.ts';

export interface ScriptedService {
  readonly address: string;
  /** `POST /batch-atoms`, in the order they came; those that never reached the service too. */
  readonly routes: readonly string[];
  /** Those that reached the service, in the order it answered. */
  readonly batches: readonly BatchCall[];
  /** From the next call on; numbers go on counting. */
  readonly follow: (script: CallScript) => void;
  readonly stop: () => void;
}

/** Stands before a service, notes what passes, and lets each call meet what a script has for it. */
export async function startScriptedService(target: string, script: CallScript): Promise<ScriptedService> {
  let followed = script;
  const routes: string[] = [];
  const batches: BatchCall[] = [];
  const counts = new Map<string, number>();

  const serve = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = incoming;
    const body = await textOf(incoming);
    const route = `${method} ${url.split('?')[0] ?? url}`;
    const nth = (counts.get(route) ?? 0) + 1;
    counts.set(route, nth);
    routes.push(route);
    const fate = followed({ route, nth, body });
    if (fate.kind === 'drop-before') {
      answer.destroy();
      return;
    }
    if (fate.kind === 'too-many') {
      answerTooMany(answer, fate);
      return;
    }
    if (fate.kind === 'redirect') {
      answer.writeHead(307, { location: fate.to }).end();
      return;
    }
    if (fate.kind === 'after') await fate.first();
    const said = await fetch(`${target}${url}`, {
      method,
      headers: {
        authorization: incoming.headers.authorization ?? '',
        ...(body !== '' && { 'content-type': 'application/json' }),
      },
      ...(body !== '' && { body }),
    });
    const text = await said.text();
    if (route === batchStore) {
      const { atoms } = JSON.parse(body) as Pick<BatchCall, 'atoms'>;
      batches.push({ nth, atoms, status: said.status });
    }
    if (fate.kind === 'drop-after') {
      answer.destroy();
      return;
    }
    if (fate.kind === 'hold') await fate.until;
    const retryAfter = said.headers.get('retry-after');
    answer.writeHead(said.status, {
      'content-type': said.headers.get('content-type') ?? 'application/json',
      ...(retryAfter !== null && { 'retry-after': retryAfter }),
    });
    answer.end(fate.kind === 'hide-failed-index' ? withoutFailedIndex(text) : text);
  };

  const server = createServer((incoming, answer) => {
    serve(incoming, answer).catch(() => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    routes,
    batches,
    follow: (next) => {
      followed = next;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function answerTooMany(
  answer: ServerResponse,
  { retryAfter }: Extract<Fate, { readonly kind: 'too-many' }>,
): void {
  answer.writeHead(429, {
    'content-type': 'application/json',
    ...(retryAfter !== null && { 'retry-after': retryAfter }),
  });
  answer.end(JSON.stringify({ error: { code: 'RATE_LIMITED', message: 'Too many requests.' } }));
}
