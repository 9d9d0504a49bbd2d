import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { makeCertificate } from '../testing/makeCertificate.ts';
import { startTestService, type TestService } from '../testing/startTestService.ts';
import { openCertificate, type Certificate } from './certificate.ts';

let folder: string;
let logged: string;
let paths: { readonly cert: string; readonly key: string; readonly pem: string };
let certificate: Certificate;
let service: TestService;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-tls-'));
  logged = '';
  paths = await makeCertificate(folder, 'DNS:memory.example.org,IP:127.0.0.1');
  certificate = await openCertificate(
    paths,
    createLog({ form: 'text', level: 'info', write: (text) => (logged += text) }),
  );
  service = await startTestService({ certificate });
});
afterEach(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

/** Over TLS, to a host name that is not looked up. Resolves to the status and the serial number of the certificate. */
function ask(host: string, trusted: string) {
  const { port } = new URL(service.address());
  return new Promise<{ readonly status: number; readonly serial: string }>((resolve, reject) => {
    const sent = request(
      {
        hostname: '127.0.0.1',
        port,
        path: '/atoms/v1.a',
        ca: trusted,
        servername: 'memory.example.org',
        headers: { Host: host, Authorization: `Bearer ${service.fullKey}` },
        agent: false,
      },
      (answer) => {
        const serial = (answer.socket as TLSSocket).getPeerCertificate().serialNumber;
        answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, serial }));
      },
    );
    sent.on('error', reject).end();
  });
}

describe('a service with TLS', () => {
  it('answers over TLS, for the names of its certificate and no others', async () => {
    expect(service.address()).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect((await ask('memory.example.org', paths.pem)).status).toBe(404);
    expect((await ask('127.0.0.1:1', paths.pem)).status).toBe(404);
    expect((await ask('other.example.org', paths.pem)).status).toBe(421);
    await expect(fetch(service.address().replace('https', 'http'))).rejects.toThrow('fetch failed');
  });

  it('uses a new certificate for new connections, without a restart', async () => {
    const before = await ask('memory.example.org', paths.pem);
    const next = await makeCertificate(join(folder, 'next'), 'DNS:memory.example.org,DNS:second.example.org');
    await copyFile(next.key, paths.key);
    await copyFile(next.cert, paths.cert);
    await certificate.reload();
    const after = await ask('second.example.org', next.pem);
    expect(after.status).toBe(404);
    expect(after.serial).not.toBe(before.serial);
    expect(logged).toContain('The service uses the new certificate, which is valid until ');
    await expect(ask('memory.example.org', paths.pem)).rejects.toThrow('self-signed certificate');
  });

  it('notices by itself that the files have changed', async () => {
    const next = await makeCertificate(join(folder, 'next'), 'DNS:memory.example.org');
    await copyFile(next.key, paths.key);
    await copyFile(next.cert, paths.cert);
    await expect.poll(() => logged).toContain('The service uses the new certificate');
    expect((await ask('memory.example.org', next.pem)).status).toBe(404);
  });

  it('keeps the earlier certificate if the new files cannot be used, and says why', async () => {
    const before = await ask('memory.example.org', paths.pem);
    const next = await makeCertificate(join(folder, 'next'), 'DNS:memory.example.org');
    await copyFile(next.cert, paths.cert);
    await certificate.reload();
    expect(logged).toContain('The service keeps the earlier certificate. The key in ');
    await writeFile(paths.cert, 'not a certificate');
    await certificate.reload();
    expect(logged).toContain('is not a certificate in PEM.');
    await rm(paths.cert);
    await certificate.reload();
    expect(logged).toContain('could not be read');
    expect(await ask('memory.example.org', paths.pem)).toEqual(before);
  });

  it.each([
    ['missing', null, 'could not be read'],
    ['not a key', 'nothing', 'is not a private key in PEM'],
  ])('refuses to start with a key file that is %s', async (_, text, message) => {
    const key = join(folder, 'other.pem');
    if (text !== null) await writeFile(key, text);
    const opened = openCertificate({ cert: paths.cert, key }, () => undefined);
    await expect(opened).rejects.toThrow(message);
  });
});
