import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeService } from '../connections/probe.ts';
import { startTestService, type TestService } from '../../../service/testing/startTestService.ts';
import { parseBaseAddress } from './baseAddress.ts';
import { createGateway, type Target } from './gateway.ts';
import { createHttpClient } from './httpClient.ts';
import { respondJson, startScriptedServer } from './testing/scriptedServer.ts';

const http = createHttpClient();
const gateway = createGateway({ http, now: Date.now, random: Math.random, sleep: async () => undefined });
const options = { requestId: 'r1', signal: null };
const effects = { now: Date.now, newId: () => 'id' };
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  http.close();
  await service.stop();
});

function target(apiKey = service.fullKey, base = service.address()): Target {
  const parsed = parseBaseAddress(base);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return { address: parsed.value, apiKey };
}

describe('the gateway with a real service', () => {
  it.each([
    'v1.a',
    '..',
    'a/b',
    '%2e%2e',
    ' padded ',
    '__proto__',
    'constructor',
    'caf\u00e9',
    'cafe\u0301',
    '\u{1f600}\u202e',
  ])('stores the key %j and reads back exactly the same', async (key) => {
    const stored = await gateway.store(target(), { key, value: `value of ${key}` }, options);
    expect(stored).toMatchObject({ ok: true, value: { key, version: 1 }, exchange: { status: 201 } });
    const read = await gateway.read(target(), key, options);
    expect(read).toMatchObject({ ok: true, value: { key, value: `value of ${key}`, version: 1 } });
  });

  it('stores a batch, recalls by query, and reads several keys of which one is missing', async () => {
    const batch = await gateway.storeBatch(
      target(),
      [
        { key: 'v1.batch.one', value: '1' },
        { key: 'v1.batch.two', value: '2' },
      ],
      options,
    );
    expect(batch).toMatchObject({
      ok: true,
      value: { atoms: [{ key: 'v1.batch.one' }, { key: 'v1.batch.two' }] },
    });
    const recalled = await gateway.recall(target(), 'batch two', 1, options);
    expect(recalled).toMatchObject({ ok: true, value: { atoms: [{ key: 'v1.batch.two' }] } });
    const many = await gateway.readMany(target(), ['v1.batch.one', 'never', 'v1.batch.two'], options);
    expect(many.ok ? many.value.map(({ key }) => key) : many.error).toEqual(['v1.batch.one', 'v1.batch.two']);
  });

  it.each<[string, () => ReturnType<typeof gateway.store>, string]>([
    ['a wrong key', () => gateway.store(target('wrong'), { key: 'a', value: 'x' }, options), 'unauthorized'],
    [
      'a read-only key that writes',
      () => gateway.store(target(service.readKey), { key: 'a', value: 'x' }, options),
      'forbidden',
    ],
    [
      'a credential',
      () => gateway.store(target(), { key: 'a', value: 'password=hunter2-hunter2' }, options),
      'sensitive_content',
    ],
    [
      'a value over the limit',
      () => gateway.store(target(), { key: 'a', value: 'word '.repeat(100_000) }, options),
      'payload_too_large',
    ],
  ])('maps %s', async (_name, call, code) => {
    expect(await call()).toMatchObject({ ok: false, error: { code }, mayHaveBeenDone: false });
  });

  it('recognizes a key that does not exist', async () => {
    expect(await gateway.read(target(), 'v1.never', options)).toMatchObject({
      error: { code: 'not_found', key: 'v1.never' },
    });
  });
});

describe('probeService', () => {
  it('recognizes a service and an accepted key', async () => {
    expect(await probeService(gateway, target(), effects, options)).toMatchObject({ ok: true });
  });

  it('recognizes a wrong key', async () => {
    expect(await probeService(gateway, target('wrong'), effects, options)).toMatchObject({
      error: { code: 'unauthorized' },
    });
  });

  it('does not accept a wrong path on the service', async () => {
    const wrongPath = target(undefined, `${service.address()}/api/v2`);
    expect(await probeService(gateway, wrongPath, effects, options)).toMatchObject({ ok: false });
  });

  it.each([
    ['says 404 in HTML to everything', 404, '<html>'],
    ['says 404 in JSON to everything', 404, { error: { code: 'NOT_FOUND' } }],
    ['shows a web page for everything', 200, '<html>'],
  ])('does not accept a web server that %s', async (_name, status, body) => {
    const server = await startScriptedServer((_request, response) => {
      if (typeof body === 'string') response.writeHead(status, { 'Content-Type': 'text/html' }).end(body);
      else respondJson(response, status, body);
    });
    const probe = await probeService(gateway, target('any', server.address), effects, options);
    await server.close();
    expect(probe).toMatchObject({ ok: false, error: { code: 'bad_response' } });
    expect(probe.ok ? '' : probe.error.message).toContain('not from an Atom Memory Service');
  });
});
