import { expect, it } from 'vitest';
import { createMemoryKeyStorage } from '../storage/keychain/testing/memoryKeyStorage.ts';
import { createKeyVault, failureRetryMs, notSavedYet } from './keyVault.ts';

const here = 'https://here.example';
const there = 'https://there.example';

function make() {
  const storage = createMemoryKeyStorage();
  const clock = { now: 1_000 };
  let learned = 0;
  const vault = createKeyVault(storage, {
    now: () => clock.now,
    learned: () => {
      learned += 1;
    },
  });
  return { storage, clock, vault, learned: () => learned };
}

it('reads a key once and then has it in memory', async () => {
  const { storage, vault } = make();
  storage.secrets.set('a', 'secret');
  expect(vault.held('a', here)).toBeNull();
  const reads = await Promise.all(Array.from({ length: 50 }, () => vault.read('a', here, 'app')));
  expect(reads.every(({ kind }) => kind === 'held')).toBe(true);
  expect(await vault.read('a', here, 'user')).toEqual({ kind: 'held' });
  expect(vault.held('a', here)).toMatchObject({ apiKey: 'secret', notSaved: null });
  expect(storage.calls).toEqual(['get a']);
});

it('returns a key only for its own origin', () => {
  const { vault } = make();
  vault.hold('a', here, 'secret');
  expect(vault.held('a', here)?.apiKey).toBe('secret');
  expect(vault.held('a', there)).toBeNull();
  expect(vault.known('a', there)).toBeNull();
});

it('does not let a late read bring back a key that was replaced meanwhile', async () => {
  const { storage, vault } = make();
  storage.secrets.set('a', 'old');
  storage.hang();
  const late = vault.read('a', here, 'user');
  vault.hold('a', here, 'new');
  storage.answer();
  expect(await late).toEqual({ kind: 'outdated' });
  expect(vault.held('a', here)?.apiKey).toBe('new');
});

it.each(['drop', 'dropSaved'] as const)('does not hold what a read brings after `%s`', async (how) => {
  const { storage, vault } = make();
  storage.secrets.set('a', 'secret');
  storage.hang();
  const late = vault.read('a', here, 'user');
  vault[how]('a');
  storage.answer();
  expect(await late).toEqual({ kind: 'outdated' });
  expect(vault.held('a', here)).toBeNull();
});

it.each(['user', 'app'] as const)(
  'does not ask a keychain that just failed again for the %s',
  async (asker) => {
    const { storage, clock, vault, learned } = make();
    storage.fault = new Error('The collection is locked');
    const refused = { kind: 'unreadable', reason: 'the keychain is locked' };
    expect(await vault.read('a', here, asker)).toEqual(refused);
    expect(vault.known('a', here)).toEqual(refused);
    expect(learned()).toBe(1);
    storage.fault = null;
    storage.secrets.set('a', 'secret');
    clock.now += failureRetryMs[asker] - 1;
    expect(await vault.read('a', here, asker)).toEqual(refused);
    expect(storage.calls).toHaveLength(1);
    clock.now += 1;
    expect(await vault.read('a', here, asker)).toEqual({ kind: 'held' });
    expect(learned()).toBe(2);
  },
);

it('reads at once on a retry', async () => {
  const { storage, vault } = make();
  expect(await vault.read('a', here, 'app')).toEqual({ kind: 'missing' });
  storage.secrets.set('a', 'secret');
  expect(await vault.read('a', here, 'app')).toEqual({ kind: 'missing' });
  expect(await vault.read('a', here, 'retry')).toEqual({ kind: 'held' });
});

it('drops keys that the keychain can return, and keeps those that would be lost', async () => {
  const { storage, vault } = make();
  storage.secrets.set('saved', 'one');
  await vault.read('saved', here, 'user');
  vault.hold('session', here, 'two');
  vault.dropSaved();
  expect(vault.held('saved', here)).toBeNull();
  expect(vault.held('session', here)?.apiKey).toBe('two');
  await vault.read('saved', here, 'user');
  expect(vault.held('saved', here)?.apiKey).toBe('one');
});

it('reports a key as held for this session until the keychain has it', async () => {
  const { storage, vault } = make();
  const key = vault.hold('a', here, 'secret');
  expect(vault.known('a', here)).toEqual({ kind: 'session', reason: notSavedYet });
  storage.fault = new Error('locked');
  expect(await vault.save('a', key)).toBe('the keychain is locked');
  storage.fault = null;
  expect(await vault.save('a', key)).toBeNull();
  expect(storage.secrets.get('a')).toBe('secret');
});

it('reports why a key could not be removed', async () => {
  const { storage, vault } = make();
  storage.secrets.set('a', 'secret');
  storage.fault = new Error('locked');
  expect(await vault.removeSaved('a')).toBe('the keychain is locked');
  storage.fault = null;
  expect(await vault.removeSaved('a')).toBeNull();
  expect(storage.secrets.size).toBe(0);
});
