import { afterEach, describe, expect, it } from 'vitest';
import { startTestService } from '../../service/testing/startTestService.ts';
import { formatReport } from './formatReport.ts';
import type { ConformanceReport } from './report.ts';
import { runConformance, UnreachableError } from './runConformance.ts';
import {
  arrayService,
  keys,
  mapService,
  startOtherService,
  wrappingService,
  type Habits,
} from './testing/otherServices.ts';

const prefix = 'v1.conformance.test.';
const surroundings = { wait: () => Promise.resolve(), now: () => 0 };
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function reportOn(habits: Habits, writes = true) {
  const service = await startOtherService(habits);
  stops.push(() => service.stop());
  const report = await runConformance({
    ...surroundings,
    url: service.url,
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
  it('does everything that the interface shows, and every gap is found out', async () => {
    const service = await startTestService({ limits: { rate: { burst: 500, perSecond: 100 } } });
    stops.push(() => service.stop());
    const report = await runConformance({
      ...surroundings,
      url: new URL(service.address()),
      apiKey: service.readKey,
      writing: { apiKey: service.fullKey, prefix },
      rateProbe: 5_000,
    });
    expect(report.checks.filter(({ status }) => status === 'fail')).toEqual([]);
    expect(rules(report, 'unchecked')).toEqual([]);
    expect(Object.values(answers(report))).not.toContain('not found out');
    expect(answers(report)).toMatchObject({
      '2 proof: how a proof is verified': 'hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root',
      '2 proof: what a leaf is the hash of': 'hash=sha-256,digest=prefix-00,preimage=json:key,value,version',
      '2 proof: what a leaf is': 'every stored version adds a leaf',
      '2 versions: version increment': 'new key 1, same value again 2, another value 3',
      '2 keys: longest key': '512 bytes',
      '2 keys: Unicode forms of one text': 'are two keys',
      '4.3 batch store: success response': 'status 201, array of atoms in `atoms`, one root',
      '4.3 batch store: which atom was refused': 'its place, from 0, in `error.failedIndex`',
      '4.6 batch recall: envelope': 'status 200, array of atoms in `atoms`',
      '4.6 batch recall: keys that do not exist': 'status 200, named in `missing[]`',
      '4.6 batch recall: order of the atoms': 'as asked for',
      '4.6 batch recall: a key asked for twice': 'comes once',
      '8 limits: largest value': '65,536 bytes',
      '8 limits: most keys in a batch recall': '1,000; more: status 400',
      '4.6 limit: default and bounds of `limit`': expect.stringMatching(
        /accepted: 1, 50, 100; refused: -1 .*1.5 .*101/,
      ) as unknown,
      '8 limits: headers about rates': 'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after',
      '8 limits: Retry-After with 429': 'in seconds',
      '7 errors: body of 429 RATE_LIMITED': 'JSON, code in `error.code`, message in `error.message`',
      '7 errors: body of 404 NOT_FOUND': 'JSON, code in `error.code`, message in `error.message`',
    });
    expect(JSON.stringify(report)).not.toContain(service.fullKey);
    expect(JSON.stringify(report)).not.toContain(service.readKey);
  });
});

describe('other services', () => {
  it('with arrays, a duplicated last node, flat errors and no rate headers is reported as it is', async () => {
    const { report, service } = await reportOn(arrayService);
    expect(rules(report, 'fail')).toEqual([]);
    expect(answers(report)).toMatchObject({
      '2 proof: how a proof is verified': 'hash=sha-256,node=concat,shape=duplicate-last,order=leaf-to-root',
      '2 proof: what a leaf is the hash of': 'hash=sha-256,digest=double,preimage=join-colon:key,value',
      '2 proof: what a leaf is': 'a further version of a key adds no leaf',
      '2 versions: version increment': 'new key 1, same value again 1, another value 2',
      '2 keys: longest key': '200 bytes',
      '4.3 batch store: success response': 'status 200, array of atoms in the body itself, 5 different roots',
      '4.3 batch store: which atom was refused': 'its place, from 0, in `failedIndex`',
      '4.6 batch recall: envelope': 'status 207, array of atoms in the body itself',
      '4.6 batch recall: keys that do not exist': 'status 207, null in its place',
      '4.6 batch recall: a key asked for twice': 'comes 2 times',
      '8 limits: largest value': '1,000 bytes',
      '8 limits: most keys in a batch recall': 'at least 8,192',
      '8 limits: headers about rates': 'none',
      '7 errors: body of 401 UNAUTHORIZED': 'JSON, code in `error`, message in `reason`',
    });
    expect(answers(report)['2 keys: what a key may hold']).toMatch(
      /accepted: none; refused: a space \(status 400\)/,
    );
    expect(service.storedKeys().filter((key) => !key.startsWith(prefix))).toEqual([]);
  });

  it('with maps by key, empty bodies and text for errors is reported as it is', async () => {
    const { report } = await reportOn(mapService);
    expect(rules(report, 'fail')).toEqual([]);
    // No body names a code, and the interface does not show where one would.
    expect(rules(report, 'unchecked')).toContain('a request without a key is 401 UNAUTHORIZED');
    expect(answers(report)).toMatchObject({
      '2 proof: how a proof is verified': 'hash=sha-256,node=prefix-01,shape=rfc6962,order=root-to-leaf',
      '2 proof: what a leaf is the hash of': 'hash=sha-256,digest=prefix-00,preimage=value',
      '4.3 batch store: success response': 'status 204, empty body',
      '4.3 batch store: which atom was refused': 'not said',
      '4.6 batch recall: envelope': 'status 200, object with a member for each key in `data.found`',
      '4.6 batch recall: keys that do not exist': 'status 200, member of `data.found`: null',
      '8 limits: largest value': '5,000 bytes',
      '8 limits: headers about rates': 'x-ratelimit-remaining',
      '7 errors: body of 401 UNAUTHORIZED': 'text, not JSON',
    });
    expect(answers(report)['4.6 limit: default and bounds of `limit`']).toMatch(
      /^left out: 5 atoms; accepted: .*1, 50; refused: 100 \(status 400\), 101/,
    );
  });

  it('with an unknown scheme, wrapped atoms and half batches is reported as it is', async () => {
    const { report } = await reportOn(wrappingService);
    expect(rules(report, 'fail')).toEqual(['of a batch with one refused atom nothing is stored']);
    expect(rules(report, 'unchecked')).toContain('every proof leads from its leaf to its root');
    expect(answers(report)).toMatchObject({
      '2 proof: how a proof is verified': 'not found out',
      '2 proof: what a leaf is the hash of': 'not found out',
      '4.3 batch store: success response':
        'status 201, array of atoms in `results`, each in `atom`, 5 different roots',
      '4.6 batch recall: envelope': 'status 200, array of atoms in `results`, each in `atom`',
      '4.6 batch recall: keys that do not exist': 'status 200, left out',
      '8 limits: headers about rates': 'retry-after',
      '7 errors: body of 403 FORBIDDEN': 'JSON, code in `errors[].type`, message in `errors[].detail`',
    });
  });

  it('is not written to without a key for that', async () => {
    const { report, service } = await reportOn(arrayService, false);
    expect(service.storedKeys()).toEqual([]);
    expect(report.prefix).toBeNull();
    expect(formatReport(report)).toContain('Nothing was written.');
    expect(rules(report, 'fail')).toEqual([]);
  });

  it('that does not answer, or does not know the key, is said to', async () => {
    const { service } = await reportOn(arrayService, false);
    const options = { ...surroundings, writing: null, rateProbe: 0 };
    await expect(runConformance({ ...options, url: service.url, apiKey: 'wrong' })).rejects.toThrow('401');
    await service.stop();
    await expect(runConformance({ ...options, url: service.url, apiKey: keys.read })).rejects.toThrow(
      UnreachableError,
    );
  });
});
