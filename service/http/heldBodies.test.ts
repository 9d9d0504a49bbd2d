import { request, type ClientRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/startTestService.ts';

// The real service over HTTP, with clients that start a body and do not finish it.
const mebibyte = 1024 * 1024;
let service: TestService;
const open: ClientRequest[] = [];

async function start(limits: Parameters<typeof startTestService>[0] = {}): Promise<void> {
  service = await startTestService(limits);
}
beforeEach(() => {
  open.length = 0;
});
afterEach(async () => {
  for (const sent of open) sent.destroy();
  await service.stop();
});

/** Announces a body, sends half of it, and waits. */
function hold(path: string, bytes: number, apiKey: string | null, chunked = false) {
  const sent = request(service.address() + path, {
    method: 'POST',
    headers: {
      ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
      'Content-Type': 'application/json',
      ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': bytes }),
    },
  });
  open.push(sent);
  sent.on('error', () => undefined);
  // A refusal ends the connection while the body is still being written, after the request has released its
  // socket.
  sent.on('socket', (socket) => socket.on('error', () => undefined));
  const answer = new Promise<{ status: number | undefined; retryAfter: string | undefined }>(
    (resolve, reject) => {
      sent.once('error', reject);
      sent.once('response', (response) => {
        response.resume();
        resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'] });
      });
    },
  );
  answer.catch(() => undefined);
  sent.flushHeaders();
  sent.write(Buffer.alloc(Math.floor(bytes / 2), 'x'));
  return { sent, answer };
}

/**
 * Repeats a request until the response is as expected, because the service takes a moment to notice that a
 * client is gone.
 */
async function until(ask: () => Promise<number>, wished: number): Promise<void> {
  while ((await ask()) !== wished);
}

describe('unfinished request bodies', () => {
  it('are refused before they are read if the client has no permission', async () => {
    await start();
    expect((await hold('/atoms', 16 * mebibyte, null).answer).status).toBe(401);
    expect((await hold('/atoms', 16 * mebibyte, 'wrong').answer).status).toBe(401);
    expect((await hold('/atoms', 16 * mebibyte, service.readKey).answer).status).toBe(403);
    expect((await hold('/batch-atoms', 16 * mebibyte, service.readKey).answer).status).toBe(403);
  });

  it.each(['/recall', '/batch-access', '/nothing-here'])(
    'are small for %s: a read-only key cannot send more than a batch of keys needs',
    async (path) => {
      await start();
      expect((await hold(path, 16 * mebibyte, service.readKey).answer).status).toBe(413);
    },
  );

  it('are refused after a client uses up its share, without affecting others', async () => {
    await start();
    const holding = [1, 2].map(() => hold('/atoms', 16 * mebibyte, service.fullKey));
    // Both have announced their size when a third is refused; requests with the other key are not affected.
    await until(async () => (await service.post('/batch-atoms', ' '.repeat(16 * mebibyte))).status, 429);
    const refused = await hold('/atoms', 16 * mebibyte, service.fullKey).answer;
    expect(refused).toEqual({ status: 429, retryAfter: '1' });
    expect((await service.post('/recall', { query: 'x' }, { apiKey: service.readKey })).status).toBe(200);

    for (const { sent } of holding) sent.destroy();
    await until(async () => (await service.post('/atoms', { key: 'v1.a', value: 'x' })).status, 201);
  });

  it('of unknown length are counted as they arrive', async () => {
    await start({ limits: { bodiesInFlight: { total: 1_000, perClient: 1_000 } } });
    const refused = await hold('/atoms', 4_000, service.fullKey, true).answer;
    expect(refused.status).toBe(429);
    expect((await service.post('/recall', { query: 'x' })).status).toBe(200);
  });

  it('are dropped after a timeout, and their share is free again', async () => {
    await start({
      limits: { requestTimeoutMs: 300, bodiesInFlight: { total: 1_000, perClient: 1_000 } },
    });
    const slow = hold('/atoms', 1_000, service.fullKey);
    expect((await slow.answer).status).toBe(408);
    await until(async () => (await service.post('/recall', { query: 'x' })).status, 200);
  });
});

it('a full batch of the longest keys, escaped, is within the limit for reads', async () => {
  await start();
  const keys = Array.from({ length: 1_000 }, (_, at) => `${'é'.repeat(253)}${String(at).padStart(4, '0')}`);
  const escaped = JSON.stringify({ keys }).replaceAll('é', '\\u00e9');
  const { status } = await service.post('/batch-access', escaped, { apiKey: service.readKey });
  expect(status).toBe(200);
});
