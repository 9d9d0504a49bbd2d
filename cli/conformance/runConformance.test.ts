import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseBaseAddress, type BaseAddress } from '../../engine/client/baseAddress.ts';
import { createHttpClient } from '../../engine/client/httpClient.ts';
import { createPatience } from '../patience.ts';
import { newTestDatabase } from '../../service/testing/testPostgres.ts';
import { startTestService } from '../../service/testing/startTestService.ts';
import { startOpenServerStandIn } from '../../engine/client/dialects/testing/openServerStandIn.ts';
import { formatReport } from './formatReport.ts';
import type { ConformanceReport } from './report.ts';
import { runConformance, UnreachableError } from './runConformance.ts';
import {
  arrayService,
  keyOnlyService,
  keys,
  mapService,
  startOtherService,
  wrappingService,
  type ServiceTraits,
} from './testing/otherServices.ts';

const prefix = 'v1.conformance.test.';
const http = createHttpClient();
const said: string[] = [];
const surroundings = {
  http,
  patience: createPatience({
    seconds: 60,
    complain: (line) => said.push(line),
    note: (line) => said.push(line),
    wait: () => Promise.resolve(),
  }),
  progress: (words: string) => said.push(words),
  now: () => 0,
};
afterAll(() => http.close());
beforeEach(() => {
  said.length = 0;
});
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function addressOf(url: string): BaseAddress {
  const address = parseBaseAddress(url);
  if (!address.ok) throw new Error(address.error.message);
  return address.value;
}

async function reportOn(habits: ServiceTraits, writes = true, stored: readonly string[] = []) {
  const service = await startOtherService(habits, stored);
  stops.push(() => service.stop());
  const report = await runConformance({
    ...surroundings,
    address: addressOf(service.url.href),
    apiKey: keys.read,
    writing: writes ? { apiKey: keys.full, prefix } : null,
    rateProbe: 0,
  });
  return { service, report };
}

function answers({ gaps }: ConformanceReport): Readonly<Record<string, string>> {
  return Object.fromEntries(gaps.map(({ section, gap, answer }) => [`${section}: ${gap}`, answer]));
}

function rules({ checks }: ConformanceReport, status: string): readonly string[] {
  return checks.filter((check) => check.status === status).map(({ rule }) => rule);
}

describe('the embedded service', () => {
  it.each([
    ['LevelDB', async () => ({})],
    ['PostgreSQL', async () => ({ store: { kind: 'postgres', url: await newTestDatabase() } as const })],
  ])('follows every rule on %s, and every gap is determined', async (_, placed) => {
    const service = await startTestService({
      limits: { rate: { burst: 500, perSecond: 100 } },
      ...(await placed()),
    });
    stops.push(() => service.stop());
    const report = await runConformance({
      ...surroundings,
      address: addressOf(service.address()),
      apiKey: service.readKey,
      writing: { apiKey: service.fullKey, prefix },
      rateProbe: 5_000,
    });
    expect(report.checks.filter(({ status }) => status === 'fail')).toEqual([]);
    expect(rules(report, 'unchecked')).toEqual([]);
    const unknown = report.gaps.filter(({ answer }) => answer === 'could not be determined');
    expect(unknown.map(({ id }) => id)).toEqual(['list-complete', 'events', 'past-reads']);
    expect(report.gaps.filter((gap) => !unknown.includes(gap) && gap.evidence.length === 0)).toEqual([]);
    expect(answers(report)).toMatchObject({
      '2 proof: hashing rules of the path': 'hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root',
      '2 proof: hashing rules of the leaf': 'hash=sha-256,digest=prefix-00,preimage=json:key,value,version',
      '2 proof: when a leaf is added': 'each stored version adds a leaf',
      '2 proof: what a proof covers': 'key, value, and version',
      '2 versions: version increment': 'new key 1, same value again 2, another value 3',
      '2 keys: longest key': '512 bytes',
      '2 keys: Unicode forms of the same text': 'are different keys',
      '4.3 batch store: response to a batch store': 'status 201, array of atoms in `atoms`, one root',
      '4.3 batch store: refused atom of a batch store': 'its position, from 0, in `error.failedIndex`',
      '4.6 batch recall: envelope of a batch recall': 'status 200, array of atoms in `atoms`',
      '4.6 batch recall: missing keys in a batch recall': 'status 200, named in `missing[]`',
      '4.6 batch recall: order of a batch recall': 'as requested',
      '4.6 batch recall: key requested twice in a batch recall': 'returned once',
      '8 limits: largest value': '65,536 bytes',
      '8 limits: largest number of keys in a batch recall': '1,000; more: status 400',
      '4.6 limit: default and bounds of `limit`': expect.stringMatching(
        /accepted: 1, 50, 100; refused: -1 .*1.5 .*101/,
      ) as unknown,
      '8 limits: rate-limit headers': '`ratelimit-limit`, `ratelimit-remaining`, `ratelimit-reset`',
      '8 limits: Retry-After with 429': 'in seconds',
      '7 errors: body of 429 RATE_LIMITED': 'JSON, code in `error.code`, message in `error.message`',
      '7 errors: body of 404 NOT_FOUND': 'JSON, code in `error.code`, message in `error.message`',
    });
    expect(JSON.stringify(report)).not.toContain(service.fullKey);
    expect(JSON.stringify(report)).not.toContain(service.readKey);
  });
});

