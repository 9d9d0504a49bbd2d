import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { parseBaseAddress } from './baseAddress.ts';
import { createGateway, type Gateway, type Target } from './gateway.ts';
import { createHttpClient, defaultLimits, type HttpNetwork } from './httpClient.ts';
import { createLoopbackLookup } from './loopback.ts';
import { proxyOf } from './proxy.ts';
import { environmentSignIn } from './proxySignIn.ts';
import {
  expiredCertificate,
  futureCertificate,
  goodCertificate,
  otherHostCertificate,
  selfSignedCertificate,
  selfSignedKey,
  testAuthority,
  testKey,
} from './testing/certificates.ts';
import { respondJson, startScriptedServer } from './testing/scriptedServer.ts';
import { systemAuthorities } from './trust.ts';

const apiKey = 'sk-test-0123456789';
const options = { requestId: 'r1', signal: null };
const found = { key: 'a', value: 'x', version: 1, hash: 'aa', proof: null };
const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function targetOf(address: string): Target {
  const parsed = parseBaseAddress(address);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return { address: parsed.value, apiKey };
}

function gatewayOver(network: Partial<HttpNetwork> = {}): Gateway {
  const client = createHttpClient(defaultLimits, network);
  cleanUps.push(client.close);
  return createGateway({ http: client, now: Date.now, random: () => 0.5, sleep: async () => undefined });
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A service with this certificate, and how many requests reached it. */
async function startTls(cert: string, key = testKey): Promise<{ port: number; hits: () => number }> {
  let hits = 0;
  const server = https.createServer({ cert, key }, (_incoming, response) => {
    hits += 1;
    respondJson(response, 200, found);
  });
  cleanUps.push(() => {
    server.closeAllConnections();
  });
  return { port: await listen(server), hits: () => hits };
}

const trusted = (): readonly string[] => [testAuthority];

describe('certificates', () => {
  it.each<[string, string, string, string, readonly string[] | null]>([
    ['has expired', 'certificate-expired', expiredCertificate, testKey, trusted()],
    ['is not valid yet', 'certificate-not-yet-valid', futureCertificate, testKey, trusted()],
    ['is for another host', 'certificate-host', otherHostCertificate, testKey, trusted()],
    ['is self-signed', 'certificate-self-signed', selfSignedCertificate, selfSignedKey, null],
    ['has an unknown issuer', 'certificate-unknown-issuer', goodCertificate, testKey, null],
  ])('one that %s has its own failure, and nothing is sent', async (_what, failure, cert, key, trust) => {
    const { port, hits } = await startTls(cert, key);
    const target = targetOf(`https://localhost:${String(port)}`);
    const gateway = gatewayOver({ trusted: () => trust });
    expect(await gateway.store(target, { key: 'a', value: 'x' }, options)).toMatchObject({
      error: { code: 'network', failure },
      mayHaveBeenDone: false,
    });
    expect(hits()).toBe(0);
  });

  it('are accepted if an authority that this computer trusts issued them', async () => {
    const { port } = await startTls(goodCertificate);
    const read = await gatewayOver({ trusted }).read(
      targetOf(`https://localhost:${String(port)}`),
      'a',
      options,
    );
    expect(read).toMatchObject({ ok: true, value: { value: 'x' } });
  });

  it('are checked whatever NODE_TLS_REJECT_UNAUTHORIZED is set to', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { port, hits } = await startTls(selfSignedCertificate, selfSignedKey);
    const target = targetOf(`https://localhost:${String(port)}`);
    expect(await gatewayOver().read(target, 'a', options)).toMatchObject({
      error: { failure: 'certificate-self-signed' },
    });
    expect(hits()).toBe(0);
  });
});

describe('the authorities of a connection', () => {
  const withAuthorities = (port: number, authorities: string): Target => ({
    ...targetOf(`https://localhost:${String(port)}`),
    profile: { id: 'c' as ConnectionId, authorities },
  });

  it('are trusted for that connection only, in addition to those of the system', async () => {
    const { port } = await startTls(goodCertificate);
    const gateway = gatewayOver();
    const untrusted = { error: { failure: 'certificate-unknown-issuer' } };
    const target = targetOf(`https://localhost:${String(port)}`);
    expect(await gateway.read(target, 'a', options)).toMatchObject(untrusted);
    expect(await gateway.read(withAuthorities(port, testAuthority), 'a', options)).toMatchObject({
      ok: true,
    });
    // Not even over the connection that is open now.
    expect(await gateway.read(target, 'a', options)).toMatchObject(untrusted);
    expect(await gateway.read(withAuthorities(port, selfSignedCertificate), 'a', options)).toMatchObject(
      untrusted,
    );
    const both = gatewayOver({ trusted });
    expect(await both.read(withAuthorities(port, selfSignedCertificate), 'a', options)).toMatchObject({
      ok: true,
    });
  });

  it('do not make up for the wrong host', async () => {
    const { port } = await startTls(otherHostCertificate);
    expect(await gatewayOver().read(withAuthorities(port, testAuthority), 'a', options)).toMatchObject({
      error: { failure: 'certificate-host' },
    });
  });

  it('that cannot be read are named as the cause, and nothing is sent', async () => {
    const { port, hits } = await startTls(goodCertificate);
    const damaged = testAuthority.replace('MIIB', 'AAAA');
    const target = withAuthorities(port, damaged);
    expect(await gatewayOver().store(target, { key: 'a', value: 'x' }, options)).toMatchObject({
      error: { code: 'network', failure: 'authorities-unreadable' },
      mayHaveBeenDone: false,
    });
    expect(hits()).toBe(0);
  });
});

