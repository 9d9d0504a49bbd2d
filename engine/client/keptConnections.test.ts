import net, { type AddressInfo } from 'node:net';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { parseBaseAddress } from './baseAddress.ts';
import { createGateway, type Gateway, type Target } from './gateway.ts';
import { createHttpClient, defaultLimits } from './httpClient.ts';
import { respondJson, startScriptedServer, type Script } from './testing/scriptedServer.ts';

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const options = { requestId: 'r1', signal: null };
const atom = { key: 'a', value: 'x' };
const found = { ...atom, version: 1, hash: 'aa', proof: null };

function targetOf(address: string): Target {
  const parsed = parseBaseAddress(address);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return { address: parsed.value, apiKey: 'sk-test-0123456789' };
}

function makeGateway(): { gateway: Gateway; waits: number[] } {
  const http = createHttpClient({ ...defaultLimits, idleMs: 10_000 });
  cleanUps.push(http.close);
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  return { gateway: createGateway({ http, now: Date.now, random: () => 0.5, sleep }), waits };
}

async function serverWith(script: Script) {
  const ports: (number | undefined)[] = [];
  const server = await startScriptedServer((request, response, index) => {
    ports.push(response.socket?.remotePort);
    script(request, response, index);
  });
  cleanUps.push(server.close);
  return { ...makeGateway(), server, ports, target: targetOf(server.address) };
}

/** Closes the connection after a complete response, without saying so, as services do with idle ones. */
function respondAndClose(response: ServerResponse): void {
  const { socket } = response;
  respondJson(response, 200, found);
  response.on('finish', () => socket?.destroySoon());
}

describe('kept connections', () => {
  it('are used again by reads, of any kind', async () => {
    const { gateway, target, ports } = await serverWith((request, response) => {
      respondJson(response, 200, request.method === 'GET' ? found : { atoms: [], predictions: [] });
    });
    await gateway.read(target, 'a', options);
    await gateway.recall(target, 'q', 1, options);
    await gateway.readMany(target, ['a'], options);
    expect(new Set(ports).size).toBe(1);
  });

  it('that the service has closed cost a read no wait, and all of them are given up together', async () => {
    let reset: (() => void) | null = null;
    const { gateway, target, server, waits, ports } = await serverWith((_request, response, index) => {
      // The third request comes over a kept connection, and gets no response.
      if (index === 2) response.socket?.resetAndDestroy();
      else if (index === 0) reset = () => respondJson(response, 200, found);
      else {
        respondJson(response, 200, found);
        reset?.();
        reset = null;
      }
    });
    await Promise.all([gateway.read(target, 'a', options), gateway.read(target, 'b', options)]);
    const read = await gateway.read(target, 'c', options);
    expect(read).toMatchObject({ ok: true, exchange: { retries: 1 } });
    expect(waits).toEqual([0]);
    expect(server.seen).toHaveLength(4);
    // Not the other kept one either.
    expect(ports.slice(0, 3)).not.toContain(ports[3]);
  });

  it('are not used for a request that must be sent once', async () => {
    const { gateway, target, ports } = await serverWith((_request, response) => {
      respondJson(response, 200, found);
    });
    await gateway.read(target, 'a', options);
    await gateway.read(target, 'a', { ...options, once: true });
    expect(new Set(ports).size).toBe(2);
  });

  it('that end after each response are opened again, without a failure', async () => {
    const { gateway, target, waits } = await serverWith((_request, response) => {
      respondAndClose(response);
    });
    for (let at = 0; at < 5; at++) {
      expect(await gateway.read(target, 'a', options)).toMatchObject({ ok: true });
    }
    expect(waits.every((wait) => wait === 0)).toBe(true);
  });
});

describe('a write', () => {
  it('is sent again only if nothing of it was sent: the connection was lost before it was secure', async () => {
    let connections = 0;
    const server = net.createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.once('data', () => socket.resetAndDestroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { gateway } = makeGateway();
    const stored = await gateway.store(targetOf(`https://127.0.0.1:${String(port)}`), atom, options);
    expect(stored).toMatchObject({
      error: { code: 'network', failure: 'reset' },
      mayHaveBeenDone: false,
    });
    expect(connections).toBe(3);

    const plain = makeGateway();
    expect(
      await plain.gateway.store(targetOf(`http://127.0.0.1:${String(port)}`), atom, options),
    ).toMatchObject({
      error: { code: 'network', failure: 'reset' },
      mayHaveBeenDone: true,
    });
    expect(connections).toBe(4);
  });
});

describe('the limits of a connection', () => {
  it('replace those of the app', async () => {
    const { gateway, target } = await serverWith(() => undefined);
    // Below the bounds of what a user can choose, so that the test is quick.
    const limits = { idleSeconds: 0.05, totalSeconds: 100, requestsAtOnce: 1 };
    const profile = { id: 'c' as ConnectionId, limits };
    expect(await gateway.read({ ...target, profile }, 'a', options)).toMatchObject({
      error: { code: 'timeout', afterMs: 50, isSlow: false },
    });
  });

  it('do not cut a slow response that makes progress, but its total time does', async () => {
    // Each piece comes when the one before has arrived: no timing decides how many there are.
    const pieces = JSON.stringify(found).split('');
    const { gateway, target } = await serverWith((_request, response, index) => {
      const next = (): void => {
        const piece = index === 0 ? pieces.shift() : ' ';
        if (piece === undefined) response.end();
        else if (!response.destroyed) response.write(piece, () => setTimeout(next, 2));
      };
      next();
    });
    const limited = (idleSeconds: number, totalSeconds: number) => ({
      ...target,
      profile: { id: 'c' as ConnectionId, limits: { idleSeconds, totalSeconds, requestsAtOnce: 1 } },
    });
    expect(await gateway.read(limited(5, 60), 'a', options)).toMatchObject({ ok: true });
    expect(await gateway.read(limited(5, 0.1), 'a', options)).toMatchObject({
      error: { code: 'timeout', afterMs: 100, isSlow: true },
    });
  });
});
