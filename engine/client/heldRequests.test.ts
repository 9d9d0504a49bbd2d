import net, { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { parseBaseAddress } from './baseAddress.ts';
import { createGateway } from './gateway.ts';
import { createHttpClient, defaultLimits } from './httpClient.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
});

const atoms = [{ key: 'a', value: 'x' }];
const answer = 'HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

/** A service that answers every connection once it has received a complete request. */
async function startService() {
  const connections: net.Socket[] = [];
  let received = '';
  const server = net.createServer((socket) => {
    connections.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received += bytes.toString();
      if (received.includes('"value":"x"}]}')) socket.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => server.close());
  const parsed = parseBaseAddress(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const http = createHttpClient({ ...defaultLimits, idleMs: 10_000 });
  cleanUps.push(http.close);
  const gateway = createGateway({ http, now: Date.now, random: () => 0.5, sleep: async () => undefined });
  const target = { address: parsed.value, apiKey: 'sk-test-0123456789' };
  let decide: (mayBeSent: boolean) => void = () => undefined;
  const mayBeSent = new Promise<boolean>((resolve) => {
    decide = resolve;
  });
  return {
    connections,
    received: () => received,
    decide,
    connected: async (count: number) => {
      await expect.poll(() => connections.length).toBe(count);
    },
    store: (signal: AbortSignal | null = null) =>
      gateway.storeBatch(target, atoms, { requestId: 'r1', signal, mayBeSent }),
  };
}

describe('a request that may not be sent yet', () => {
  it('opens its connection, and is sent when it may', async () => {
    const { connected, received, decide, store } = await startService();
    const stored = store();
    await connected(1);
    // What was sent would arrive in this time; a slow machine can only hide a failure.
    await pause(50);
    expect(received()).toBe('');
    decide(true);
    expect(await stored).toMatchObject({ ok: true, exchange: { status: 201, retries: 0 } });
    await connected(1);
  });

  it('is not sent at all if it may not', async () => {
    const { connections, connected, received, decide, store } = await startService();
    const stored = store();
    await connected(1);
    decide(false);
    expect(await stored).toMatchObject({ error: { code: 'cancelled' }, mayHaveBeenDone: false });
    await expect.poll(() => connections[0]?.closed).toBe(true);
    expect(received()).toBe('');
  });

  it('was certainly not sent if it is canceled', async () => {
    const { connected, received, decide, store } = await startService();
    const canceling = new AbortController();
    const stored = store(canceling.signal);
    await connected(1);
    canceling.abort();
    expect(await stored).toMatchObject({ error: { code: 'cancelled' }, mayHaveBeenDone: false });
    decide(true);
    await pause(50);
    expect(received()).toBe('');
  });

  it('gets another connection if the service closes the one that waits', async () => {
    const { connections, connected, decide, store } = await startService();
    const stored = store();
    await connected(1);
    connections[0]?.resetAndDestroy();
    await connected(2);
    decide(true);
    expect(await stored).toMatchObject({ ok: true, exchange: { retries: 1 } });
  });

  it('does not count this time as that of the service', async () => {
    const { connected, decide, store } = await startService();
    const begun = Date.now();
    const stored = store();
    await connected(1);
    await pause(100);
    decide(true);
    const { exchange } = (await stored) as { readonly exchange: { readonly elapsedMs: number } };
    expect(Date.now() - begun - exchange.elapsedMs).toBeGreaterThan(90);
  });
});
