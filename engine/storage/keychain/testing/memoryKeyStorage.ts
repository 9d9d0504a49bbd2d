import type { KeyStorage } from '../keyStorage.ts';

/** A keychain in memory that tests can inspect, empty, lock, and block. */
export interface MemoryKeyStorage extends KeyStorage {
  readonly secrets: Map<string, string>;
  /** The calls made, such as `get ID`. */
  readonly calls: string[];
  /** While set, every call rejects with it. */
  fault: Error | null;
  /** From now on calls do nothing and stay pending until `answer`. */
  readonly hang: () => void;
  /** Carries out the pending calls in order. */
  readonly answer: () => void;
}

export function createMemoryKeyStorage(): MemoryKeyStorage {
  let gate: Promise<void> | null = null;
  let open: () => void = () => undefined;
  const asked = async (call: string): Promise<void> => {
    storage.calls.push(call);
    if (gate !== null) await gate;
    if (storage.fault !== null) throw storage.fault;
  };
  const storage: MemoryKeyStorage = {
    secrets: new Map(),
    calls: [],
    fault: null,
    hang: () => {
      gate ??= new Promise((resolve) => {
        open = resolve;
      });
    },
    answer: () => {
      open();
      gate = null;
    },
    get: async (account) => {
      await asked(`get ${account}`);
      return storage.secrets.get(account) ?? null;
    },
    set: async (account, secret) => {
      await asked(`set ${account}`);
      storage.secrets.set(account, secret);
    },
    remove: async (account) => {
      await asked(`remove ${account}`);
      storage.secrets.delete(account);
    },
  };
  return storage;
}
