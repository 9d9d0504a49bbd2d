import { randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  opensslAuthority,
  type AuthorityOptions,
  type OpensslAuthority,
} from '#shared/timestamp/testing/opensslAuthority.ts';
import { timestampRequest } from '#shared/timestamp/timestampRequest.ts';
import { readTimestampResponse, type TimestampToken } from '#shared/timestamp/timestampToken.ts';
import { checkTimestamp } from './checkTimestamp.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'timestamps-'));
afterAll(() => rmSync(folder, { recursive: true }));

const signature = randomBytes(64);

function authority(options: AuthorityOptions = {}): OpensslAuthority {
  return opensslAuthority(mkdtempSync(path.join(folder, 'tsa-')), options);
}

/** The response as it is put into a bundle. */
function responseOf({ reply }: OpensslAuthority, nonce = randomBytes(16), chain?: 'with-root'): Uint8Array {
  const reading = readTimestampResponse(reply(timestampRequest(signature, nonce), chain));
  if (reading.kind !== 'token') throw new Error(reading.kind);
  return reading.response;
}

function tokenOf(response: Uint8Array): TimestampToken {
  const reading = readTimestampResponse(response);
  if (reading.kind !== 'token') throw new Error(reading.kind);
  return reading.token;
}

function anchorOf(pem: string, name = 'Ours') {
  return { name, certificate: new Uint8Array(new X509Certificate(pem).raw) };
}

const ec = authority();
const ecResponse = responseOf(ec);
const ecInfo = tokenOf(ecResponse).info;
const wrongPurpose = { kind: 'wrong', fault: 'wrong-purpose' };

describe('a timestamp', () => {
  it.each(['rsa', 'ec'] as const)('of an authority with a key of %s is proven by its root', (key) => {
    const before = Date.now() - 1_000;
    const tsa = authority({ key });
    const nonce = randomBytes(16);
    const found = checkTimestamp(
      responseOf(tsa, nonce),
      signature,
      [anchorOf(tsa.rootPem)],
      BigInt(`0x${nonce.toString('hex')}`),
    );
    expect(found).toMatchObject({
      kind: 'proven',
      authority: 'O=Test, CN=Test authority',
      trustedAs: 'Ours',
      accuracyMs: 1_000,
    });
    const at = Date.parse(found.kind === 'proven' ? found.at : '');
    expect([at >= before, at <= Date.now()]).toEqual([true, true]);
  });

  it('is also proven by the certificate of the authority itself', () => {
    expect(checkTimestamp(ecResponse, signature, [anchorOf(ec.authorityPem)]).kind).toBe('proven');
    const withRoot = responseOf(ec, randomBytes(8), 'with-root');
    expect(tokenOf(withRoot).certificates.length).toBe(2);
    for (const pem of [ec.authorityPem, ec.rootPem])
      expect(checkTimestamp(withRoot, signature, [anchorOf(pem)]).kind).toBe('proven');
  });

  it('is never proven without a trusted certificate, or with another one of the same name', () => {
    const other = authority();
    for (const anchors of [[], [anchorOf(other.rootPem)], [anchorOf(other.authorityPem)]])
      expect(checkTimestamp(ecResponse, signature, anchors)).toMatchObject({
        kind: 'unknown-authority',
        authority: 'O=Test, CN=Test authority',
      });
  });

  it('is about one signature and one request', () => {
    const anchors = [anchorOf(ec.rootPem)];
    expect(checkTimestamp(ecResponse, randomBytes(64), anchors)).toEqual({
      kind: 'wrong',
      fault: 'other-imprint',
    });
    expect(checkTimestamp(ecResponse, signature, anchors, 5n)).toEqual({
      kind: 'wrong',
      fault: 'other-nonce',
    });
  });

  it.each<[string, AuthorityOptions, unknown]>([
    ['is for nothing in particular', { purpose: '' }, wrongPurpose],
    ['is for servers', { purpose: 'critical,serverAuth' }, wrongPurpose],
    ['is for timestamps and servers', { purpose: 'critical,timeStamping,serverAuth' }, wrongPurpose],
    ['does not have to be for timestamps', { purpose: 'timeStamping' }, wrongPurpose],
    ['has a short key', { key: 'weak' }, { kind: 'unchecked' }],
  ])('is not proven by a certificate that %s', (_, options, expected) => {
    const tsa = authority(options);
    expect(checkTimestamp(tsa.sign(ecInfo), signature, [anchorOf(tsa.rootPem)])).toEqual(expected);
  });

  it.each([
    ['before', '2016', 'not-yet-valid'],
    ['after', '2066', 'expired'],
  ])('is not proven for a time %s its certificate was valid, even if that is signed', (_, year, fault) => {
    const info = Buffer.from(ecInfo);
    info.write(year, info.indexOf(String(new Date().getUTCFullYear())));
    for (const anchors of [[], [anchorOf(ec.rootPem)]])
      expect(checkTimestamp(ec.sign(info), signature, anchors)).toEqual({ kind: 'wrong', fault });
    expect(checkTimestamp(ec.sign(ecInfo), signature, [anchorOf(ec.rootPem)]).kind).toBe('proven');
  });

  it('is not proven once one byte was altered, whichever it is', () => {
    const anchors = [anchorOf(ec.rootPem)];
    const missed: string[] = [];
    for (let at = 0; at < ecResponse.length; at += 1)
      for (const change of [1, 0x20, 0x80]) {
        const altered = ecResponse.slice();
        altered[at] = (altered[at] ?? 0) ^ change;
        const { kind } = checkTimestamp(altered, signature, anchors);
        if (kind === 'proven') missed.push(`${String(at)} ^ ${String(change)}`);
      }
    expect(missed).toEqual([]);
  });

  it('is unreadable if it is cut off, longer, or something else', () => {
    for (const bytes of [
      ecResponse.subarray(0, -1),
      Uint8Array.of(...ecResponse, 0),
      new TextEncoder().encode('<html>404</html>'),
      new Uint8Array(),
      new Uint8Array(100_000).fill(0x30),
      Uint8Array.of(0x30, 0x80, 0, 0),
    ])
      expect(checkTimestamp(bytes, signature, [])).toEqual({ kind: 'wrong', fault: 'unreadable' });
  });
});
