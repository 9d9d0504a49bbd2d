import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenServerGateway } from './dialects/openServerGateway.ts';
import { parseBaseAddress } from './baseAddress.ts';
import {
  createGateway,
  type CallOptions,
  type Gateway,
  type GatewayEffects,
  type GatewayFailure,
  type Target,
} from './gateway.ts';
import { createHttpClient, defaultLimits, type HttpClient } from './httpClient.ts';
import { startScriptedServer, type ScriptedServer } from './testing/scriptedServer.ts';
import { serviceFaults, type ServiceFault } from './testing/serviceFaults.ts';

/*
 * Every fault of a service, for every endpoint of both dialects: a clear error, in bounded time and memory, without the API
 * key, and never a write that is sent twice or taken for not done.
 */

interface Endpoint {
  readonly name: string;
  readonly isWrite: boolean;
  readonly call: (
    gateway: Gateway,
    target: Target,
    options: CallOptions,
  ) => Promise<{ readonly ok: true } | GatewayFailure>;
}

type Call = Endpoint['call'];
const atom = { key: 'a', value: 'x' };
const reads: readonly (readonly [string, Call])[] = [
  ['read', (to, target, options) => to.read(target, 'a', options)],
  ['recall', (to, target, options) => to.recall(target, 'q', 5, options)],
  ['readMany', (to, target, options) => to.readMany(target, ['a', 'b'], options)],
];
const documented: readonly Endpoint[] = [
  ...reads.map(([name, call]) => ({ name, call, isWrite: false })),
  {
    name: 'store',
    isWrite: true,
    call: (to, target, options) => to.store(target, atom, options),
  },
  {
    name: 'storeBatch',
    isWrite: true,
    call: (to, target, options) => to.storeBatch(target, [atom], options),
  },
];
const openServer: readonly Endpoint[] = [
  ...reads.map(([name, call]) => ({ name, call, isWrite: false })),
  {
    name: 'list',
    isWrite: false,
    call: (to, target, options) => to.list(target, { offset: 0, limit: 10 }, options),
  },
  {
    name: 'storeBatch',
    isWrite: true,
    call: (to, target, options) => to.storeBatch(target, [{ key: 'a', value: '' }], options),
  },
];

/** What lies in the buffers of both ends of a connection. */
const buffered = 16 * 1024 * 1024;
const apiKey = 'sk-fault-0123456789abcdef';
/** Longer than any test: only the clock of a test ends a request. */
const never = 2 ** 30;
const limitMs = 1_000;

let fault: ServiceFault;
let server: ScriptedServer;
let clients: HttpClient[];
let bytesSent: number;
let hasArrived: boolean;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  clients = [];
  bytesSent = 0;
  hasArrived = false;
  server = await startScriptedServer((request, response) => {
    const { socket } = response;
    socket?.once('close', () => {
      bytesSent = Math.max(bytesSent, socket.bytesWritten);
    });
    fault.respond(response, request);
    hasArrived = true;
  });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients) client.close();
  await server.close();
});

function clientFor({ endedBy }: ServiceFault): HttpClient {
  const client = createHttpClient({
    ...defaultLimits,
    idleMs: endedBy === 'idle' ? limitMs : never,
    totalMs: endedBy === 'total' ? limitMs : never,
  });
  clients.push(client);
  return client;
}

/** Lets the time limit pass once the request has arrived, and again for limits that are set later. */
async function whileTimePasses<T>(answering: Promise<T>): Promise<T> {
  let isOver = false;
  const answered = answering.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    if (hasArrived) vi.advanceTimersByTime(limitMs);
  }
  return answered;
}

describe.each([
  ['the documented API', createGateway, documented],
  ['the open server', createOpenServerGateway, openServer],
])('%s', (_dialect, makeGateway: (effects: GatewayEffects) => Gateway, endpoints) => {
  describe.each(endpoints)('$name', ({ isWrite, call }) => {
    it.each(serviceFaults)('of a service that $name', async (one) => {
      fault = one;
      const gateway = makeGateway({
        http: clientFor(one),
        now: () => 0,
        random: () => 0,
        sleep: async () => undefined,
      });
      const parsed = parseBaseAddress(server.address);
      if (!parsed.ok) throw new Error(parsed.error.message);
      const calling = call(gateway, { address: parsed.value, apiKey }, { requestId: 'r', signal: null });
      const answer = await (one.endedBy === undefined ? calling : whileTimePasses(calling));
      if (answer.ok) throw new Error('The response was taken for a good one.');
      expect(answer.error).toMatchObject({ code: one.code, requestId: 'r' });
      expect(answer.error.message).toMatch(one.says);
      expect(JSON.stringify(answer)).not.toContain(apiKey);
      // Everything arrived before the fault.
      expect(answer.mayHaveBeenDone).toBe(one.isRefusal !== true);
      expect(server.seen.length).toBeLessThanOrEqual(isWrite ? 1 : 3);
      expect(bytesSent).toBeLessThan(defaultLimits.maxBodyBytes + buffered);
    });
  });
});
