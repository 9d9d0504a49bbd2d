import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { parseBaseAddress } from './baseAddress.ts';
import { createGateway, type Target } from './gateway.ts';
import { createHttpClient } from './httpClient.ts';

const http = createHttpClient();
const gateway = createGateway({ http, now: Date.now, random: Math.random, sleep: async () => undefined });
const options = { requestId: 'r1', signal: null };
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
