import { expect, it } from 'vitest';
import { knownKey, makeApiKey } from './apiKeys.ts';
import type { KeyStore, SavedKey } from './keyStore.ts';

/** What every key store does. `open` opens the same empty store again and again, as several processes do. */
export function keyStoreContract(open: () => KeyStore | Promise<KeyStore>): void {
  const full: SavedKey = {
    ...knownKey(makeApiKey('full'), 'full'),
    tier: 'small',
    rate: { burst: 7, perSecond: 3 },
    name: 'The CI of “Orchid”',
    createdAt: 1_000,
  };
  const read: SavedKey = { ...knownKey(makeApiKey('read'), 'read'), createdAt: 2_000 };

  it('has no keys at first', async () => {
    const store = await open();
    expect(await store.list()).toEqual([]);
    expect(await store.revoke(full.id, 1)).toBe(false);
    await store.close();
  });

  it('keeps keys in order, with everything that is known of them, for all who open it', async () => {
    const [one, other] = [await open(), await open()];
    await one.add([full]);
    await other.add([read]);
    expect(await one.list()).toEqual([full, read]);
    await one.close();
    await other.close();
  });

  it('revokes a key once, and keeps it in the list', async () => {
    const [one, other] = [await open(), await open()];
    await one.add([full, read]);
    expect(await other.revoke(full.id, 5_000)).toBe(true);
    expect(await other.revoke(full.id, 6_000)).toBe(false);
    expect(await one.list()).toEqual([{ ...full, revokedAt: 5_000 }, read]);
    await one.close();
    await other.close();
  });

  it('keeps the latest time at which a key was used', async () => {
    const [one, other] = [await open(), await open()];
    await one.add([full, read]);
    await one.saveUse(new Map([[full.id, 9_000]]));
    await other.saveUse(new Map([[full.id, 8_000]]));
    await other.saveUse(new Map([[read.id, 8_500]]));
    expect(await one.list()).toEqual([
      { ...full, lastUsedAt: 9_000 },
      { ...read, lastUsedAt: 8_500 },
    ]);
    await one.close();
    await other.close();
  });
}
