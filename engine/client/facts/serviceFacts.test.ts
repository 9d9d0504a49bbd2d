import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { factWords } from '#shared/serviceFacts/factWords.ts';
import type { GapId } from '#shared/serviceFacts/gaps.ts';
import { startTestService, type TestService } from '../../../service/testing/startTestService.ts';
import { parseBaseAddress } from '../baseAddress.ts';
import { createGateway, type Target } from '../gateway.ts';
import { createHttpClient } from '../httpClient.ts';
import { startScriptedServer } from '../testing/scriptedServer.ts';
import { createServiceFactBooks } from './serviceFacts.ts';

const id = 'c' as ConnectionId;
const options = { requestId: 'r', signal: null };

let folder: string;
let service: TestService;
const http = createHttpClient();
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'facts-'));
  service = await startTestService();
  await service.post('/batch-atoms', {
    atoms: [
      { key: 'v1.one', value: 'first value' },
      { key: 'v1.two', value: 'second value' },
    ],
  });
});
afterEach(async () => {
  http.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

function openBooks(addressOf: (id: ConnectionId) => string | null = () => service.address()) {
  const changes: ConnectionId[] = [];
  const books = createServiceFactBooks({
    folder,
    addressOf,
    changed: (changed) => changes.push(changed),
    now: () => 1_000,
    setTimer: () => undefined,
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
  const gateway = createGateway({
    http,
    now: Date.now,
    random: Math.random,
    sleep: async () => undefined,
    observe: books.observe,
  });
  return {
    books,
    gateway,
    changes,
    words: async (gap: GapId): Promise<string | null> => {
      const fact = (await books.of(id))[gap];
      return fact === undefined ? null : factWords(gap, fact);
    },
  };
}

function targetAt(text: string, apiKey = service.readKey): Target {
  const address = parseBaseAddress(text);
  if (!address.ok) throw new Error('no address');
  return { address: address.value, apiKey, service: { id, dialect: 'documented' } };
}

it('are learned from the requests that are sent anyway, and saved without keys and values', async () => {
  const { books, gateway, words, changes } = openBooks();
  const target = targetAt(service.address());
  await gateway.read(target, 'v1.one', options);
  await gateway.readMany(target, ['v1.two', 'v1.one', 'v1.none'], options);
  await gateway.recall(target, 'one', 5, options);
  await gateway.read(target, 'v1.none', options);
  expect(await words('batch-envelope')).toBe('status 200, array of atoms in `atoms`');
  expect(await words('batch-missing')).toBe('status 200, named in `missing[]`');
  expect(await words('recall-limit')).toBe('5 atoms accepted so far');
  expect(await words('error-404')).toBe('JSON, code in `error.code`, message in `error.message`');
  expect(await words('rate-headers')).toContain('ratelimit-limit');
  expect(await words('list')).toBeNull();
  const announced = changes.length;
  await gateway.read(target, 'v1.one', options);
  await books.of(id);
  expect(changes).toHaveLength(announced);

  await books.close();
  const saved = await readFile(path.join(folder, id, 'facts.json'), 'utf8');
  expect(saved).toContain('batch-envelope');
  expect(saved).not.toContain(service.readKey);
  expect(saved).not.toMatch(/first value|second value/);
  const again = openBooks();
  expect(await again.words('batch-envelope')).toBe('status 200, array of atoms in `atoms`');
  await again.books.close();
});

it('say nothing about another address, and nothing of a connection that is gone', async () => {
  const { books, gateway, words } = openBooks();
  await gateway.read(targetAt(service.address()), 'v1.one', options);
  expect(await words('read-fields')).not.toBeNull();
  await books.close();

  const moved = openBooks(() => 'https://other.example');
  expect(await moved.words('read-fields')).toBeNull();
  // A response that arrives after the address was changed.
  await moved.gateway.read(targetAt(service.address()), 'v1.one', options);
  expect(await moved.words('read-fields')).toBeNull();
  await moved.books.close();

  const gone = openBooks(() => null);
  await gone.gateway.read(targetAt(service.address()), 'v1.one', options);
  expect(await gone.books.of(id)).toEqual({});
  await gone.books.close();
});

it('are not learned by work that began at another address', async () => {
  let address = service.address();
  const { books } = openBooks(() => address);
  const early = books.learner(id);
  address = 'https://elsewhere.example';
  early({
    gap: 'read-fields',
    answer: 'object with `key`',
    evidence: { request: null, status: 200, response: '{}' },
  });
  expect(await books.of(id)).toEqual({});
  await books.close();
});

it('contain no API key, even if a service repeats it', async () => {
  const apiKey = 'SECRET_KEY_OF_TESTS_0123456789';
  const echo = await startScriptedServer(({ authorization }, response) => {
    response.writeHead(401, {
      'Content-Type': 'application/json',
      'RateLimit-Policy': authorization,
      [`RateLimit-${apiKey}`]: '1',
    });
    response.end(JSON.stringify({ error: { code: apiKey, message: authorization }, [apiKey]: 1 }));
  });
  const { books, gateway, words } = openBooks(() => echo.address);
  await gateway.read(targetAt(echo.address, apiKey), 'v1.one', options);
  expect(await words('error-401')).toContain('JSON');
  await books.close();
  const saved = await readFile(path.join(folder, id, 'facts.json'), 'utf8');
  expect(saved).toContain('ratelimit-policy');
  expect(saved.toLowerCase()).not.toContain(apiKey.toLowerCase());
  await echo.close();
});

it('are learned again if their file is damaged', async () => {
  const { books, gateway } = openBooks();
  await gateway.read(targetAt(service.address()), 'v1.one', options);
  await books.close();
  await writeFile(path.join(folder, id, 'facts.json'), '{"baseUrl": 7}');
  const again = openBooks();
  expect(await again.books.of(id)).toEqual({});
  await again.gateway.read(targetAt(service.address()), 'v1.one', options);
  expect(await again.words('read-fields')).not.toBeNull();
  await again.books.close();
});

it('are kept, cut, if a service describes an error at any length', async () => {
  const nested = (name: string): unknown =>
    Array.from({ length: 10 }).reduce<unknown>((inner) => ({ [name.repeat(38)]: inner }), 1);
  const wordy = await startScriptedServer((_request, response) => {
    response.writeHead(404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(Object.fromEntries([...'abcdefgh'].map((name) => [name, nested(name)]))));
  });
  const { books, gateway } = openBooks(() => wordy.address);
  await gateway.read(targetAt(wordy.address), 'v1.one', options);
  const known = await books.of(id);
  expect(known['error-404']).toBeDefined();
  await books.close();
  const again = openBooks(() => wordy.address);
  expect(await again.books.of(id)).toEqual(known);
  await again.books.close();
  await wordy.close();
});

it('are not taken for those of an address that the connection gets while they are noted', async () => {
  let address = 'https://one.example';
  const { books, words } = openBooks(() => address);
  const evidence = { request: 'GET /atoms/:key', status: 200, response: 'object' };
  books.learner(id)({ gap: 'read-fields', answer: 'object with `key`', evidence });
  address = 'https://two.example';
  expect(await words('read-fields')).toBeNull();
  await books.close();
});
