import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { requestPhases, type RequestsQuery } from '#shared/domain/requestLog.ts';
import { parseBaseAddress } from '../baseAddress.ts';
import { createGateway, type Target } from '../gateway.ts';
import { createHttpClient, defaultLimits, type HttpClient, type HttpRequest } from '../httpClient.ts';
import { createRequestLog, requestLogLimits, type RequestLogLimits } from './requestLog.ts';

const apiKey = 'sk-live/Ünïcode+"quoted"-0123456789';
const id = 'c1' as ConnectionId;
const all: RequestsQuery = { connectionId: null, show: 'all', method: 'all', text: '', until: null };

type Respond = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A real service, client, and gateway, with a log that records them. */
async function logged(respond: Respond, limits: RequestLogLimits = requestLogLimits) {
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => respond(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = parseBaseAddress(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api`);
  if (!address.ok) throw new Error('The address is valid.');
  const due: (() => void)[] = [];
  let told = 0;
  const log = createRequestLog(
    {
      now: Date.now,
      clock: () => performance.now(),
      setTimer: (run) => due.push(run),
      changed: () => (told += 1),
    },
    limits,
  );
  const client: HttpClient = createHttpClient({ ...defaultLimits, idleMs: 2_000 }, { observe: log.observe });
  ends.push(() => {
    client.close();
    server.closeAllConnections();
    server.close();
  });
  const gateway = createGateway({
    http: client,
    now: Date.now,
    random: () => 0,
    sleep: () => Promise.resolve(),
  });
  const target: Target = { address: address.value, apiKey, service: { id, dialect: 'documented' } };
  return {
    log,
    client,
    gateway,
    target,
    told: () => told,
    timers: due,
    /** Sends a request as the gateway does. */
    send: (path: string, extra: Partial<HttpRequest> = {}) =>
      client.send({
        address: target.address,
        method: 'GET',
        path,
        apiKey,
        body: null,
        isWrite: false,
        signal: null,
        about: { connectionId: id, requestId: 'call' },
        ...extra,
      }),
  };
}

const ok: Respond = (_request, response) => {
  response.end('{}');
};
const options = { requestId: 'call-1', signal: null };

/** Everything that the log would ever show, copy, or export. */
function everything(log: ReturnType<typeof createRequestLog>): string {
  return JSON.stringify([log.rows(all, { from: 0, to: 1_000 }), log.all(all), log.summary(null)]);
}

describe('the request log', () => {
  it('records a request with its purpose, sizes, headers, and times', async () => {
    const { log, gateway, target } = await logged((_request, response) => {
      response.setHeader('Retry-After', '7');
      response.setHeader('X-RateLimit-Remaining', '41');
      response.setHeader('Set-Cookie', 'session=secret');
      response.setHeader('Content-Type', 'application/json');
      response.end('{"atoms":[]}');
    });
    await gateway.recall(target, 'what', 3, { ...options, purpose: 'expectations' });
    const [row] = log.rows(all, { from: 0, to: 10 }).rows;
    expect(row).toMatchObject({
      connectionId: id,
      method: 'POST',
      path: '/recall',
      purpose: 'expectations',
      attempts: 1,
      outcome: { kind: 'answer', status: 200 },
      sentBytes: Buffer.byteLength('{"query":"what","limit":3}'),
      receivedBytes: Buffer.byteLength('{"atoms":[]}'),
    });
    const details = log.details(row?.id ?? 0);
    expect(details).toMatchObject({
      requestId: 'call-1',
      address: target.address.text,
      hasKey: true,
      body: null,
    });
    const names = details?.requestHeaders.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['accept', 'content-length', 'content-type', 'host']));
    expect(names).not.toContain('authorization');
    const [attempt] = details?.tries ?? [];
    expect(Object.fromEntries(attempt?.headers ?? [])).toMatchObject({
      'retry-after': '7',
      'x-ratelimit-remaining': '41',
      'content-type': 'application/json',
    });
    expect(attempt?.headers.map(([name]) => name)).not.toContain('set-cookie');
    expect(attempt).toMatchObject({ isReused: false, encodedBytes: 12, receivedBytes: 12, body: null });
    const times = requestPhases.map((phase) => attempt?.times[phase] ?? null);
    // 127.0.0.1 needs neither a lookup nor TLS.
    expect(times.map((ms) => ms !== null)).toEqual([true, false, true, false, true, true, true]);
    const sum = times.reduce<number>((total, ms) => total + (ms ?? 0), 0);
    expect(sum).toBeCloseTo(attempt?.elapsedMs ?? -1, 3);
  });

  it('joins retries to one request, with what each was told', async () => {
    let count = 0;
    const { log, gateway, target } = await logged((_request, response) => {
      count += 1;
      if (count === 1) response.setHeader('Retry-After', '1');
      response.statusCode = count === 1 ? 503 : 404;
      response.end('{"error":"x"}');
    });
    await gateway.read(target, 'v1.a', options);
    await gateway.read(target, 'v1.b', options);
    const { rows, total } = log.rows({ ...all, show: 'retried' }, { from: 0, to: 10 });
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({ path: '/atoms/v1.a', attempts: 2, outcome: { status: 404 } });
    const tries = log.details(rows[0]?.id ?? 0)?.tries ?? [];
    expect(
      tries.map(({ outcome, headers }) => [outcome, Object.fromEntries(headers)['retry-after']]),
    ).toEqual([
      [{ kind: 'answer', status: 503 }, '1'],
      [{ kind: 'answer', status: 404 }, undefined],
    ]);
    expect(tries.map(({ isReused }) => isReused)).toEqual([false, true]);
    expect(log.summary(id)).toMatchObject({ total: 2, failed: 2, retried: 1 });
    expect(log.ofCall('call-1')).toBe(log.rows(all, { from: 0, to: 1 }).rows[0]?.id);
  });

  it.each([
    [
      'is reset',
      (_request, response) => void response.socket?.destroy(),
      { kind: 'network', failure: 'reset' },
    ],
    [
      'sends something else',
      (_request, response) => void response.socket?.end('hello\r\n\r\n'),
      { kind: 'garbled' },
    ],
  ] as const satisfies readonly (readonly [string, Respond, object])[])(
    'records why a request failed whose connection %s',
    async (_what, respond, outcome) => {
      const { log, send } = await logged(respond);
      await send('/atoms/a');
      expect(log.rows({ ...all, show: 'failed' }, { from: 0, to: 9 }).rows).toMatchObject([
        { outcome, receivedBytes: null },
      ]);
      const [attempt] = log.all(all)[0]?.tries ?? [];
      expect(attempt?.elapsedMs).toBeGreaterThan(0);
    },
  );

  it('shows a pending request, and a canceled one not as failed', async () => {
    let arrived = (): void => undefined;
    const pending = new Promise<void>((resolve) => (arrived = resolve));
    const { log, send } = await logged(() => arrived());
    const controller = new AbortController();
    const sent = send('/atoms/a', { signal: controller.signal });
    await pending;
    expect(log.rows(all, { from: 0, to: 9 }).rows).toMatchObject([
      { outcome: { kind: 'pending' }, elapsedMs: null },
    ]);
    controller.abort();
    await sent;
    expect(log.rows(all, { from: 0, to: 9 }).rows).toMatchObject([{ outcome: { kind: 'cancelled' } }]);
    expect(log.all(all)[0]?.tries[0]?.times.wait).toBeGreaterThan(0);
    expect(log.summary(null).failed).toBe(0);
  });

  it('counts the bytes of an encoded body before and after decoding', async () => {
    const plain = Buffer.from(JSON.stringify({ text: 'a'.repeat(50_000) }));
    const encoded = gzipSync(plain);
    const { log, send } = await logged((_request, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(encoded);
    });
    const answer = await send('/atoms/a');
    expect(answer).toMatchObject({ kind: 'answer', body: plain });
    expect(log.all(all)[0]?.tries[0]).toMatchObject({
      encodedBytes: encoded.length,
      receivedBytes: plain.length,
    });
  });

  it('filters by failure, method, and path, as sent or as typed, and up to a request', async () => {
    const { log, gateway, target } = await logged((request, response) => {
      response.statusCode = request.url?.includes('wrong') === true ? 400 : 200;
      response.end('{}');
    });
    await gateway.read(target, 'v1.Größe', options);
    await gateway.read(target, 'v1.wrong', options);
    await gateway.recall(target, 'x', 1, options);
    const paths = (query: Partial<RequestsQuery>): readonly string[] =>
      log.rows({ ...all, ...query }, { from: 0, to: 9 }).rows.map(({ path }) => path);
    expect(paths({})).toEqual(['/recall', '/atoms/v1.wrong', '/atoms/v1.Gr%C3%B6%C3%9Fe']);
    expect(paths({ show: 'failed' })).toEqual(['/atoms/v1.wrong']);
    expect(paths({ method: 'POST' })).toEqual(['/recall']);
    expect(paths({ text: 'gröSSe' })).toEqual([]);
    expect(paths({ text: 'GRÖße' })).toHaveLength(1);
    expect(paths({ text: 'gr%c3' })).toHaveLength(1);
    expect(paths({ until: 1 })).toHaveLength(1);
    expect(paths({ connectionId: 'other' as ConnectionId })).toEqual([]);
    expect(log.locate({ ...all, method: 'GET' }, 1)).toBe(1);
    expect(log.locate({ ...all, method: 'POST' }, 1)).toBe(-1);
  });

  it('keeps the newest requests within limits of count, bytes, and connections', async () => {
    const { log, send } = await logged(ok, { requests: 3, bytes: 20_000, connections: 2 });
    for (let n = 1; n <= 5; n += 1) await send(`/atoms/${String(n)}`);
    expect(log.all(all).map(({ path }) => path)).toEqual(['/atoms/3', '/atoms/4', '/atoms/5']);
    expect(log.summary(id)).toMatchObject({ total: 3, dropped: 2, latest: 5 });
    expect(log.details(1)).toBeNull();

    // Long paths take room: of 4,000 characters each, two fit.
    await send(`/atoms/${'x'.repeat(9_000)}`);
    await send(`/atoms/${'y'.repeat(9_000)}`);
    await send(`/atoms/${'z'.repeat(9_000)}`);
    const kept = log.all(all);
    expect(kept.map(({ path }) => path.charAt(7))).toEqual(['y', 'z']);
    expect(kept[0]).toMatchObject({ pathLength: 9_007 });
    expect(kept[0]?.path.length).toBeLessThanOrEqual(4_000);

    const about = (connectionId: string) => ({
      about: { connectionId: connectionId as ConnectionId, requestId: 'r' },
    });
    await send('/atoms/b', about('c2'));
    await send('/atoms/c', about('c3'));
    expect(log.summary(id).total).toBe(0);
    expect(log.summary(null).total).toBe(2);
    log.clear('c2' as ConnectionId);
    expect(log.all(all).map(({ path }) => path)).toEqual(['/atoms/c']);
  });

  it('tells the window once for many requests', async () => {
    const { log, send, timers, told } = await logged(ok);
    await Promise.all(Array.from({ length: 20 }, (_, n) => send(`/atoms/${String(n)}`)));
    expect(timers).toHaveLength(1);
    timers.shift()?.();
    expect(told()).toBe(1);
    log.clear(null);
    expect(timers).toHaveLength(1);
  });
});

describe('bodies in the request log', () => {
  const long = 'v'.repeat(200_000);

  it('are recorded only while that is on, as excerpts, and dropped when the computer is locked', async () => {
    const { log, gateway, target } = await logged((_request, response) =>
      response.end(`{"value":"${long}"}`),
    );
    await gateway.recall(target, 'before', 1, options);
    log.recordBodies(true);
    await gateway.recall(target, 'during', 1, options);
    log.recordBodies(false);
    await gateway.recall(target, 'after', 1, options);
    const [before, during, after] = log.all(all);
    for (const one of [before, after]) expect(one).toMatchObject({ body: null, tries: [{ body: null }] });
    expect(during?.body).toEqual({ text: '{"query":"during","limit":1}', isCut: false });
    const excerpt = during?.tries[0]?.body;
    expect(excerpt?.isCut).toBe(true);
    expect(excerpt?.text.startsWith('{"value":"vvv')).toBe(true);
    expect(excerpt?.text.length).toBeLessThanOrEqual(65_536);

    log.recordBodies(true);
    log.dropBodies();
    await gateway.recall(target, 'locked', 1, options);
    expect(everything(log)).not.toContain('vvv');
    expect(everything(log)).not.toContain('during');
    expect(log.summary(null).recordsBodies).toBe(false);
  });

  it('are not recorded of a response that arrives after the computer was locked', async () => {
    let lock = (): void => undefined;
    const { log, send } = await logged((_request, response) => {
      lock();
      response.end(long);
    });
    lock = log.dropBodies;
    log.recordBodies(true);
    await send('/atoms/one');
    expect(log.all(all)).toMatchObject([
      { tries: [{ outcome: { kind: 'answer', status: 200 }, body: null }] },
    ]);
  });

  it('make room for themselves', async () => {
    const { log, send } = await logged((_request, response) => response.end(long), {
      requests: 100,
      bytes: 500_000,
      connections: 2,
    });
    log.recordBodies(true);
    for (let n = 0; n < 10; n += 1) await send(`/atoms/${String(n)}`);
    // 64 KiB of text take up 128 KiB.
    expect(log.summary(null)).toMatchObject({ total: 3, dropped: 7 });
  });
});

describe('the API key', () => {
  const percent = encodeURIComponent(apiKey);
  const forms: Readonly<Record<string, string>> = {
    'as it is': apiKey,
    'percent-encoded': percent,
    'in JSON': JSON.stringify(apiKey),
    'with escapes': [...apiKey].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    'in base64': Buffer.from(`user:${apiKey}`).toString('base64'),
  };

  it.each(Object.entries(forms))(
    'is in no part of the log if the service echoes it %s',
    async (_how, form) => {
      const { log, gateway, target, send } = await logged((_request, response) => {
        const header = Buffer.from(`<${form}>`, 'utf8').toString('latin1');
        response.setHeader('Location', header);
        response.setHeader('WWW-Authenticate', `Bearer ${header.replace(/\s/g, '')}`);
        response.setHeader('X-Request-Id', header);
        response.setHeader(`RateLimit-${percent}`, '1');
        response.statusCode = 400;
        // Bytes, because Node would write headers before a text in the encoding of that text.
        response.end(Buffer.from(`{"echo":"${form}","rest":"${'x'.repeat(100_000)}"}`));
      });
      log.recordBodies(true);
      await gateway.recall(target, apiKey, 1, options);
      await gateway.read(target, apiKey, options);
      await send(`/atoms/${percent}`);
      const text = everything(log);
      expect(log.summary(null).total).toBe(3);
      for (const one of Object.values(forms)) {
        for (const written of [one, Buffer.from(one, 'utf8').toString('latin1')]) {
          expect(text.includes(written)).toBe(false);
          expect(text.includes(JSON.stringify(written).slice(1, -1))).toBe(false);
        }
      }
      expect(text.toLowerCase().includes(percent.toLowerCase())).toBe(false);
      expect(text).toContain('[API key]');
    },
  );

  it('is not left in part where a body or a path is cut', async () => {
    const most = 64 * 1024;
    for (const shown of [1, 8, apiKey.length - 1]) {
      const { log, send } = await logged((_request, response) =>
        response.end(
          `${'-'.repeat(most - Buffer.byteLength(apiKey.slice(0, shown)))}${apiKey}${'-'.repeat(50)}`,
        ),
      );
      log.recordBodies(true);
      await send(`/atoms/${'-'.repeat(4_000 - 7 - shown)}${percent}${'-'.repeat(5_000)}`);
      const [request] = log.all(all);
      const excerpt = request?.tries[0]?.body;
      expect(excerpt?.isCut).toBe(true);
      expect(excerpt?.text).toMatch(/^-+(?:\[[API key]*\]?)?-*$/);
      expect(request?.path).toMatch(/^\/atoms\/-+$/);
    }
  });
});
