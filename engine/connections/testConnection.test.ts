import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionTest } from '#shared/domain/connectionTest.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { startOpenServerStandIn } from '../client/dialects/testing/openServerStandIn.ts';
import { createOpenServerGateway } from '../client/dialects/openServerGateway.ts';
import { withDialects } from '../client/dialects/dialectGateway.ts';
import { parseBaseAddress } from '../client/baseAddress.ts';
import { createGateway, type Target } from '../client/gateway.ts';
import { createHttpClient, defaultLimits, type HttpClient } from '../client/httpClient.ts';
import {
  expiredCertificate,
  goodCertificate,
  testAuthority,
  testKey,
} from '../client/testing/certificates.ts';
import { respondJson, startScriptedServer } from '../client/testing/scriptedServer.ts';
import { testConnection } from './testConnection.ts';

let service: TestService;
let http: HttpClient;
const cleanUps: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function targetOf(address: string, apiKey: string): Target {
  const parsed = parseBaseAddress(address);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return { address: parsed.value, apiKey };
}

interface Tested {
  readonly test: ConnectionTest;
  readonly told: readonly ConnectionTest[];
  readonly saved: readonly string[];
}

async function tested(target: Target, signal: AbortSignal | null = null): Promise<Tested> {
  http = createHttpClient(defaultLimits, { trusted: () => [testAuthority] });
  cleanUps.push(http.close);
  const effects = { http, now: Date.now, random: () => 0.5, sleep: async () => undefined };
  const saved: string[] = [];
  const gateway = withDialects({
    documented: createGateway(effects),
    openServer: createOpenServerGateway(effects),
    save: async (id) => void saved.push(id),
  });
  const told: ConnectionTest[] = [];
  const test = await testConnection(
    { http, gateway, now: Date.now, newId: () => 'id' },
    target,
    { requestId: 'r1', signal },
    (steps) => told.push(steps),
  );
  return { test, told, saved };
}

const outcomes = (test: ConnectionTest): readonly string[] =>
  test.map(({ step, outcome }) => `${step} ${outcome}`);

describe('testing a connection', () => {
  it('learns what reading shows, step by step, and says that it did not learn the scope', async () => {
    const { test, told } = await tested(targetOf(service.address(), service.fullKey));
    expect(outcomes(test)).toEqual([
      'reach passed',
      'encryption absent',
      'key passed',
      'dialect passed',
      'scope unknown',
      'list absent',
    ]);
    expect(test).toMatchObject({ 2: { withoutKey: 401 }, 3: { dialect: 'documented' } });
    expect(told.map(({ length }) => length)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('stops at a key that the service refuses', async () => {
    const { test } = await tested(targetOf(service.address(), 'wrong'));
    expect(outcomes(test)).toEqual(['reach passed', 'encryption absent', 'key failed']);
    expect(test.at(-1)).toMatchObject({ error: { code: 'unauthorized' } });
  });

  it('stops where nobody listens, and when it is canceled', async () => {
    expect((await tested(targetOf('http://127.0.0.1:1', 'k'))).test).toMatchObject([
      { step: 'reach', outcome: 'failed', error: { failure: 'refused' } },
    ]);
    const canceled = await tested(targetOf(service.address(), 'k'), AbortSignal.abort());
    expect(canceled.test).toMatchObject([{ step: 'reach', error: { code: 'cancelled' } }]);
  });

  it('does not accept a wrong path on the service', async () => {
    const { test } = await tested(targetOf(`${service.address()}/api/v2`, service.fullKey));
    expect(outcomes(test).at(-1)).toBe('key failed');
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
    cleanUps.push(() => server.close());
    const last = (await tested(targetOf(server.address, 'any'))).test.at(-1);
    expect(last).toMatchObject({ step: 'key', outcome: 'failed', error: { code: 'bad_response' } });
    expect(last?.outcome === 'failed' ? last.error.message : '').toContain('not from an Atom Memory Service');
  });

  it('recognizes the open server and its list, by one key that does not exist, and saves nothing', async () => {
    const server = await startOpenServerStandIn({ generation: 2 });
    cleanUps.push(() => server.close());
    server.add(['v1.fact.one']);
    const { test, saved } = await tested(targetOf(server.address, server.fullKey));
    expect(outcomes(test)).toEqual([
      'reach passed',
      'encryption absent',
      'key passed',
      'dialect passed',
      'scope unknown',
      'list passed',
    ]);
    expect(test).toMatchObject({ 2: { withoutKey: null }, 3: { dialect: 'open-server' } });
    expect(saved).toEqual([]);
    expect((await tested(targetOf(server.address, 'wrong'))).test.at(-1)).toMatchObject({
      step: 'key',
      error: { code: 'unauthorized' },
    });
  });
});

describe('the encryption', () => {
  async function secureService(cert: string): Promise<string> {
    const server = https.createServer({ cert, key: testKey }, (request, response) => {
      if (request.headers.authorization === undefined) respondJson(response, 401, { error: {} });
      else if (request.method === 'GET') respondJson(response, 404, { error: { code: 'NOT_FOUND' } });
      else respondJson(response, 200, { atoms: [] });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `https://localhost:${String((server.address() as AddressInfo).port)}`;
  }

  it('is described by its protocol and the certificate', async () => {
    const { test } = await tested(targetOf(await secureService(goodCertificate), 'k'));
    expect(test[1]).toMatchObject({
      step: 'encryption',
      outcome: 'passed',
      tls: {
        protocol: expect.stringMatching(/^TLSv1\.[23]$/) as string,
        subject: expect.any(String) as string,
      },
    });
    const [, encryption] = test;
    if (encryption?.outcome === 'failed' || encryption?.step !== 'encryption') throw new Error('It failed.');
    expect(encryption.tls?.validTo).toBeGreaterThan(Date.now());
  });

  it('fails on its own if the certificate is not trusted, after something responded', async () => {
    const { test } = await tested(targetOf(await secureService(expiredCertificate), 'k'));
    expect(outcomes(test)).toEqual(['reach passed', 'encryption failed']);
    expect(test[1]).toMatchObject({ error: { failure: 'certificate-expired' } });
  });
});
