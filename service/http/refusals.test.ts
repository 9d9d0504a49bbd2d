import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/startTestService.ts';

let service: TestService;
let now = 0;

beforeEach(async () => {
  now = 1_700_000_000_000;
  service = await startTestService({
    clock: () => now,
    limits: { maxValueBytes: 100, maxBatch: 5, maxBodyBytes: 5_000, rate: { burst: 30, perSecond: 10 } },
  });
});
afterEach(() => service.stop());

const endpoints = [
  ['POST', '/atoms', { key: 'v1.a', value: 'x' }],
  ['GET', '/atoms/v1.a', undefined],
  ['POST', '/batch-atoms', { atoms: [{ key: 'v1.a', value: 'x' }] }],
  ['POST', '/recall', { query: 'a' }],
  ['POST', '/batch-access', { keys: ['v1.a'] }],
] as const;

describe.each(endpoints)('%s %s', (method, path, body) => {
  it('responds 401 UNAUTHORIZED without a key, with a wrong one, and with another scheme', async () => {
    for (const [apiKey, headers] of [
      [null, {}],
      ['wrong', {}],
      [`${service.fullKey}x`, {}],
      [null, { Authorization: `Basic ${service.fullKey}` }],
      [null, { Authorization: service.fullKey }],
    ] as const) {
      const answer = await service.ask(method, path, { apiKey, headers, body });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        error: { code: 'UNAUTHORIZED', message: 'The API key is missing or invalid.' },
      });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('responds 403 FORBIDDEN to a read-only key if, and only if, it stores', async () => {
    const answer = await service.ask(method, path, { apiKey: service.readKey, body });
    const isStore = path === '/atoms' || path === '/batch-atoms';
    if (isStore) {
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ error: { code: 'FORBIDDEN' } });
    } else {
      expect(answer.status).not.toBe(403);
    }
    expect((await service.get('/atoms/v1.a')).status).toBe(404);
  });

  it('responds 429 RATE_LIMITED with Retry-After when the bucket is empty, and again after it refills', async () => {
    for (let i = 0; i < 30; i += 1) {
      const { headers } = await service.get('/atoms/v1.none');
      expect(headers['ratelimit-limit']).toBe('30');
      expect(headers['ratelimit-remaining']).toBe(String(29 - i));
    }
    const refused = await service.ask(method, path, { body });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '3',
    });
    // Each key has its own bucket.
    expect((await service.get('/atoms/v1.none', { apiKey: service.readKey })).status).toBe(404);
    now += 1_000;
    expect((await service.ask(method, path, { body })).status).not.toBe(429);
  });
});

describe('404', () => {
  it('is NOT_FOUND for a key that does not exist', async () => {
    const answer = await service.get('/atoms/v1.none');
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it.each([
    ['GET', '/'],
    ['GET', '/atoms'],
    ['GET', '/atoms/a/b'],
    ['DELETE', '/atoms/a'],
    ['GET', '/admin/faults'],
  ])('is UNKNOWN_PATH for %s %s', async (method, path) => {
    const answer = await service.ask(method, path);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ error: { code: 'UNKNOWN_PATH' } });
  });
});

