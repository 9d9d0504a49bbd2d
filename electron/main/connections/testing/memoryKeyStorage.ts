import type { KeyStorage } from '../keyStorage.ts';

/** A keychain in memory that can be looked into from outside, emptied, and locked. */
export interface MemoryKeyStorage extends KeyStorage {
  readonly secrets: Map<string, string>;
  /** While set, every call rejects with it. */
  fault: Error | null;
}

export function createMemoryKeyStorage(): MemoryKeyStorage {
  const storage: MemoryKeyStorage = {
    secrets: new Map(),
    fault: null,
    get: async (account) => {
      if (storage.fault !== null) throw storage.fault;
      return storage.secrets.get(account) ?? null;
    },
    set: async (account, secret) => {
      if (storage.fault !== null) throw storage.fault;
      storage.secrets.set(account, secret);
    },
    remove: async (account) => {
      if (storage.fault !== null) throw storage.fault;
      storage.secrets.delete(account);
    },
  };
  return storage;
}
