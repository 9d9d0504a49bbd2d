import { describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { defaultConnectionLimits } from '#shared/domain/connectionLimits.ts';
import { parseBaseAddress } from './baseAddress.ts';
import type { HttpNoResponse, HttpRequest, HttpResponse } from './httpClient.ts';
import { withPace } from './pacedClient.ts';

const parsed = parseBaseAddress('https://memory.example');
if (!parsed.ok) throw new Error(parsed.error.message);
const address = parsed.value;

function requestOf(id: string, requestsAtOnce: number, signal: AbortSignal | null = null): HttpRequest {
  return {
    address,
    method: 'GET',
    path: '/',
    apiKey: 'k',
    body: null,
    isWrite: false,
    signal,
    settings: { id: id as ConnectionId, limits: { ...defaultConnectionLimits, requestsAtOnce } },
  };
}

const accepted: HttpResponse = {
  kind: 'answer',
  status: 200,
  rate: null,
  retryAfter: null,
  contentType: '',
  noted: [],
  body: Buffer.alloc(0),
};

/** A client whose requests end when the test says so. */
function heldClient() {
  const held: ((outcome: HttpResponse | HttpNoResponse) => void)[] = [];
  let now = 0;
  const paced = withPace(
    { send: () => new Promise<HttpResponse | HttpNoResponse>((resolve) => held.push(resolve)) },
    {
      now: () => now,
      sleep: async (ms) => {
        now += ms;
      },
    },
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { ...paced, held, settled, pass: (ms: number) => (now += ms) };
}

describe('requests of one connection', () => {
  it('are sent up to its limit at once; the others follow in order, and know how long they waited', async () => {
    const { send, held, settled, pass } = heldClient();
    const ended: number[] = [];
    const all = Array.from({ length: 5 }, async (_, at) => {
      const outcome = await send(requestOf('a', 2));
      ended.push(at);
      return outcome.waitedMs;
    });
    await settled();
    expect(held).toHaveLength(2);
    for (let at = 0; at < 5; at++) {
      pass(10);
      held[at]?.(accepted);
      await settled();
      expect(held).toHaveLength(Math.min(5, at + 3));
    }
    expect(await Promise.all(all)).toEqual([undefined, undefined, 10, 20, 30]);
    expect(ended).toEqual([0, 1, 2, 3, 4]);
  });

  it('do not wait for those of another one', async () => {
    const { send, held, settled } = heldClient();
    void send(requestOf('a', 1));
    void send(requestOf('a', 1));
    void send(requestOf('b', 1));
    await settled();
    expect(held).toHaveLength(2);
  });

  it('can be canceled while they wait, and never reach the service', async () => {
    const { send, held, settled } = heldClient();
    const controller = new AbortController();
    void send(requestOf('a', 1));
    const waiting = send(requestOf('a', 1, controller.signal));
    await settled();
    controller.abort();
    expect(await waiting).toMatchObject({ failure: { kind: 'cancelled' }, mayHaveArrived: false });
    held[0]?.(accepted);
    await settled();
    void send(requestOf('a', 1));
    await settled();
    expect(held).toHaveLength(2);
  });

  it('give their place back after a failure that was not expected', async () => {
    let calls = 0;
    const { send } = withPace(
      {
        send: async () => {
          calls += 1;
          if (calls === 1) throw new Error('A fault of ours.');
          return accepted;
        },
      },
      { now: () => 0, sleep: async () => undefined },
    );
    await expect(send(requestOf('a', 1))).rejects.toThrow('A fault of ours.');
    expect(await send(requestOf('a', 1))).toBe(accepted);
  });

  it('wait if the service says that few are left', async () => {
    const { send, held, settled } = heldClient();
    void send(requestOf('a', 1));
    await settled();
    held[0]?.({ ...accepted, rate: { remaining: 0, resetMs: 1_500 } });
    await settled();
    const next = send(requestOf('a', 1));
    await settled();
    held[1]?.(accepted);
    expect(await next).toMatchObject({ status: 200, waitedMs: 1_500 });
  });

  it('do not wait for what another service said before the connection was moved', async () => {
    const { send, held, settled } = heldClient();
    void send(requestOf('a', 1));
    await settled();
    held[0]?.({ ...accepted, rate: { remaining: 0, resetMs: 1_500 } });
    await settled();
    const moved = parseBaseAddress('https://other.example');
    if (!moved.ok) throw new Error(moved.error.message);
    const next = send({ ...requestOf('a', 1), address: moved.value });
    await settled();
    held[1]?.(accepted);
    expect(await next).toBe(accepted);
  });
});
