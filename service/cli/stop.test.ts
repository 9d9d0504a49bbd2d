import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtPrograms } from '../../engine/testing/builtPrograms.ts';

// How the process logs and ends, with real signals.
let program: string;
let data: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  program = join(await builtPrograms(), 'service-cli.js');
});
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'atom-stop-'));
});
afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  children.clear();
  await rm(data, { recursive: true });
});

async function serve(...args: readonly string[]) {
  const child = spawn(
    process.execPath,
    [program, '--data', data, '--json', '--words-only', '--metrics-port', '0', ...args],
    { env: { ...process.env, ATOM_SERVICE_FULL_KEY: 'full', ATOM_SERVICE_READ_KEY: '' }, stdio: 'pipe' },
  );
  children.add(child);
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'exit').then(() => child.exitCode);
  const first = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => String(line)),
    ended.then(() => Promise.reject(new Error(`The service ended: ${log}`))),
  ]);
  const { address } = JSON.parse(first) as { readonly address: string };
  await expect.poll(() => log).toContain('Metrics are at ');
  const metrics = /Metrics are at (\S+)\/metrics/.exec(log)?.[1] ?? '';
  const logs = async (text: string): Promise<void> => {
    await expect.poll(() => log).toContain(text);
  };
  return { child, ended, address, metrics, log: () => log, logs };
}

const headers = { Authorization: 'Bearer full', 'Content-Type': 'application/json' };

/** A store whose body has not arrived yet, but whose connection has. */
function pendingStore(address: string, key: string) {
  const sent = request(`${address}/atoms`, { method: 'POST', headers });
  const status = new Promise<number | null>((resolve) => {
    sent.on('error', () => resolve(null));
    sent.on('response', (answer) => answer.resume().once('end', () => resolve(answer.statusCode ?? 0)));
  });
  const body = JSON.stringify({ key, value: 'x' });
  sent.write(body.slice(0, 5));
  // Its headers have arrived when the service counts it.
  return { status, finish: () => sent.end(body.slice(5)) };
}

async function inProgress(metrics: string): Promise<number> {
  const text = await (await fetch(`${metrics}/metrics`)).text();
  return Number(/^atom_service_requests_in_progress (\d+)$/m.exec(text)?.[1]);
}

describe('a service that is stopped', () => {
  it('accepts no more connections, is not ready, finishes pending requests, and ends with exit code 0', async () => {
    const service = await serve();
    expect((await fetch(`${service.metrics}/readyz`)).status).toBe(200);
    const store = pendingStore(service.address, 'v1.pending');
    await expect.poll(() => inProgress(service.metrics)).toBe(1);
    service.child.kill('SIGTERM');
    await service.logs('The service is stopping.');
    expect((await fetch(`${service.metrics}/readyz`)).status).toBe(503);
    expect((await fetch(`${service.metrics}/healthz`)).status).toBe(200);
    await expect(fetch(`${service.address}/healthz`)).rejects.toThrow('fetch failed');
    store.finish();
    expect(await store.status).toBe(201);
    expect(await service.ended).toBe(0);
    const again = await serve();
    expect((await fetch(`${again.address}/atoms/v1.pending`, { headers })).status).toBe(200);
  });

  it('ends requests that take longer than --stop-timeout', async () => {
    const service = await serve('--stop-timeout', '0');
    const store = pendingStore(service.address, 'v1.pending');
    await expect.poll(() => inProgress(service.metrics)).toBe(1);
    service.child.kill('SIGTERM');
    expect(await store.status).toBeNull();
    expect(await service.ended).toBe(0);
  });

  it('ends at once after a second signal', async () => {
    const service = await serve('--stop-timeout', '3600');
    pendingStore(service.address, 'v1.pending');
    await expect.poll(() => inProgress(service.metrics)).toBe(1);
    service.child.kill('SIGTERM');
    await service.logs('The service is stopping.');
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(130);
  });
});

describe('the log of a service', () => {
  it('has a line of JSON for each request, without keys of atoms, values, and API keys', async () => {
    const service = await serve('--log', 'json', '--log-level', 'debug');
    const body = JSON.stringify({ key: 'v1.hidden.key', value: 'hidden value' });
    const answer = await fetch(`${service.address}/atoms`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
    await fetch(`${service.address}/atoms/v1.hidden.key`, { headers });
    await service.logs('GET /atoms/{key} 200');
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    const lines = service
      .log()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find(({ route }) => route === '/atoms')).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
      level: 'debug',
      message: 'POST /atoms 201',
      requestId: answer.headers.get('x-request-id'),
      method: 'POST',
      route: '/atoms',
      status: 201,
      durationMs: expect.any(Number) as unknown,
      client: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
    });
    expect(service.log()).not.toMatch(/hidden|Bearer|"full"/);
  });
});