describe('other services', () => {
  it('with arrays, a duplicated last node, flat errors, and no rate headers is reported correctly', async () => {
    const { report, service } = await reportOn(arrayService);
    expect(rules(report, 'fail')).toEqual([]);
    expect(answers(report)).toMatchObject({
      '2 proof: hashing rules of the path':
        'hash=sha-256,node=concat,shape=duplicate-last,order=leaf-to-root',
      '2 proof: hashing rules of the leaf': 'hash=sha-256,digest=double,preimage=join-colon:key,value',
      '2 proof: when a leaf is added': 'a new version of an existing key adds no leaf',
      '2 proof: what a proof covers': 'the key and value alone: a changed version goes undetected',
      '2 versions: version increment': 'new key 1, same value again 1, another value 2',
      '2 keys: longest key': '200 bytes',
      '4.3 batch store: response to a batch store':
        'status 200, array of atoms in the body itself, 5 different roots',
      '4.3 batch store: refused atom of a batch store': 'its position, from 0, in `failedIndex`',
      '4.6 batch recall: envelope of a batch recall': 'status 207, array of atoms in the body itself',
      '4.6 batch recall: missing keys in a batch recall': 'status 207, null in its place',
      '4.6 batch recall: key requested twice in a batch recall': 'returned 2 times',
      '8 limits: largest value': '1,000 bytes',
      '8 limits: largest number of keys in a batch recall': 'at least 8,192',
      '8 limits: rate-limit headers': 'none so far',
      '7 errors: body of 401 UNAUTHORIZED': 'JSON, code in `error`, message in `reason`',
    });
    expect(answers(report)['2 keys: characters allowed in a key']).toMatch(
      /accepted: none; refused: a space \(status 400\)/,
    );
    expect(service.storedKeys().filter((key) => !key.startsWith(prefix))).toEqual([]);
  });

  it('with maps by key, empty bodies, and text for errors is reported correctly', async () => {
    const { report } = await reportOn(mapService);
    expect(rules(report, 'fail')).toEqual([]);
    // No body names a code, and the API does not define where it would be.
    expect(rules(report, 'unchecked')).toContain('a request without a key returns 401 UNAUTHORIZED');
    expect(answers(report)).toMatchObject({
      '2 proof: hashing rules of the path': 'hash=sha-256,node=prefix-01,shape=rfc6962,order=root-to-leaf',
      '2 proof: hashing rules of the leaf': 'hash=sha-256,digest=prefix-00,preimage=value',
      '4.3 batch store: response to a batch store': 'status 204, empty body',
      '4.3 batch store: refused atom of a batch store': 'not stated',
      '4.6 batch recall: envelope of a batch recall':
        'status 200, object with a property for each key in `data.found`',
      '4.6 batch recall: missing keys in a batch recall': 'status 200, property of `data.found`: null',
      '8 limits: largest value': '5,000 bytes',
      '8 limits: rate-limit headers': '`x-ratelimit-remaining`',
      '7 errors: body of 401 UNAUTHORIZED': 'text, not JSON',
    });
    expect(answers(report)['4.6 limit: default and bounds of `limit`']).toMatch(
      /^omitted: 5 atoms; accepted: .*1, 50; refused: 100 \(status 400\), 101/,
    );
  });

  it('with an unknown scheme, wrapped atoms, and partial batches is reported correctly', async () => {
    const { report } = await reportOn(wrappingService);
    expect(rules(report, 'fail')).toEqual(['a batch with one refused atom stores nothing']);
    expect(rules(report, 'unchecked')).toContain('every proof leads from its leaf to its root');
    expect(answers(report)).toMatchObject({
      '2 proof: hashing rules of the path': 'could not be determined',
      '2 proof: hashing rules of the leaf': 'could not be determined',
      '4.3 batch store: response to a batch store':
        'status 201, array of atoms in `results`, each in `atom`, 5 different roots',
      '4.6 batch recall: envelope of a batch recall':
        'status 200, array of atoms in `results`, each in `atom`',
      '4.6 batch recall: missing keys in a batch recall': 'status 200, omitted',
      '8 limits: rate-limit headers': '`retry-after`',
      '7 errors: body of 403 FORBIDDEN': 'JSON, code in `errors[].type`, message in `errors[].detail`',
    });
  });

  it('that cannot read one of its keys is judged by the others, and the key is named', async () => {
    const stored = ['first/one', 'v1.second', 'v1.third'];
    const habits: ServiceTraits = { ...mapService, refusesToRead: (key) => (key.includes('/') ? 414 : null) };
    const { report } = await reportOn(habits, false, stored);
    const failed = report.checks.filter(({ status }) => status === 'fail');
    expect(failed.map(({ rule, seen }) => [rule, seen])).toEqual([
      ['reading an existing key returns 200', '2 of 3 keys; not: “first/one” (status 414)'],
    ]);
    expect(rules(report, 'pass')).toContain('the response has key, value, version, hash, and proof');
  });

  it('that proves only keys is reported to protect no value', async () => {
    const { report } = await reportOn(keyOnlyService);
    expect(answers(report)['2 proof: what a proof covers']).toBe(
      'the key alone: a changed value or version goes undetected',
    );
  });

  it('that returns no values is judged by the returned keys', async () => {
    const { report } = await reportOn({ ...keyOnlyService, hidesValues: true });
    const seen = Object.fromEntries(report.checks.map((check) => [check.rule, check]));
    expect(seen['every atom in a stored batch can be read']).toMatchObject({
      status: 'pass',
      seen: '5 of 5',
    });
    expect(seen['the value read equals the value stored']).toMatchObject({
      status: 'unchecked',
      seen: 'the response has no value',
    });
    expect(seen['an accepted key can be read as one path segment']).toMatchObject({ status: 'pass' });
    expect(answers(report)).toMatchObject({
      '2 keys: Unicode forms of the same text': 'are different keys',
    });
  });

  it('that returns no key at all leaves open which keys are allowed and how they compare', async () => {
    const { report } = await reportOn({ ...mapService, refusesToRead: () => 400 });
    expect(rules(report, 'unchecked')).toContain('an accepted key can be read as one path segment');
    expect(answers(report)['2 keys: Unicode forms of the same text']).toBe('could not be determined');
    const batch = report.checks.find(({ rule }) => rule === 'every atom in a stored batch can be read');
    expect(batch?.seen).toBe(
      `0 of 5; not: ${[1, 2, 3, 4, 5].map((n) => `“${prefix}batch.${n}” (status 400)`).join(', ')}`,
    );
  });

  it('stores nothing without a key for that', async () => {
    const { report, service } = await reportOn(arrayService, false);
    expect(service.storedKeys()).toEqual([]);
    expect(report.prefix).toBeNull();
    expect(formatReport(report)).toContain('Nothing was stored.');
    expect(rules(report, 'fail')).toEqual([]);
  });

  it('that does not respond, or does not accept the key, is reported', async () => {
    const { service } = await reportOn(arrayService, false);
    const address = addressOf(service.url.href);
    const options = { ...surroundings, address, writing: null, rateProbe: 0 };
    await expect(runConformance({ ...options, apiKey: 'wrong' })).rejects.toThrow('401');
    await service.stop();
    await expect(runConformance({ ...options, apiKey: keys.read })).rejects.toThrow(UnreachableError);
  });
});

describe('an open Parametric Memory server', () => {
  it('is recognized, and only its facts are reported', async () => {
    const server = await startOpenServerStandIn({ generation: 1 });
    server.add(['v1.fact.one', 'v1.fact.two']);
    const report = await runConformance({
      ...surroundings,
      address: addressOf(server.address),
      apiKey: server.readKey,
      writing: null,
      rateProbe: 0,
    });
    expect(rules(report, 'fail')).toEqual([]);
    expect(answers(report)).toMatchObject({
      '1 service: dialect': 'open Parametric Memory server',
      '4 endpoints: list of atoms': 'GET /atoms: array of atoms in `atoms`',
      '2 versions: reads of the past':
        'GET /atoms/:atom?asOfVersion, but the proof does not lead to the root of that version',
      '2 proof: tree size in proofs': 'not stated',
      '2 proof: what a proof covers': 'the whole atom, which is its key',
      '4.4 recall: predictions': 'with weights, from GET /weights/:key',
      '4.3 batch store: response to a batch store': 'could not be determined',
    });
    expect(server.seen.some(({ path }) => path.startsWith('/events'))).toBe(false);
    expect(JSON.stringify(report)).not.toContain(server.readKey);
    await server.close();
  });
});
