import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knownKey, makeApiKey } from './apiKeys.ts';
import { fileKeyStore, keyFilePath } from './keyFile.ts';
import { openKeyRing, type KeyRing } from './keyRing.ts';

let folder: string;
let ring: KeyRing;
let logged: string[];
const kept = makeApiKey('full');
const later = makeApiKey('read');
const fromEnvironment = makeApiKey('full');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-ring-'));
  logged = [];
  await fileKeyStore(folder).add([knownKey(kept, 'full')]);
  ring = await openKeyRing({
    store: fileKeyStore(folder),
    others: [knownKey(fromEnvironment, 'full')],
    log: (line) => logged.push(line),
    clock: () => 4_000,
  });
});
afterEach(async () => {
  await ring.close();
  await rm(folder, { recursive: true });
});

const knows = (apiKey: string): boolean => ring.identify(`Bearer ${apiKey}`) !== null;

describe('the keys of a running service', () => {
  it('are those of the store and of the environment', () => {
    expect([knows(kept), knows(fromEnvironment), knows(later)]).toEqual([true, true, false]);
  });

  it('follow the store by themselves', async () => {
    const store = fileKeyStore(folder);
    await store.add([knownKey(later, 'read')]);
    await expect.poll(() => knows(later)).toBe(true);
    await store.revoke(knownKey(later, 'read').id, 1);
    await expect.poll(() => knows(later)).toBe(false);
    expect(knows(kept)).toBe(true);
  });

  it('stay as they are while the store cannot be read, which is logged once', async () => {
    await writeFile(keyFilePath(folder), '{');
    await ring.refresh();
    await ring.refresh();
    expect(knows(kept)).toBe(true);
    expect(logged.filter((line) => line.startsWith('The API keys could not be read'))).toHaveLength(1);
    await writeFile(keyFilePath(folder), '{"keys":[]}');
    await ring.refresh();
    expect(knows(kept)).toBe(false);
    expect(logged.at(-1)).toBe('The API keys can be read again.');
  });

  it('get the time of their last use when the service stops', async () => {
    knows(kept);
    knows(fromEnvironment);
    await ring.close();
    expect(await fileKeyStore(folder).list()).toEqual([{ ...knownKey(kept, 'full'), lastUsedAt: 4_000 }]);
  });
});
