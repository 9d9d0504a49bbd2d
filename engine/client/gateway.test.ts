import type { ServerOptions } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultConnectionLimits } from '#shared/domain/connectionLimits.ts';
import { parseBaseAddress } from './baseAddress.ts';
import { createGateway, type Gateway, type Target } from './gateway.ts';
import { createHttpClient, defaultLimits, type HttpLimits } from './httpClient.ts';
import {
  respondJson,
  startScriptedServer,
  type Script,
  type ScriptedServer,
} from './testing/scriptedServer.ts';
import { withPace } from './pacedClient.ts';
import { selfSignedCertificate, selfSignedKey } from './testing/certificates.ts';

const apiKey = 'sk-test-0123456789';
const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function targetOf(address: string): Target {
  const parsed = parseBaseAddress(address);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return { address: parsed.value, apiKey };
}

/** A gateway whose waits are recorded and take no time. */
function makeGateway(limits: Partial<HttpLimits> = {}, random = 0.5): { gateway: Gateway; waits: number[] } {
  const http = createHttpClient({ ...defaultLimits, ...limits });
  cleanUps.push(http.close);
  const waits: number[] = [];
  const gateway = createGateway({
    http,
    now: Date.now,
    random: () => random,
    sleep: async (ms) => {
      waits.push(ms);
    },
  });
  return { gateway, waits };
}

async function withServer(
  script: Script,
  limits: Partial<HttpLimits> = {},
  serverOptions: ServerOptions = {},
): Promise<{ gateway: Gateway; waits: number[]; server: ScriptedServer; target: Target }> {
  const server = await startScriptedServer(script, serverOptions);
  cleanUps.push(server.close);
  return { ...makeGateway(limits), server, target: targetOf(server.address) };
}

const options = { requestId: 'r1', signal: null };
const found = { key: 'a', value: 'x', version: 1, hash: 'aa', proof: null };

describe('what is sent', () => {
  it.each([
    ['..', '/base/atoms/%2E%2E'],
    ['.', '/base/atoms/%2E'],
    ['a/b', '/base/atoms/a%2Fb'],
    ['a/../b', '/base/atoms/a%2F..%2Fb'],
    ['%2e%2e', '/base/atoms/%252e%252e'],
    ['a%2Fb', '/base/atoms/a%252Fb'],
    ['a?b', '/base/atoms/a%3Fb'],
    ['a#b', '/base/atoms/a%23b'],
    ['a\\b', '/base/atoms/a%5Cb'],
    ['a\nb', '/base/atoms/a%0Ab'],
    ['a\r\nX: y', '/base/atoms/a%0D%0AX%3A%20y'],
    ['a\0b', '/base/atoms/a%00b'],
    ['caf\u00e9', '/base/atoms/caf%C3%A9'],
    ['cafe\u0301', '/base/atoms/cafe%CC%81'],
    [' a ', '/base/atoms/%20a%20'],
    ['__proto__', '/base/atoms/__proto__'],
    ['constructor', '/base/atoms/constructor'],
  ])('sends the key %j as one segment under the base path', async (key, path) => {
    const { gateway, server } = await withServer((_request, response) => {
      respondJson(response, 200, found);
    });
    await gateway.read(targetOf(`${server.address}/base/`), key, options);
    expect(server.seen).toMatchObject([{ method: 'GET', path, authorization: `Bearer ${apiKey}`, body: '' }]);
  });

  it('sends a 100 kB key and shows the refusal', async () => {
    const { gateway, server, target } = await withServer(
      (_request, response) => {
        response.writeHead(414).end();
      },
      {},
      { maxHeaderSize: 200_000 },
    );
    const key = 'k'.repeat(100_000);
    expect(await gateway.read(target, key, options)).toMatchObject({
      ok: false,
      error: { code: 'unexpected_status', status: 414 },
    });
    expect(server.seen.map(({ path }) => path)).toEqual([`/atoms/${key}`]);
  });

  it('refuses text that UTF-8 cannot encode, and sends nothing', async () => {
    const { gateway, server, target } = await withServer((_request, response) => {
      respondJson(response, 200, {});
    });
    const answers = [
      await gateway.read(target, '\ud800', options),
      await gateway.readMany(target, ['a', '\ud800'], options),
      await gateway.recall(target, '\ud800', 1, options),
      await gateway.store(target, { key: 'a', value: '\ud800' }, options),
      await gateway.storeBatch(target, [{ key: '\udc00', value: '' }], options),
    ];
    expect(answers.map((answer) => (answer.ok ? null : answer.error))).toMatchObject(
      ['key', 'keys[1]', 'query', 'value', 'atoms[0].key'].map((field) => ({ code: 'invalid_input', field })),
    );
    expect(server.seen).toEqual([]);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('does not follow a %i, and the key goes nowhere', async (status) => {
    const elsewhere = await startScriptedServer((_request, response) => {
      respondJson(response, 200, found);
    });
    cleanUps.push(elsewhere.close);
    const { gateway, server, target } = await withServer((_request, response) => {
      response.writeHead(status, { Location: `${elsewhere.address}/atoms/a` }).end();
    });
    const read = await gateway.read(target, 'a', options);
    const stored = await gateway.store(target, { key: 'a', value: 'x' }, options);
    expect(read).toMatchObject({ ok: false, error: { code: 'network', failure: 'redirect' } });
    expect(stored).toMatchObject({ ok: false, error: { code: 'network', failure: 'redirect' } });
    expect(server.seen).toHaveLength(2);
    expect(elsewhere.seen).toEqual([]);
  });
});

describe('redirects within one server', () => {
  it.each([301, 302, 303, 307, 308])('does not follow a %i, and sends nothing again', async (status) => {
    const { gateway, server, target } = await withServer((_request, response, index) => {
      if (index < 2) response.writeHead(status, { Location: '/atoms/other' }).end();
      else respondJson(response, 200, found);
    });
    const redirected = { ok: false, error: { code: 'network', failure: 'redirect' } };
    expect(await gateway.read(target, 'a', options)).toMatchObject(redirected);
    expect(await gateway.store(target, { key: 'a', value: 'x' }, options)).toMatchObject(redirected);
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /atoms/a',
      'POST /atoms',
    ]);
  });
});