describe('400 INVALID_REQUEST', () => {
  it.each<[string, string, unknown, object]>([
    ['an empty key', '/atoms', { key: '', value: 'x' }, { field: 'key' }],
    ['a key of 513 bytes', '/atoms', { key: `${'é'.repeat(256)}x`, value: 'x' }, { field: 'key' }],
    ['a key with a newline', '/atoms', { key: 'a\nb', value: 'x' }, { field: 'key' }],
    ['a key with NUL', '/atoms', { key: 'a\0b', value: 'x' }, { field: 'key' }],
    ['a key with half a surrogate pair', '/atoms', '{"key":"a\\ud800","value":"x"}', { field: 'key' }],
    ['a value with half a surrogate pair', '/atoms', '{"key":"a","value":"\\udc00"}', { field: 'value' }],
    ['a value that is a number', '/atoms', { key: 'a', value: 1 }, { field: 'value' }],
    ['no key', '/atoms', { value: 'x' }, { field: 'key' }],
    ['an array', '/atoms', [], {}],
    ['null', '/atoms', null, {}],
    ['text that is not JSON', '/atoms', '{"key":', {}],
    ['no body', '/atoms', '', {}],
    ['bytes that are not UTF-8', '/atoms', Buffer.from('{"key":"a","value":"\xff"}', 'latin1'), {}],
    ['deep nesting', '/atoms', '['.repeat(2_000) + ']'.repeat(2_000), {}],
    ['no atoms', '/batch-atoms', { atoms: [] }, { field: 'atoms' }],
    [
      'six atoms where five are allowed',
      '/batch-atoms',
      { atoms: Array.from({ length: 6 }, () => ({ key: 'a', value: 'x' })) },
      { field: 'atoms' },
    ],
    [
      'a bad atom',
      '/batch-atoms',
      { atoms: [{ key: 'a', value: 'x' }, 7] },
      { field: 'atoms', failedIndex: 1 },
    ],
    ['no keys', '/batch-access', { keys: [] }, { field: 'keys' }],
    ['a bad key', '/batch-access', { keys: ['a', ''] }, { field: 'keys', failedIndex: 1 }],
    ['no query', '/recall', { limit: 5 }, { field: 'query' }],
    ['a limit of 0', '/recall', { query: 'a', limit: 0 }, { field: 'limit' }],
    ['a limit of 101', '/recall', { query: 'a', limit: 101 }, { field: 'limit' }],
    ['a fractional limit', '/recall', { query: 'a', limit: 1.5 }, { field: 'limit' }],
    ['a limit in a string', '/recall', { query: 'a', limit: '5' }, { field: 'limit' }],
  ])('responds to %s at %s', async (_, path, body, details) => {
    const answer = await service.post(path, body);
    expect(answer.status).toBe(400);
    const message = expect.stringMatching(/^[A-Za-z].*\.$/) as unknown;
    expect(answer.body).toEqual({ error: { code: 'INVALID_REQUEST', message, ...details } });
  });

  it('refuses a body that is not declared as JSON', async () => {
    const answer = await service.post(
      '/recall',
      { query: 'a' },
      { headers: { 'Content-Type': 'text/plain' } },
    );
    expect(answer.status).toBe(400);
  });

  it.each(['%', '%zz', '%ff', '%ED%A0%80', '%00', 'a%0Ab', 'k'.repeat(513)])(
    'responds to the path segment %s',
    async (segment) => {
      const answer = await service.get(`/atoms/${segment}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: { code: 'INVALID_REQUEST', field: 'key' } });
    },
  );
});

describe('413 PAYLOAD_TOO_LARGE', () => {
  it('counts the bytes of a value, not its characters', async () => {
    expect((await service.post('/atoms', { key: 'a', value: 'é'.repeat(50) })).status).toBe(201);
    const answer = await service.post('/atoms', { key: 'a', value: `${'é'.repeat(50)}x` });
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE', field: 'value', limit: 100 } });
    expect(answer.body).not.toHaveProperty('error.failedIndex');
  });

  it('identifies the atom of a batch that is too large', async () => {
    const atoms = [
      { key: 'a', value: 'x' },
      { key: 'b', value: 'x'.repeat(101) },
    ];
    const answer = await service.post('/batch-atoms', { atoms });
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ error: { field: 'value', failedIndex: 1 } });
  });

  it('refuses a body above the limit', async () => {
    const answer = await service.post('/recall', { query: 'x'.repeat(5_000) });
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE', limit: 5_000 } });
  });

  it('refuses a body above the limit whose length was not declared', async () => {
    const answer = await service.post(
      '/recall',
      { query: 'x'.repeat(5_000) },
      { headers: { 'Transfer-Encoding': 'chunked' } },
    );
    expect(answer.status).toBe(413);
  });
});

describe('422 SENSITIVE_CONTENT_REJECTED', () => {
  // Split in two parts, so that no secret scanner reports this file.
  const awsKey = ['AKIA', 'IOSFODNN7QRSTUVW'].join('');

  it('names the pattern and the field, and does not repeat the value', async () => {
    const answer = await service.post('/atoms', { key: 'v1.a', value: `the key is ${awsKey}` });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: {
        code: 'SENSITIVE_CONTENT_REJECTED',
        message: expect.any(String) as unknown,
        reason: 'credential_pattern',
        pattern: expect.any(String) as unknown,
        field: 'value',
      },
    });
    expect(answer.text).not.toContain(awsKey);
    expect(service.logged).toEqual([]);
    expect((await service.get('/atoms/v1.a')).status).toBe(404);
  });

  it('identifies the atom of a batch', async () => {
    const atoms = [
      { key: 'v1.a', value: 'fine' },
      { key: 'v1.b', value: awsKey },
    ];
    const answer = await service.post('/batch-atoms', { atoms });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: { field: 'value', failedIndex: 1 } });
  });
});

describe('the server', () => {
  it('listens only on loopback', () => {
    expect(service.address()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it.each(['127.0.0.1', '127.0.0.1:1', 'localhost:8080', 'LOCALHOST', '[::1]:80'])(
    'responds to requests sent to %s',
    async (host) => {
      expect((await service.get('/atoms/v1.a', { headers: { Host: host } })).status).toBe(404);
    },
  );

  it.each([
    'rebound.example',
    '127.0.0.1.rebound.example',
    'localhost.rebound.example:80',
    '10.0.0.1',
    'x127.0.0.1',
  ])('responds 421 to requests sent to “%s”, with any key', async (host) => {
    const answer = await service.get('/atoms/v1.a', { headers: { Host: host } });
    expect(answer.status).toBe(421);
    expect(answer.body).toMatchObject({ error: { code: 'WRONG_HOST' } });
    // The response reveals nothing about the key or its rate.
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });

  it('accepts requests to a host that it was configured to allow', async () => {
    const behindProxy = await startTestService({ allowedHosts: ['memory.example.org'] });
    const status = async (host: string) =>
      (await behindProxy.get('/atoms/v1.a', { headers: { Host: host } })).status;
    expect([await status('Memory.example.org:443'), await status('other.example.org')]).toEqual([404, 421]);
    await behindProxy.stop();
  });

  it.each([
    ['not HTTP', '\0\0\0not http\r\n\r\n', 400],
    [
      'longer than Node reads',
      `GET /atoms/${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      431,
    ],
  ])('answers a request that is %s, instead of resetting the connection', async (_, request, status) => {
    const { port } = new URL(service.address());
    const response = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(request));
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('close', () => resolve(text)).on('error', reject);
    });
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
    expect((await service.get('/atoms/v1.a')).status).toBe(404);
  });
});
