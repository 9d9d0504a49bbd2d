import { randomBytes } from 'node:crypto';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { opensslAuthority, type OpensslAuthority } from '#shared/timestamp/testing/opensslAuthority.ts';
import { timestampRequest } from '#shared/timestamp/timestampRequest.ts';
import { parseBaseAddress } from '../../client/baseAddress.ts';
import { createHttpClient } from '../../client/httpClient.ts';
import { createTimestampRequests, timestampLimits } from './requestTimestamps.ts';
import { createTimestampAuthorities, type TimestampAuthorities } from './timestampAuthorities.ts';
import { startTimestampServer, type OtherResponse } from './testing/timestampServer.ts';

let folder: string;
let authority: OpensslAuthority;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'timestamps-'));
  await mkdir(path.join(folder, 'tsa'));
  authority = opensslAuthority(path.join(folder, 'tsa'));
});
afterAll(() => rm(folder, { recursive: true }));

const signature = randomBytes(64);

function requests() {
  return createTimestampRequests({
    http: createHttpClient(timestampLimits),
    consent: { allowed: async (text) => parseBaseAddress(text) },
    asked: async () => undefined,
    randomBytes,
  });
}

/** Of a PKIStatusInfo: rejection, with words of the authority. */
const rejection = Buffer.from('300d300b02010230060c044e6f7421', 'hex');

describe('a request for a timestamp', () => {
  it.each<[string, () => OtherResponse, RegExp]>([
    ['an error', () => ({ status: 500 }), /^The timestamp authority at .* responded with status 500\.$/],
    ['a redirect', () => ({ status: 302, location: 'http://127.0.0.1:1/' }), /redirects are not followed\.$/],
    ['a web page', () => ({ body: Buffer.from('<html></html>') }), /did not respond with a timestamp/],
    ['nothing', () => ({}), /did not respond with a timestamp/],
    [
      'too much',
      () => ({ body: randomBytes(100_000) }),
      /sent more than 64 KiB, which is not a timestamp\.$/,
    ],
    [
      'a timestamp of something else',
      () => ({ body: authority.reply(timestampRequest(randomBytes(64), randomBytes(16))) }),
      /issued one that is wrong\. It is about another signature\.$/,
    ],
    [
      'a timestamp for another request',
      () => ({ body: authority.reply(timestampRequest(signature, randomBytes(16))) }),
      /issued one that is wrong\. It was issued for another request\.$/,
    ],
    ['a refusal', () => ({ body: rejection }), /refused to issue one: “Not!”\.$/],
  ])('that gets %s fails, and says so', async (_, response, words) => {
    const server = await startTimestampServer(authority);
    try {
      server.respondWith(response());
      const allowed = await requests().allowed(server.address);
      if (!allowed.ok) throw new Error(allowed.error.message);
      expect(await requests().request(allowed.value, signature)).toMatchObject({
        error: { code: 'timestamp_failed', message: expect.stringMatching(words) as string },
      });
      expect(server.requests()).toBe(1);
    } finally {
      await server.stop();
    }
  });

  it('fails if nobody listens, and never goes to another computer without encryption', async () => {
    const server = await startTimestampServer(authority);
    const allowed = await requests().allowed(server.address);
    await server.stop();
    expect(allowed.ok && (await requests().request(allowed.value, signature))).toMatchObject({
      error: { message: expect.stringMatching(/could not be reached\.$/) as string },
    });
    expect(await requests().allowed('http://timestamp.example.com')).toMatchObject({
      error: { code: 'timestamp_failed', message: expect.stringMatching(/^Use https:/) as string },
    });
  });
});

describe('trusted timestamp authorities', () => {
  const open = (): TimestampAuthorities =>
    createTimestampAuthorities({
      file: path.join(folder, 'authorities.json'),
      now: () => 5,
      log: () => undefined,
    });

  it('are certificates, kept with the address that was last asked', async () => {
    expect(await open().add('Ours', authority.rootPem)).toMatchObject({
      value: { address: '', authorities: [{ name: 'Ours', subject: 'O=Test, CN=Test root', addedAt: 5 }] },
    });
    await open().asked('https://tsa.example.com');
    const reopened = open();
    const settings = await reopened.settings();
    expect(settings).toMatchObject({ address: 'https://tsa.example.com', authorities: [{ name: 'Ours' }] });
    expect(reopened.confirmed()).toEqual(['https://tsa.example.com']);
    expect(await reopened.anchors()).toMatchObject([{ name: 'Ours' }]);
    expect(await reopened.add('Again', authority.rootPem)).toMatchObject({
      error: { message: 'This certificate is already trusted as “Ours”.' },
    });
    await reopened.remove(settings.authorities[0]?.fingerprint ?? '');
    expect(await open().anchors()).toEqual([]);
  });

  it('are never anything else', async () => {
    const { rootPem } = authority;
    for (const other of ['', 'text', rootPem + rootPem, rootPem.replace('MII', 'MIJ'), rootPem.slice(0, 200)])
      expect(await open().add('Ours', other)).toMatchObject({
        error: { code: 'invalid_input', field: 'pem' },
      });
  });
});