describe('unreadable responses', () => {
  it.each<[string, string, string, RegExp]>([
    ['a web page', 'text/html', '<!doctype html><p>hello', /web page/],
    ['half of the JSON', 'application/json', '{"key":"a","val', /not valid JSON/],
    ['nothing', 'application/json', '', /empty/],
    [
      'JSON nested 200,000 deep',
      'application/json',
      '['.repeat(200_000) + ']'.repeat(200_000),
      /levels deep/,
    ],
    ['a wrong type', 'application/json', '{"key":"a","value":"x","version":"1"}', /version/],
  ])('reports what is wrong with %s', async (_name, type, body, words) => {
    const { gateway, target } = await withServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': type }).end(body);
    });
    const answer = await gateway.read(target, 'a', options);
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad_response' } });
    expect(answer.ok ? '' : answer.error.message).toMatch(words);
  });

  it('refuses invalid UTF-8 instead of replacing it', async () => {
    const { gateway, target } = await withServer((_request, response) => {
      response.end(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    });
    expect(await gateway.read(target, 'a', options)).toMatchObject({ error: { code: 'bad_response' } });
  });

  it('stops reading an endless body at the limit', async () => {
    const { gateway, target } = await withServer(
      (_request, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x20)));
        };
        response.on('drain', more);
        more();
      },
      { maxBodyBytes: 1_000_000 },
    );
    const answer = await gateway.read(target, 'a', options);
    expect(answer).toMatchObject({ error: { code: 'bad_response' } });
    expect(answer.ok ? '' : answer.error.message).toContain('larger');
  });

  it('stops reading a gzip bomb at the limit of decoded bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const { gateway, target } = await withServer(
      (_request, response) => {
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
      },
      { maxBodyBytes: 1_000_000 },
    );
    expect(bomb.byteLength).toBeLessThan(1_000_000);
    const answer = await gateway.read(target, 'a', options);
    expect(answer).toMatchObject({ error: { code: 'bad_response' } });
    expect(answer.ok ? '' : answer.error.message).toContain('larger');
  });

  it('reads a gzip body although none was requested', async () => {
    const { gateway, target } = await withServer((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(JSON.stringify(found)));
    });
    expect(await gateway.read(target, 'a', options)).toMatchObject({ ok: true, value: { value: 'x' } });
  });

  it('reports headers that are too large, instead of claiming that the service is not HTTP', async () => {
    const { gateway, target } = await withServer((_request, response) => {
      response.writeHead(200, { 'X-Long': 'x'.repeat(40_000) }).end('{}');
    });
    const answer = await gateway.read(target, 'a', options);
    expect(answer.ok ? '' : answer.error.message).toContain('response headers are larger');
  });

  it('reports a broken gzip body and a response that is not HTTP as unreadable', async () => {
    const { gateway, target } = await withServer((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('not gzip');
    });
    expect(await gateway.read(target, 'a', options)).toMatchObject({ error: { code: 'bad_response' } });

    const babble = net.createServer((socket) => socket.end('SSH-2.0-babble\r\n'));
    await new Promise<void>((resolve) => babble.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => void babble.close());
    const { port } = babble.address() as AddressInfo;
    expect(await gateway.read(targetOf(`http://127.0.0.1:${String(port)}`), 'a', options)).toMatchObject({
      error: { code: 'bad_response' },
    });
  });
});

