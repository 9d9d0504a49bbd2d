import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator, isBearerToken, knownKey, makeApiKey } from './apiKeys.ts';
import { keyFilePath, readKeyFile, writeKeyFile } from './keyFile.ts';

describe('API keys', () => {
  const full = makeApiKey('full');
  const read = makeApiKey('read');
  const authenticator = createAuthenticator([knownKey(full, 'full'), knownKey(read, 'read', 'reader')]);

  it('are long, unique, and can be sent as bearer tokens', () => {
    expect(makeApiKey('full')).not.toBe(full);
    expect(full).toMatch(/^atom_full_[\w-]{43}$/);
    expect(isBearerToken(full)).toBe(true);
    expect(isBearerToken('two words')).toBe(false);
  });

  it('are recognized with their scope', () => {
    expect(authenticator.identify(`Bearer ${full}`)).toMatchObject({ scope: 'full' });
    expect(authenticator.identify(`bearer  ${read} `)).toMatchObject({ scope: 'read', id: 'reader' });
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    full,
    `Basic ${full}`,
    `Bearer ${full} ${full}`,
    `Bearer ${full.slice(0, -1)}`,
    `Bearer ${full.toUpperCase()}`,
  ])('are not recognized in %j', (header) => {
    expect(authenticator.identify(header)).toBeNull();
  });

  it('are kept as a hash', () => {
    const record = knownKey(full, 'full');
    expect(JSON.stringify(record)).not.toContain(full.slice(10));
    expect(record.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(record.hash.startsWith(record.id)).toBe(true);
  });
});

describe('key file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atom-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('has no keys before it is written', async () => {
    expect(await readKeyFile(join(folder, 'not', 'there'))).toEqual([]);
  });

  it('returns what was written, is readable only by its owner, and leaves no temporary files', async () => {
    const keys = [knownKey(makeApiKey('full'), 'full'), knownKey(makeApiKey('read'), 'read')];
    const data = join(folder, 'new');
    await writeKeyFile(data, keys.slice(0, 1));
    await writeKeyFile(data, keys);
    expect(await readKeyFile(data)).toEqual(keys);
    expect(await readdir(data)).toEqual(['api-keys.json']);
    if (process.platform === 'win32') return;
    expect((await stat(keyFilePath(data))).mode & 0o077).toBe(0);
    expect((await stat(data)).mode & 0o077).toBe(0);
  });

  it.each(['', '{', '{"keys":[{"id":"a","scope":"all","hash":"00"}]}'])(
    'that is damaged (%j) is reported and not changed',
    async (text) => {
      await writeFile(keyFilePath(folder), text);
      await expect(readKeyFile(folder)).rejects.toThrow('damaged');
      expect(await readFile(keyFilePath(folder), 'utf8')).toBe(text);
    },
  );
});