describe('trusted authorities', () => {
  it('are the runtime’s own, the system’s if they are available, and those in the user’s file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'trust-'));
    cleanUps.push(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'more.pem');
    await writeFile(file, `# ours\n${testAuthority}\n${goodCertificate}\n`);
    const logged: string[] = [];
    const log = (message: string): void => void logged.push(message);
    const newer = { getCACertificates: (type: 'default' | 'system') => ['shared', type] };
    expect(systemAuthorities({ NODE_EXTRA_CA_CERTS: file }, log, newer)()).toEqual([
      'shared',
      'default',
      'system',
      testAuthority,
      goodCertificate,
    ]);
    expect(systemAuthorities({}, log, {})()).toBeNull();
    expect(systemAuthorities({ NODE_EXTRA_CA_CERTS: file }, log, {})()).toEqual([
      ...tls.rootCertificates,
      testAuthority,
      goodCertificate,
    ]);
    expect(logged).toEqual([]);
    expect(systemAuthorities({ NODE_EXTRA_CA_CERTS: path.join(folder, 'gone') }, log, {})()).toBeNull();
    expect(logged).toHaveLength(1);
  });
});

describe('http://', () => {
  it('connects only to this computer, wherever the name leads', async () => {
    const server = await startScriptedServer((_request, response) => {
      respondJson(response, 200, found);
    });
    cleanUps.push(server.close);
    const target = targetOf(server.address.replace('127.0.0.1', 'localhost'));
    const lookupOf = (...addresses: readonly string[]) =>
      createLoopbackLookup(((_name: string, _options: unknown, callback: (...all: unknown[]) => void) => {
        callback(
          null,
          addresses.map((address) => ({ address, family: net.isIPv6(address) ? 6 : 4 })),
        );
      }) as unknown as NonNullable<Parameters<typeof createLoopbackLookup>[0]>);
    const elsewhere = gatewayOver({ lookup: lookupOf('192.0.2.1', '2001:db8::1', '::ffff:192.0.2.1') });
    expect(await elsewhere.store(target, { key: 'a', value: 'x' }, options)).toMatchObject({
      error: { code: 'network', failure: 'not-loopback' },
      mayHaveBeenDone: false,
    });
    expect(server.seen).toEqual([]);
    const here = gatewayOver({ lookup: lookupOf('192.0.2.1', '127.0.0.1') });
    expect(await here.read(target, 'a', options)).toMatchObject({ ok: true });
  });
});

