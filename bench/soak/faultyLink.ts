import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from './random.ts';

/** How the link treats a request. `lost`: the service carries it out, and the response is lost. */
const faults = [
  'refused',
  'reset',
  'lost',
  'half',
  'wrong length',
  'garbage',
  'not http',
  'huge headers',
  'hang',
  'drip',
  'busy',
  'rate limit',
  'redirect',
] as const;
export type LinkFault = (typeof faults)[number];

export interface FaultyLink {
  readonly address: string;
  /** How often each fault was injected. */
  readonly counts: ReadonlyMap<LinkFault | 'lie', number>;
  /** From now on: the address of the service; null while it is down. */
  connectTo: (address: string | null) => void;
  /** The share of requests with a fault, in [0, 1]. */
  setFaults: (share: number) => void;
  /** While it lies, every atom in a response is altered. */
  setLying: (isLying: boolean) => void;
  /** Responses with altered atoms that were sent to the end. The keys asked for, and when the request came. */
  readonly lies: readonly { readonly keys: readonly string[]; readonly at: number }[];
  readonly close: () => Promise<void>;
}

/** Longer than the app waits for a byte. */
const hangMs = 60_000;

/** A proxy in front of a service that does to requests and responses what networks and bad services do. */
export async function startFaultyLink(random: Random, clock: () => number): Promise<FaultyLink> {
  let service: string | null = null;
  let share = 0;
  let isLying = false;
  const counts = new Map<LinkFault | 'lie', number>();
  const lies: { keys: readonly string[]; at: number }[] = [];
  const agent = new http.Agent({ keepAlive: true });
  const count = (fault: LinkFault | 'lie'): void => {
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
  };

  const pass = (incoming: http.IncomingMessage, body: Buffer): Promise<{ status: number; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const outgoing = http.request(
        new URL(incoming.url ?? '/', service ?? 'http://127.0.0.1:1'),
        {
          agent,
          method: incoming.method ?? 'GET',
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': body.length,
            ...(incoming.headers.authorization !== undefined && {
              Authorization: incoming.headers.authorization,
            }),
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  const handle = async (incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const at = clock();
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (service === null) {
      response.destroy();
      return;
    }
    const fault = random.chance(share) ? random.pick(faults) : null;
    if (fault !== null) count(fault);
    switch (fault) {
      case 'refused':
        response.writeHead(503, { 'Retry-After': '1' }).end();
        return;
      case 'reset':
        response.socket?.resetAndDestroy();
        return;
      case 'rate limit':
        response.writeHead(429, { 'Retry-After': '1' }).end();
        return;
      case 'redirect':
        response.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end();
        return;
      case 'not http':
        response.socket?.end('SSH-2.0-garbage\r\n\r\n');
        return;
      case 'hang':
        await once(response, 'close', { signal: AbortSignal.timeout(hangMs) }).catch(() =>
          response.destroy(),
        );
        return;
      default:
    }
    const answer = await pass(incoming, body);
    const lied = isLying && answer.status === 200 ? altered(answer.body) : null;
    const sent = lied ?? answer.body;
    const half = sent.subarray(0, sent.length / 2);
    switch (fault) {
      case 'lost':
        response.socket?.resetAndDestroy();
        return;
      case 'half':
        response.writeHead(answer.status, { 'Content-Length': sent.length });
        response.write(half, () => response.socket?.destroySoon());
        return;
      case 'wrong length':
        response.socket?.end(
          `HTTP/1.1 ${String(answer.status)} OK\r\nContent-Length: 10\r\n\r\n${sent.toString('latin1')}`,
        );
        return;
      case 'garbage':
        response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end('{"atoms":[{"key":');
        return;
      case 'huge headers':
        response.writeHead(answer.status, { 'X-Long': 'x'.repeat(40_000) }).end(sent);
        return;
      case 'drip':
        await drip(response, answer.status, sent);
        return;
      case 'busy':
        // Carried out, but the service says otherwise.
        response.writeHead(502).end();
        return;
      default:
    }
    if (lied !== null) {
      response.once('finish', () => {
        count('lie');
        lies.push({ keys: keysAsked(incoming, body), at });
        if (lies.length > 10_000) lies.splice(0, 5_000);
      });
    }
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(sent);
  };
  const server = http.createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    counts,
    lies,
    connectTo: (address) => {
      service = address;
    },
    setFaults: (next) => {
      share = next;
    },
    setLying: (next) => {
      isLying = next;
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** In pieces that follow each other; slow, but never silent for long. */
async function drip(response: http.ServerResponse, status: number, body: Buffer): Promise<void> {
  response.writeHead(status, { 'Content-Length': body.length });
  const piece = Math.max(1, Math.ceil(body.length / 20));
  for (let at = 0; at < body.length && !response.destroyed; at += piece) {
    response.write(body.subarray(at, at + piece));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  response.end();
}

function keysAsked(incoming: http.IncomingMessage, body: Buffer): readonly string[] {
  if (incoming.method === 'GET') return [decodeURIComponent((incoming.url ?? '').split('/').at(-1) ?? '')];
  const { keys } = JSON.parse(body.toString()) as { readonly keys?: readonly string[] };
  return keys ?? [];
}

/** A response with another value or another proof for each atom; null if it has none. */
function altered(body: Buffer): Buffer | null {
  const json = JSON.parse(body.toString()) as Record<string, unknown>;
  const atoms = Array.isArray(json['atoms']) ? (json['atoms'] as Record<string, unknown>[]) : [json];
  let isAltered = false;
  for (const [index, atom] of atoms.entries()) {
    const proof = atom['proof'] as { siblings?: string[]; rootHash?: string } | null | undefined;
    if (proof === null || proof === undefined || typeof atom['value'] !== 'string') continue;
    isAltered = true;
    const first = proof.siblings?.[0];
    if (index % 2 === 0 && first !== undefined && proof.siblings !== undefined)
      proof.siblings[0] = `${first.startsWith('0') ? '1' : '0'}${first.slice(1)}`;
    else atom['value'] = `a lie about ${atom['value']}`;
  }
  return isAltered ? Buffer.from(JSON.stringify(json)) : null;
}
