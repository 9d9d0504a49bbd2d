import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { startTestService, type TestService } from '../testing/startTestService.ts';
import { createOperationsServer, type OperationsParts } from './operationsServer.ts';
import type { RequestRecord } from './requestRecord.ts';

let service: TestService;
let requests: RequestRecord[];

beforeEach(async () => {
  requests = [];
  service = await startTestService({ onRequest: (one) => requests.push(one) });
});
afterEach(() => service.stop());

describe('health', () => {
  it('needs neither a key nor a host name, and reveals nothing else', async () => {
    const question = { apiKey: null, headers: { Host: '10.0.0.9' } };
    expect(await service.get('/healthz', question)).toMatchObject({ status: 200, body: { alive: true } });
    expect(await service.get('/readyz', question)).toMatchObject({
      status: 200,
      body: { ready: true, problems: [] },
    });
    expect((await service.get('/metrics', { apiKey: null })).status).toBe(401);
    expect((await service.get('/metrics')).status).toBe(404);
  });

  it('is not ready once the service is stopping', async () => {
    expect(await service.current().readiness()).toEqual([]);
    const closing = service.current().close();
    expect(await service.current().readiness()).toEqual(['The service is stopping.']);
    await closing;
  });
});

describe('the record of a request', () => {
  it('has its ID, which is also in the response, and neither the key of an atom nor a value', async () => {
    const own = await service.get('/atoms/v1.secret.name', { headers: { 'X-Request-Id': 'proxy-1' } });
    expect(own.headers['x-request-id']).toBe('proxy-1');
    const odd = await service.get('/atoms/v1.secret.name', { headers: { 'X-Request-Id': 'a b' } });
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    await service.post('/atoms', { key: 'v1.secret.name', value: 'secret value' });
    await service.get('/nowhere/v1.secret.name', { apiKey: null });
    expect(requests.map(({ method, route, status, stored }) => [method, route, status, stored])).toEqual([
      ['GET', '/atoms/{key}', 404, 0],
      ['GET', '/atoms/{key}', 404, 0],
      ['POST', '/atoms', 201, 1],
      ['GET', 'other', 401, 0],
    ]);
    expect(requests.map(({ requestId }) => requestId).slice(0, 2)).toEqual([
      'proxy-1',
      odd.headers['x-request-id'],
    ]);
    expect(requests.map(({ client }) => client)).toEqual([
      expect.stringMatching(/^[0-9a-f]{16}$/),
      expect.stringMatching(/^[0-9a-f]{16}$/),
      expect.stringMatching(/^[0-9a-f]{16}$/),
      null,
    ]);
    expect(JSON.stringify(requests)).not.toMatch(/secret|atom_/);
  });
});

describe('the port for operations', () => {
  async function withOperations(
    parts: Partial<OperationsParts>,
    use: (address: string) => Promise<void>,
  ): Promise<void> {
    const metrics = createMetrics();
    for (const one of requests) metrics.observe(one);
    const { readiness, figures } = service.current();
    const server = createOperationsServer({ metrics, readiness, figures, loopbackOnly: true, ...parts });
    try {
      await use(await server.listen(0, '127.0.0.1'));
    } finally {
      await server.close();
    }
  }

  it('serves metrics in the format of OpenMetrics, without keys and values', async () => {
    await service.post('/batch-atoms', {
      atoms: [
        { key: 'v1.secret.one', value: 'secret' },
        { key: 'v1.secret.two', value: 'secret' },
      ],
    });
    await service.get('/atoms/v1.secret.one');
    await service.get('/atoms/v1.secret.one');
    await withOperations({}, async (address) => {
      const answer = await fetch(`${address}/metrics`);
      expect(answer.headers.get('content-type')).toBe(
        'application/openmetrics-text; version=1.0.0; charset=utf-8',
      );
      const text = await answer.text();
      const lines = text.trimEnd().split('\n');
      expect(lines.at(-1)).toBe('# EOF');
      expect(lines).toContain(
        'atom_service_requests_total{method="GET",route="/atoms/{key}",status="200"} 2',
      );
      expect(lines).toContain(
        'atom_service_requests_total{method="POST",route="/batch-atoms",status="201"} 1',
      );
      expect(lines).toContain(
        'atom_service_request_duration_seconds_count{method="GET",route="/atoms/{key}"} 2',
      );
      expect(lines).toContain('atom_service_atoms_stored_total 2');
      expect(lines).toContain('atom_service_tree_size 2');
      expect(lines).toContain('atom_service_recall_keys 2');
      expect(lines).toContain('atom_service_body_bytes 0');
      expect(lines).toContain('atom_service_stores_waiting 0');
      expect(lines).toContain('atom_service_store_reached 1');
      expect(text).toContain('process_cpu_seconds_total');
      // Every line is a comment of one of the three kinds, or a sample.
      const form = /^(?:# (?:HELP|TYPE|UNIT) .*|# EOF|[a-z_:][\w:]*(?:\{[^{}]*(?:\{key\}[^{}]*)?\})? \S+)$/i;
      expect(lines.filter((line) => !form.test(line))).toEqual([]);
      expect(text).not.toMatch(/secret|atom_full|atom_read/);
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      expect((await fetch(`${address}/atoms/v1.secret.one`)).status).toBe(404);
    });
  });

  it('says that the store does not respond, and leaves out what only the store knows', async () => {
    const away = {
      readiness: () => Promise.resolve(['The store does not respond.']),
      figures: () => Promise.reject(new Error('away')),
    };
    await withOperations(away, async (address) => {
      const text = await (await fetch(`${address}/metrics`)).text();
      expect(text).toContain('atom_service_store_reached 0');
      expect(text).not.toMatch(/^atom_service_tree_size \d/m);
      const ready = await fetch(`${address}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { ready: false, problems: ['The store does not respond.'] },
      ]);
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
    });
  });

  it('answers only requests to this computer if only this computer reaches it', async () => {
    const statusOf = (address: string) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(`${address}/metrics`, { headers: { Host: 'rebound.example' } }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
        });
        sent.on('error', reject).end();
      });
    await withOperations({}, async (address) => expect(await statusOf(address)).toBe(421));
    await withOperations({ loopbackOnly: false }, async (address) =>
      expect(await statusOf(address)).toBe(200),
    );
  });
});
