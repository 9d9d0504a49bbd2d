import { describe, expect, it } from 'vitest';
import { cleanApiKey } from './apiKey.ts';
import { createPatientKeyStorage, type KeyStorage } from './keyStorage.ts';
import { createKeyVault } from './keyVault.ts';
import { createMemoryKeyStorage } from './testing/memoryKeyStorage.ts';

describe('createKeyVault', () => {
  it('puts a key into the keychain and keeps none in memory', async () => {
    const storage = createMemoryKeyStorage();
    const vault = createKeyVault(storage);
    expect(await vault.set('a', 'secret')).toBe('saved');
    expect(storage.secrets.get('a')).toBe('secret');
    expect(vault.heldInSession('a')).toBeNull();
    expect(await vault.inKeychain('a')).toEqual({ kind: 'key', apiKey: 'secret' });
  });

  it('keeps a key for this session where the keychain is locked, says so, and saves it when asked again', async () => {
    const storage = createMemoryKeyStorage();
    const vault = createKeyVault(storage);
    storage.fault = new Error('The collection is locked');
    expect(await vault.set('a', 'secret')).toBe('session');
    expect(vault.heldInSession('a')).toEqual({ apiKey: 'secret', reason: 'the keychain is locked' });
    expect(await vault.save('a')).toBe('session');

    storage.fault = null;
    expect(await vault.save('a')).toBe('saved');
    expect(vault.heldInSession('a')).toBeNull();
    expect(storage.secrets.get('a')).toBe('secret');
    expect(await vault.save('a')).toBe('none');
  });

  it('tells an entry that was deleted outside from one that cannot be read', async () => {
    const storage = createMemoryKeyStorage();
    const vault = createKeyVault(storage);
    await vault.set('a', 'secret');
    storage.secrets.clear();
    expect(await vault.inKeychain('a')).toEqual({ kind: 'missing' });
    storage.fault = new Error('DBus error: no session bus');
    expect(await vault.inKeychain('a')).toMatchObject({ kind: 'unreadable' });
  });

  it('forgets a key everywhere, and says why where it cannot', async () => {
    const storage = createMemoryKeyStorage();
    const vault = createKeyVault(storage);
    await vault.set('a', 'secret');
    storage.fault = new Error('The collection is locked');
    await vault.set('a', 'newer');
    expect(await vault.remove('a')).toBe('the keychain is locked');
    expect(vault.heldInSession('a')).toBeNull();
    storage.fault = null;
    expect(await vault.remove('a')).toBeNull();
    expect(storage.secrets.size).toBe(0);
  });

  it.each([
    ["Couldn't access platform storage: Secret Service: no result found", /no keychain is available/],
    [
      'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled',
      /no keychain is available/,
    ],
    ["Couldn't access platform storage: Secret Service: locked collection", /is locked/],
    ['User canceled the operation.', /is locked/],
    ['something else', /refused/],
  ])('puts %j into plain words', async (message, words) => {
    const storage = createMemoryKeyStorage();
    storage.fault = new Error(message);
    const vault = createKeyVault(storage);
    await vault.set('a', 'secret');
    expect(vault.heldInSession('a')?.reason).toMatch(words);
  });

  it.each(['secret', 'Couldn\'t store "secret" at /run/user/0', 'timed out'])(
    'never repeats what the keychain said: %s',
    async (message) => {
      const storage = createMemoryKeyStorage();
      storage.fault = new Error(message);
      const vault = createKeyVault(storage);
      await vault.set('a', 'secret');
      expect(vault.heldInSession('a')?.reason).not.toMatch(/secret|run/);
    },
  );
});

describe('createPatientKeyStorage', () => {
  it('does not wait for ever for a keychain that waits for a password', async () => {
    const stuck: KeyStorage = {
      get: () => new Promise(() => undefined),
      set: () => new Promise(() => undefined),
      remove: () => new Promise(() => undefined),
    };
    const vault = createKeyVault(createPatientKeyStorage(stuck, 20));
    expect(await vault.set('a', 'secret')).toBe('session');
    expect(vault.heldInSession('a')?.reason).toContain('did not answer');
    // The first call still occupies the keychain; the second is not started beside it, and does not hang either.
    expect(await vault.inKeychain('b')).toMatchObject({ kind: 'unreadable' });
  });

  it('asks for one thing at a time', async () => {
    let atOnce = 0;
    let most = 0;
    const slow = async (): Promise<null> => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return null;
    };
    const storage = createPatientKeyStorage(
      { get: slow, set: () => slow().then(() => undefined), remove: () => Promise.reject(new Error('no')) },
      10_000,
    );
    const outcomes = await Promise.allSettled([
      storage.get('a'),
      storage.remove('a'),
      storage.set('a', 'x'),
      storage.get('b'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(most).toBe(1);
  });
});

describe('cleanApiKey', () => {
  it.each([
    ['  sk-1\n', 'sk-1'],
    ['\tsk-1\r\n', 'sk-1'],
    ['sk 1', 'sk 1'],
    ['sk-\u00e9', 'sk-\u00e9'],
  ])('makes %j fit for a header', (pasted, apiKey) => {
    expect(cleanApiKey(pasted)).toEqual({ ok: true, value: apiKey });
  });

  it.each([
    '',
    ' \n ',
    'sk\n1',
    'sk\r\nX-Evil: 1',
    'sk\u00001',
    'sk\u007f',
    'sk-\u20ac',
    'sk-\u{1f600}',
    'sk\u200b1',
  ])('refuses %j without repeating it', (pasted) => {
    const result = cleanApiKey(pasted);
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'apiKey' } });
    expect(result.ok ? '' : result.error.message).not.toContain('sk');
  });
});