describe('connections that fail', () => {
  it('recognizes a refused connection, and is certain that nothing was stored', async () => {
    const { gateway, server, target } = await withServer(() => undefined);
    await server.close();
    expect(await gateway.store(target, { key: 'a', value: 'x' }, options)).toMatchObject({
      ok: false,
      error: { code: 'network', failure: 'refused', address: server.address },
      mayHaveBeenDone: false,
    });
  });

  it('recognizes an unknown host', async () => {
    const { gateway } = makeGateway();
    expect(await gateway.read(targetOf('https://no-such-host.invalid'), 'a', options)).toMatchObject({
      error: { code: 'network', failure: 'unknown-host' },
    });
  });

  it('refuses a self-signed certificate before the key is sent', async () => {
    let hits = 0;
    const server = https.createServer(
      { cert: selfSignedCertificate, key: selfSignedKey },
      (_in, response) => {
        hits += 1;
        response.end(JSON.stringify(found));
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { gateway } = makeGateway();
    const target = targetOf(`https://localhost:${String(port)}`);
    expect(await gateway.store(target, { key: 'a', value: 'x' }, options)).toMatchObject({
      error: { code: 'network', failure: 'certificate-self-signed' },
      mayHaveBeenDone: false,
    });
    expect(hits).toBe(0);
  });

  it('reports plain HTTP behind an https address as a failed encryption', async () => {
    const { gateway, server } = await withServer((_request, response) => response.end());
    expect(
      await gateway.read(targetOf(server.address.replace('http:', 'https:')), 'a', options),
    ).toMatchObject({ error: { code: 'network', failure: 'tls' } });
    expect(server.seen).toEqual([]);
  });

  it('gives up on responses that trickle, long before their total time, so that others get their turn', async () => {
    const { server } = await withServer(({ path }, response) => {
      if (path.endsWith('/fine')) respondJson(response, 200, { key: 'fine', value: 'x' });
      else {
        const timer = setInterval(
          () => (response.destroyed ? clearInterval(timer) : response.write(' ')),
          // A chunk is seven bytes or so: far less than the least rate.
          100,
        );
      }
    });
    const http = createHttpClient({ ...defaultLimits, idleMs: 500, totalMs: 600_000 });
    cleanUps.push(http.close);
    const sleep = (): Promise<void> => Promise.resolve();
    const gateway = createGateway({
      http: withPace(http, { now: Date.now, sleep }),
      now: Date.now,
      random: () => 0.5,
      sleep,
    });
    const once = { ...options, once: true };
    const { requestsAtOnce } = defaultConnectionLimits;
    const slow = Array.from({ length: requestsAtOnce }, (_, at) =>
      gateway.read(targetOf(server.address), `slow-${String(at)}`, once),
    );
    const fine = gateway.read(targetOf(server.address), 'fine', once);
    for (const answer of await Promise.all(slow))
      expect(answer).toMatchObject({ error: { code: 'timeout', isTrickle: true } });
    expect(await fine).toMatchObject({ ok: true });
  });

  it.each([
    ['hangs', (): void => undefined],
    [
      'drips',
      (response: { write: (text: string) => boolean; destroyed: boolean }): void => {
        const timer = setInterval(
          () => (response.destroyed ? clearInterval(timer) : response.write(' ')),
          10,
        );
      },
    ],
  ])('gives up on a service that %s', async (name, misbehave) => {
    const { gateway, target } = await withServer(
      (_request, response) => {
        misbehave(response);
      },
      name === 'hangs' ? { idleMs: 150 } : { totalMs: 150 },
    );
    expect(await gateway.store(target, { key: 'a', value: 'x' }, options)).toMatchObject({
      error: { code: 'timeout', afterMs: 150, isSlow: name === 'drips' },
      mayHaveBeenDone: true,
    });
  });

  it('cancels while waiting, and before sending', async () => {
    const controller = new AbortController();
    const { gateway, server, target } = await withServer(() => {
      controller.abort();
    });
    const signalled = { requestId: 'r1', signal: controller.signal };
    expect(await gateway.read(target, 'a', signalled)).toMatchObject({ error: { code: 'cancelled' } });
    expect(await gateway.store(target, { key: 'a', value: 'x' }, signalled)).toMatchObject({
      error: { code: 'cancelled' },
      mayHaveBeenDone: false,
    });
    expect(server.seen).toHaveLength(1);
  });
});

describe('retries', () => {
  it('retries a read after 503 and after a lost connection, and counts the attempts', async () => {
    const { gateway, waits, target } = await withServer((_request, response, index) => {
      if (index === 0) response.writeHead(503).end();
      else if (index === 1) response.destroy();
      else respondJson(response, 200, found);
    });
    expect(await gateway.read(target, 'a', options)).toMatchObject({ ok: true, exchange: { retries: 2 } });
    // The lost connection was a kept one, so the service may only have closed it.
    expect(waits).toEqual([250, 0]);
  });

  it.each([
    [0, [0, 0]],
    [0.5, [250, 500]],
    [0.999, [500, 999]],
  ])('waits longer after each 503, with full jitter: random %d', async (random, expected) => {
    const server = await startScriptedServer((_request, response) => response.writeHead(503).end());
    cleanUps.push(server.close);
    const { gateway, waits } = makeGateway({}, random);
    await gateway.read(targetOf(server.address), 'a', options);
    expect(waits.map(Math.round)).toEqual(expected);
  });

  it.each(['recall', 'readMany'] as const)('takes %s for a read', async (call) => {
    const { gateway, server, target } = await withServer((_request, response, index) => {
      if (index === 0) response.writeHead(503).end();
      else respondJson(response, 200, { atoms: [], predictions: [] });
    });
    const answer =
      call === 'recall'
        ? await gateway.recall(target, 'q', 5, options)
        : await gateway.readMany(target, ['a'], options);
    expect(answer.ok).toBe(true);
    expect(server.seen).toHaveLength(2);
  });

  it('gives up after two retries', async () => {
    const { gateway, server, target } = await withServer((_request, response) => {
      response.writeHead(503).end();
    });
    expect(await gateway.read(target, 'a', options)).toMatchObject({
      error: { code: 'server_error', status: 503 },
    });
    expect(server.seen).toHaveLength(3);
  });

  it('waits as long as a short Retry-After requests, and a little longer', async () => {
    const { gateway, waits, target } = await withServer((_request, response, index) => {
      if (index === 0) response.writeHead(429, { 'Retry-After': '1' }).end();
      else respondJson(response, 200, found);
    });
    expect(await gateway.read(target, 'a', options)).toMatchObject({ ok: true });
    expect(waits).toEqual([1_250]);
  });

  it.each([{}, { 'Retry-After': '3600' }])(
    'passes on a 429 that asks for a long wait: %j',
    async (headers) => {
      const { gateway, server, target } = await withServer((_request, response) => {
        response.writeHead(429, headers).end();
      });
      expect(await gateway.read(target, 'a', options)).toMatchObject({ error: { code: 'rate_limited' } });
      expect(server.seen).toHaveLength(1);
    },
  );

  it.each([
    ['answered with 503', 503],
    ['lost', null],
  ])('never sends a store twice, even if it was %s', async (_name, status) => {
    const { gateway, server, target } = await withServer((_request, response) => {
      if (status === null) response.destroy();
      else response.writeHead(status).end();
    });
    expect(await gateway.store(target, { key: 'a', value: 'x' }, options)).toMatchObject({
      ok: false,
      mayHaveBeenDone: true,
    });
    expect(await gateway.storeBatch(target, [{ key: 'a', value: 'x' }], options)).toMatchObject({
      ok: false,
    });
    expect(server.seen).toHaveLength(2);
  });
});

describe('writes', () => {
  it('never use a kept-alive connection, which the service might be closing', async () => {
    const ports: (number | undefined)[] = [];
    const { gateway, target } = await withServer((_request, response) => {
      ports.push(response.socket?.remotePort);
      respondJson(response, 200, found);
    });
    await gateway.read(target, 'a', options);
    await gateway.read(target, 'a', options);
    await gateway.store(target, { key: 'a', value: 'x' }, options);
    expect(ports[1]).toBe(ports[0]);
    expect(ports[2]).not.toBe(ports[0]);
  });

  it.each([400, 401, 403, 404, 413, 422, 429])(
    'is certain that nothing was stored after a %i',
    async (status) => {
      const { gateway, target } = await withServer((_request, response) => {
        response.writeHead(status).end();
      });
      expect(await gateway.store(target, { key: 'a', value: 'x' }, options)).toMatchObject({
        mayHaveBeenDone: false,
      });
    },
  );

  it.each([300, 303, 308, 402, 405, 408, 409, 410, 418, 425, 451, 500, 503, 504])(
    'is not certain after a %i, which need not be a refusal',
    async (status) => {
      const { gateway, target } = await withServer((_request, response) => {
        response.writeHead(status).end();
      });
      expect(await gateway.store(target, { key: 'a', value: 'x' }, options)).toMatchObject({
        ok: false,
        mayHaveBeenDone: true,
      });
    },
  );

  it('are uncertain after a success that cannot be read, and after a response that broke off', async () => {
    const { gateway, target } = await withServer((_request, response, index) => {
      if (index === 0) response.writeHead(200).end('<html>');
      else {
        response.writeHead(201, { 'Content-Length': '100' });
        response.write('{"key":');
        response.socket?.destroySoon();
      }
    });
    const atom = { key: 'a', value: 'x' };
    expect(await gateway.store(target, atom, options)).toMatchObject({
      error: { code: 'bad_response' },
      mayHaveBeenDone: true,
    });
    expect(await gateway.store(target, atom, options)).toMatchObject({
      error: { code: 'network', failure: 'reset' },
      mayHaveBeenDone: true,
    });
  });

  it('accept 204 without a body as stored', async () => {
    const { gateway, target } = await withServer((_request, response) => {
      response.writeHead(204).end();
    });
    expect(await gateway.store(target, { key: 'a', value: 'x' }, options)).toMatchObject({
      ok: true,
      value: { key: 'a', version: null },
    });
    expect(await gateway.storeBatch(target, [{ key: 'a', value: 'x' }], options)).toMatchObject({
      ok: true,
      value: { atoms: null },
    });
  });
});

describe('the key', () => {
  it('is in no error, whatever the service echoes', async () => {
    const { gateway, target } = await withServer((request, response) => {
      respondJson(response, 401, {
        error: { code: 'UNAUTHORIZED', message: `Bad: ${request.authorization}` },
      });
    });
    const answer = await gateway.read(target, 'a', options);
    expect(answer).toMatchObject({ ok: false, error: { code: 'unauthorized' } });
    expect(JSON.stringify(answer)).not.toContain(apiKey);
  });
});
