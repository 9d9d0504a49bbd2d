import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knownKey, makeApiKey } from './apiKeys.ts';
import { fileKeyStore, keyFilePath, keyUsePath } from './keyFile.ts';
import { keyStoreContract } from './keyStoreContract.ts';

describe('key file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atom-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  keyStoreContract(() => fileKeyStore(join(folder, 'not', 'there', 'yet')));

  it('is readable only by its owner, has no API keys, and leaves no temporary files', async () => {
    const data = join(folder, 'new');
    const store = fileKeyStore(data);
    const apiKey = makeApiKey('full');
    await store.add([knownKey(apiKey, 'full')]);
    await store.add([knownKey(makeApiKey('read'), 'read')]);
    expect(await readdir(data)).toEqual(['api-keys.json']);
    expect(await readFile(keyFilePath(data), 'utf8')).not.toContain(apiKey);
    if (process.platform === 'win32') return;
    expect((await stat(keyFilePath(data))).mode & 0o077).toBe(0);
    expect((await stat(data)).mode & 0o077).toBe(0);
  });

  it('of an earlier version can be read', async () => {
    const key = knownKey(makeApiKey('full'), 'full');
    await writeFile(keyFilePath(folder), JSON.stringify({ keys: [key] }));
    expect(await fileKeyStore(folder).list()).toEqual([key]);
  });

  it.each(['', '{', '{"keys":[{"id":"a","scope":"all","hash":"00"}]}'])(
    'that is damaged (%j) is reported and not changed',
    async (text) => {
      await writeFile(keyFilePath(folder), text);
      const store = fileKeyStore(folder);
      await expect(store.list()).rejects.toThrow('damaged');
      await expect(store.add([knownKey(makeApiKey('full'), 'full')])).rejects.toThrow('damaged');
      expect(await readFile(keyFilePath(folder), 'utf8')).toBe(text);
    },
  );

  it('does not need the file with times of use', async () => {
    const key = knownKey(makeApiKey('full'), 'full');
    const store = fileKeyStore(folder);
    await store.add([key]);
    await writeFile(keyUsePath(folder), '{');
    expect(await store.list()).toEqual([key]);
    await store.saveUse(new Map([[key.id, 7]]));
    expect(await store.list()).toEqual([{ ...key, lastUsedAt: 7 }]);
  });
});