describe('a proxy', () => {
  /** A proxy that leads every host to one port of this computer. */
  async function startProxy(port: number, status = 200, signIn: string | null = null) {
    const asked: http.IncomingMessage[] = [];
    const server = http.createServer((_incoming, response) => response.writeHead(400).end());
    server.on('connect', (request: http.IncomingMessage, client: net.Socket) => {
      asked.push(request);
      client.on('error', () => undefined);
      const isSignedIn = signIn === null || request.headers['proxy-authorization'] === signIn;
      if (status !== 200 || !isSignedIn) {
        client.end(`HTTP/1.1 ${String(isSignedIn ? status : 407)} No\r\n\r\n`);
        return;
      }
      const service = net.connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        service.pipe(client).pipe(service);
      });
      service.on('error', () => client.destroy());
      cleanUps.push(() => void service.destroy());
    });
    return { ways: `PROXY 127.0.0.1:${String(await listen(server))}; DIRECT`, asked };
  }
  const target = targetOf('https://other.example/base');
  const atom = { key: 'a', value: 'x' };

  it('gets a tunnel request, and sees neither the API key nor the request', async () => {
    const { port, hits } = await startTls(otherHostCertificate);
    const { ways, asked } = await startProxy(port);
    const urls: string[] = [];
    const gateway = gatewayOver({
      trusted,
      proxyFor: async (url) => {
        urls.push(url);
        return ways;
      },
    });
    expect(await gateway.read(target, 'a', options)).toMatchObject({ ok: true, value: { value: 'x' } });
    expect(await gateway.read(target, 'a', options)).toMatchObject({ ok: true });
    expect(await gateway.store(target, atom, options)).toMatchObject({ ok: true });
    expect(hits()).toBe(3);
    expect(urls).toEqual(Array.from({ length: 3 }, () => 'https://other.example/'));
    // Reads share a tunnel; each store gets its own.
    expect(asked.map(({ url }) => url)).toEqual(['other.example:443', 'other.example:443']);
    expect(JSON.stringify(asked.map(({ headers }) => headers))).not.toContain(apiKey);
  });

  it('does not weaken the certificate check', async () => {
    const { port, hits } = await startTls(goodCertificate);
    const { ways } = await startProxy(port);
    const gateway = gatewayOver({ trusted, proxyFor: async () => ways });
    expect(await gateway.store(target, atom, options)).toMatchObject({
      error: { failure: 'certificate-host' },
      mayHaveBeenDone: false,
    });
    expect(hits()).toBe(0);
  });

  it.each([
    [407, 'proxy-sign-in'],
    [403, 'proxy-refused'],
    [502, 'proxy-refused'],
  ])('that responds with %i has its own failure, and nothing was sent', async (status, failure) => {
    const { ways } = await startProxy(1, status);
    expect(await gatewayOver({ proxyFor: async () => ways }).store(target, atom, options)).toMatchObject({
      error: { code: 'network', failure },
      mayHaveBeenDone: false,
    });
  });

  it('gets the user name and password that the environment names for it, and only then lets requests pass', async () => {
    const { port } = await startTls(otherHostCertificate);
    const { ways, asked } = await startProxy(port, 200, 'Basic dXPDqXI6cEBzcw==');
    const proxy = ways.slice('PROXY '.length).split(';')[0] ?? '';
    const over = (environment: Readonly<Record<string, string>>) =>
      gatewayOver({ trusted, proxyFor: async () => ways, proxySignIn: environmentSignIn(environment) });
    const signIn = 'us%C3%A9r:p%40ss';
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']) {
      expect(await over({ [name]: `http://${signIn}@${proxy}` }).read(target, 'a', options)).toMatchObject({
        ok: true,
      });
    }
    expect(
      await over({ HTTPS_PROXY: `http://user:wrong@${proxy}/` }).store(target, atom, options),
    ).toMatchObject({
      error: { failure: 'proxy-wrong-sign-in' },
      mayHaveBeenDone: false,
    });
    const sent = asked.length;
    for (const elsewhere of [
      `http://${signIn}@proxy.example:1`,
      `https://${signIn}@${proxy}`,
      `http://${proxy}`,
      '%%%',
    ]) {
      expect(await over({ HTTPS_PROXY: elsewhere }).read(target, 'a', options)).toMatchObject({
        error: { failure: 'proxy-sign-in' },
      });
    }
    // No password went to a proxy that it is not for.
    expect(asked.slice(sent).map(({ headers }) => headers['proxy-authorization'])).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it('that is unreachable or of another kind is named as the cause, and not bypassed', async () => {
    const gone = net.createServer();
    const port = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    for (const [ways, failure] of [
      [`PROXY 127.0.0.1:${String(port)}`, 'proxy-unreachable'],
      // Connected directly, it would be an unknown host.
      [`PROXY 127.0.0.1:${String(port)}; DIRECT`, 'proxy-unreachable'],
      ['SOCKS5 127.0.0.1:1080', 'proxy-unsupported'],
    ] as const) {
      expect(await gatewayOver({ proxyFor: async () => ways }).read(target, 'a', options)).toMatchObject({
        error: { code: 'network', failure },
      });
    }
  });

  it('that the system never names keeps no request waiting, and a request can be canceled', async () => {
    const client = createHttpClient(
      { ...defaultLimits, idleMs: 20 },
      { proxyFor: () => new Promise(() => undefined) },
    );
    cleanUps.push(client.close);
    const request = {
      address: target.address,
      method: 'GET',
      path: '/atoms/a',
      apiKey,
      body: null,
      isWrite: false,
    } as const;
    expect(await client.send({ ...request, signal: null })).toEqual({
      kind: 'failed',
      failure: { kind: 'timeout', afterMs: 20, isSlow: false },
      mayHaveArrived: false,
    });
    const patient = gatewayOver({ proxyFor: () => new Promise(() => undefined) });
    const cancel = new AbortController();
    const reading = patient.read(target, 'a', { ...options, signal: cancel.signal });
    cancel.abort();
    expect(await reading).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  it('is never used or looked up for this computer', async () => {
    const { port } = await startTls(goodCertificate);
    const proxyFor = vi.fn(async () => 'PROXY 127.0.0.1:1');
    const gateway = gatewayOver({ trusted, proxyFor });
    for (const host of ['localhost', '127.0.0.1'])
      expect(await gateway.read(targetOf(`https://${host}:${String(port)}`), 'a', options)).toMatchObject({
        ok: true,
      });
    expect(proxyFor).not.toHaveBeenCalled();
  });

  it.each([
    ['DIRECT', 'direct'],
    ['', 'direct'],
    ['SOCKS 10.0.0.1:1080; DIRECT', 'direct'],
    ['SOCKS 10.0.0.1:1080', null],
    ['PROXY nonsense:port', null],
    ['PROXY proxy.example:8080', { protocol: 'http:', hostname: 'proxy.example', port: 8080 }],
    ['QUIC q:1; HTTPS proxy.example', { protocol: 'https:', hostname: 'proxy.example', port: 443 }],
    ['proxy [::1]:3128', { protocol: 'http:', hostname: '::1', port: 3128 }],
  ])('is chosen from %j', (ways, proxy) => {
    expect(proxyOf(ways)).toEqual(proxy);
  });
});
