import { describe, expect, it } from 'vitest';
import { createSerialKeyStorage, type KeyStorage } from './keyStorage.ts';

describe('createSerialKeyStorage', () => {
  it('does not wait forever for a keychain that waits for a password', async () => {
    const stuck: KeyStorage = {
      get: () => new Promise(() => undefined),
      set: () => new Promise(() => undefined),
      remove: () => new Promise(() => undefined),
    };
    const storage = createSerialKeyStorage(stuck, 20);
    await expect(storage.set('a', 'secret')).rejects.toThrow('timed out');
    // The first call still occupies the keychain. The second is not started in parallel, and does not hang
    // either.
    await expect(storage.get('b')).rejects.toThrow('timed out');
  });

  it('makes one call at a time', async () => {
    let atOnce = 0;
    let most = 0;
    const slow = async (): Promise<null> => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return null;
    };
    const storage = createSerialKeyStorage(
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
