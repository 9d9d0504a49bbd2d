import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifierKeyText } from '#shared/transparency/signedNote.ts';
import { newPrivateKey, publicKeyPem, signerOf } from './ed25519.ts';
import { createTrustedKeys, type TrustedKeys } from './trustedKeys.ts';

let folder: string;
let keys: TrustedKeys;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'trusted-'));
  keys = open();
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function open(): TrustedKeys {
  return createTrustedKeys({
    file: path.join(folder, 'trusted.json'),
    now: () => 5,
    log: () => undefined,
  });
}

function openssl(...input: string[]): string {
  return execFileSync('openssl', input, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

describe('trusted keys', () => {
  it('are found by the fingerprint of their signer, also after a restart, until they are removed', async () => {
    const { publicKey, fingerprint } = signerOf(newPrivateKey());
    expect(await keys.add('Grace', publicKeyPem(publicKey))).toMatchObject({ ok: true });
    const reopened = open();
    expect(await reopened.list()).toMatchObject([{ fingerprint, name: 'Grace', addedAt: 5 }]);
    expect(await reopened.find(fingerprint)).toMatchObject({ publicKey: Buffer.from(publicKey) });
    await reopened.remove(fingerprint);
    expect([await open().list(), await reopened.find(fingerprint)]).toEqual([[], null]);
  });

  it('may come from openssl', async () => {
    openssl('genpkey', '-algorithm', 'ed25519', '-out', 'private.pem');
    const pem = openssl('pkey', '-in', 'private.pem', '-pubout');
    expect(await keys.add('Grace', `\n${pem.replaceAll('\n', '\r\n')}`)).toMatchObject({ ok: true });
  });

  it('may be a verifier key, as checkpoints have them', async () => {
    const { publicKey, fingerprint } = signerOf(newPrivateKey());
    const text = ` ${verifierKeyText({ name: 'memory.example', publicKey })}\n`;
    expect(await keys.add('Grace', text)).toMatchObject({ value: [{ name: 'Grace', fingerprint }] });
    expect(await keys.named()).toEqual([{ name: 'Grace', publicKey: Buffer.from(publicKey) }]);
    expect(await keys.add('Ada', text.replace('+', '+0'))).toMatchObject({ ok: false });
  });

  it('cannot be added twice', async () => {
    const pem = publicKeyPem(signerOf(newPrivateKey()).publicKey);
    await keys.add('Grace', pem);
    expect(await keys.add('Ada', pem)).toMatchObject({
      error: { message: 'This key is already trusted as “Grace”.' },
    });
  });

  it('are never anything else: private keys, keys of other kinds, two keys, other text', async () => {
    const pem = publicKeyPem(signerOf(newPrivateKey()).publicKey);
    const others = [
      openssl('genpkey', '-algorithm', 'ed25519'),
      openssl('genpkey', '-algorithm', 'x25519', '-out', 'x.pem') +
        openssl('pkey', '-in', 'x.pem', '-pubout'),
      pem + pem,
      pem.replace('MC', 'MD'),
      'ssh-ed25519 AAAA',
      '',
    ];
    for (const other of others)
      expect(await keys.add('Grace', other)).toMatchObject({
        error: { code: 'invalid_input', field: 'pem' },
      });
    expect(await keys.list()).toEqual([]);
  });
});
