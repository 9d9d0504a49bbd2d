import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createMemoryKeyStorage,
  type MemoryKeyStorage,
} from '../../storage/keychain/testing/memoryKeyStorage.ts';
import { isSignedBy, publicKeyPem } from './ed25519.ts';
import { createInstallationKey, type InstallationKey } from './installationKey.ts';

const message = new TextEncoder().encode('this observer says it read this');
let folder: string;
let storage: MemoryKeyStorage;
let time: number;
let key: InstallationKey;
let changes: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'identity-'));
  storage = createMemoryKeyStorage();
  time = 1_000;
  changes = 0;
  key = open();
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function open(): InstallationKey {
  return createInstallationKey({
    file: path.join(folder, 'identity.json'),
    storage,
    changed: () => {
      changes += 1;
    },
    now: () => time,
    log: () => undefined,
  });
}

async function signer(from = key) {
  const current = await from.current();
  if (!current.ok) throw new Error(current.error.message);
  return current.value;
}

describe('the installation key', () => {
  it('is created on first use, and is the same after a restart', async () => {
    expect(await key.known()).toEqual({ current: null, earlier: [] });
    const [first, second] = await Promise.all([signer(), signer()]);
    expect(second.fingerprint).toBe(first.fingerprint);
    time = 2_000;
    const reopened = open();
    expect((await signer(reopened)).fingerprint).toBe(first.fingerprint);
    expect(await reopened.known()).toEqual({
      current: { fingerprint: first.fingerprint, createdAt: 1_000, retiredAt: null },
      earlier: [],
    });
    expect([storage.secrets.size, changes]).toEqual([1, 1]);
  });

  it('never leaves the keychain: no file has the private key', async () => {
    await signer();
    const [secret = ''] = storage.secrets.values();
    const texts = await Promise.all(
      (await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8')),
    );
    expect(texts.join()).toContain('"current"');
    expect(texts.join()).not.toContain(Buffer.from(secret, 'base64').subarray(-32).toString('base64'));
    expect(texts.join()).not.toContain(secret);
  });

  it('signs so that openssl accepts it, and openssl shows the same fingerprint', async () => {
    const { fingerprint, publicKey, sign } = await signer();
    const signature = sign(message);
    expect(isSignedBy(publicKey, message, signature)).toBe(true);
    expect(isSignedBy(publicKey, Buffer.concat([message, Buffer.of(0)]), signature)).toBe(false);
    expect(isSignedBy(publicKey, message, signature.subarray(1))).toBe(false);
    const pem = path.join(folder, 'key.pem');
    await writeFile(pem, publicKeyPem((await key.publicKey(fingerprint)) ?? new Uint8Array(32)));
    await writeFile(path.join(folder, 'message'), message);
    await writeFile(path.join(folder, 'signature'), signature);
    const openssl = (...input: string[]) => execFileSync('openssl', input, { cwd: folder, stdio: 'pipe' });
    const der = openssl('pkey', '-pubin', '-in', pem, '-outform', 'DER');
    expect(createHash('sha256').update(der).digest('hex')).toBe(fingerprint);
    const of = ['-pubin', '-inkey', pem, '-sigfile', 'signature', '-in', 'message'];
    const checked = openssl('pkeyutl', '-verify', '-rawin', ...of);
    expect(checked.toString()).toContain('Signature Verified Successfully');
  });

  it('is replaced only on request; signatures of the old key stay attributable', async () => {
    const old = await signer();
    const signature = old.sign(message);
    time = 5_000;
    expect(await key.rotate()).toMatchObject({ ok: true });
    const next = await signer();
    expect(next.fingerprint).not.toBe(old.fingerprint);
    expect(await open().known()).toEqual({
      current: { fingerprint: next.fingerprint, createdAt: 5_000, retiredAt: null },
      earlier: [{ fingerprint: old.fingerprint, createdAt: 1_000, retiredAt: 5_000 }],
    });
    expect(await key.publicKey(old.fingerprint)).toEqual(Buffer.from(old.publicKey));
    expect(isSignedBy(old.publicKey, message, signature)).toBe(true);
    expect([...storage.secrets.keys()]).toEqual([`installation key ${next.fingerprint}`]);
    expect(await key.publicKey('00')).toBeNull();
  });

  it('stays in force if the keychain does not save its successor', async () => {
    const { fingerprint } = await signer();
    storage.fault = new Error('timed out');
    expect(await key.rotate()).toMatchObject({ error: { code: 'keychain_unavailable' } });
    storage.fault = null;
    expect((await signer(open())).fingerprint).toBe(fingerprint);
  });

  it('signs nothing while the keychain is locked, and is not replaced', async () => {
    const { fingerprint } = await signer();
    key.drop();
    storage.fault = new Error('The collection is locked');
    expect(await key.current()).toMatchObject({
      error: { code: 'keychain_unavailable', message: expect.stringContaining('locked') as string },
    });
    storage.fault = null;
    expect((await signer()).fingerprint).toBe(fingerprint);
  });

  it('is not created if the keychain does not keep it', async () => {
    storage.fault = new Error('No such interface');
    expect(await key.current()).toMatchObject({ error: { code: 'keychain_unavailable' } });
    expect(await key.known()).toEqual({ current: null, earlier: [] });
  });

  it('is not replaced silently if the keychain lost it or has something else', async () => {
    const { fingerprint } = await signer();
    key.drop();
    storage.secrets.set(`installation key ${fingerprint}`, 'bm90IGEga2V5');
    expect(await key.current()).toMatchObject({ error: { code: 'installation_key_missing' } });
    storage.secrets.clear();
    expect(await key.current()).toMatchObject({ error: { code: 'installation_key_missing' } });
    expect(await key.rotate()).toMatchObject({ value: { earlier: [{ fingerprint }] } });
    expect((await signer()).fingerprint).not.toBe(fingerprint);
  });

  it('leaves a list of a newer version alone, and signs nothing', async () => {
    const file = path.join(folder, 'identity.json');
    await writeFile(file, '{"version":2}');
    expect(await key.current()).toMatchObject({ error: { code: 'file_failed', failure: 'newer' } });
    await expect(key.known()).rejects.toThrow('newer version');
    expect([storage.secrets.size, await readFile(file, 'utf8')]).toEqual([0, '{"version":2}']);
  });
});
