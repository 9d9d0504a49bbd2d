import type { KeyState } from '#shared/domain/connection.ts';
import { keychainReason } from '../storage/keychain/keychainReason.ts';
import type { KeyStorage } from '../storage/keychain/keyStorage.ts';

/** A key in memory, valid only for `origin`. */
export interface HeldKey {
  readonly apiKey: string;
  readonly origin: string;
  /** Why the keychain does not have it; null if it does. */
  notSaved: string | null;
}

export type KeyRead =
  /** The key is now in memory: `held` returns it. */
  | { readonly kind: 'held' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  /**
   * The key was replaced, dropped, or removed while the keychain was being read, so the result is obsolete.
   */
  | { readonly kind: 'outdated' };

/**
 * Who wants the key. The app itself reads by the hundred, so its reads do not retry a keychain that just
 * failed.
 */
export type KeyAsker = 'user' | 'app' | 'retry';

/**
 * API keys in memory, each bound to an origin, with the keychain as their storage. A key is read from the
 * keychain once and stays in memory until it is replaced, dropped, or removed.
 */
export interface KeyVault {
  /** The key in memory for this origin, if any. Does not access the keychain. */
  readonly held: (account: string, origin: string) => HeldKey | null;
  /** Puts a newly entered key in memory, replacing any other. It is not saved yet. */
  readonly hold: (account: string, origin: string, apiKey: string) => HeldKey;
  /** Whether exactly this key is still in memory. */
  readonly isCurrent: (account: string, key: HeldKey) => boolean;
  /** Reads the key from the keychain into memory. Concurrent callers share one read. Never rejects. */
  readonly read: (account: string, origin: string, asker: KeyAsker) => Promise<KeyRead>;
  /** Writes a held key to the keychain. Resolves to the reason if that failed, or null. Never rejects. */
  readonly save: (account: string, key: HeldKey) => Promise<string | null>;
  /**
   * Removes the key from the keychain but not from memory. Resolves to the reason if that failed, or null.
   * Never rejects.
   */
  readonly removeSaved: (account: string) => Promise<string | null>;
  /** What is known about the key for an origin without accessing the keychain; null if nothing is known. */
  readonly known: (account: string, origin: string) => KeyState | null;
  /** Removes everything in memory about a connection. */
  readonly drop: (account: string) => void;
  /** Removes every key from memory that the keychain can return. Keys that exist only in memory stay. */
  readonly dropSaved: () => void;
}

/** How long a failed keychain is not read again, in milliseconds. A retry by the user reads at once. */
export const failureRetryMs = { user: 2_000, app: 10_000, retry: 0 } as const satisfies Record<
  KeyAsker,
  number
>;

export const notSavedYet = 'the keychain has not responded yet';

/** The keychain's last result about a key that is not in memory. */
interface Failure {
  readonly origin: string;
  readonly at: number;
  readonly said: Extract<KeyRead, { readonly kind: 'missing' | 'unreadable' }>;
}

export interface KeyVaultEffects {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The state of a key changed because the keychain was read. */
  readonly learned: () => void;
}

export function createKeyVault(storage: KeyStorage, { now, learned }: KeyVaultEffects): KeyVault {
  const keys = new Map<string, HeldKey>();
  const failures = new Map<string, Failure>();
  const reads = new Map<string, { readonly origin: string; readonly outcome: Promise<KeyRead> }>();

  const forget = (account: string): void => {
    keys.delete(account);
    failures.delete(account);
    // A pending read may return the key that was just replaced, so nobody waits for it any more.
    reads.delete(account);
  };
  const held = (account: string, origin: string): HeldKey | null => {
    const key = keys.get(account);
    return key?.origin === origin ? key : null;
  };
  const failureOf = (account: string, origin: string): Failure | null => {
    const failure = failures.get(account);
    return failure?.origin === origin ? failure : null;
  };
  const get = async (account: string): Promise<{ readonly apiKey: string } | Failure['said']> => {
    try {
      const apiKey = await storage.get(account);
      return apiKey === null ? { kind: 'missing' } : { apiKey };
    } catch (error) {
      return { kind: 'unreadable', reason: keychainReason(error) };
    }
  };
  const startRead = (account: string, origin: string): Promise<KeyRead> => {
    const outcome = get(account).then((found): KeyRead => {
      if (reads.get(account)?.outcome !== outcome) return { kind: 'outdated' };
      reads.delete(account);
      if ('apiKey' in found) {
        keys.set(account, { apiKey: found.apiKey, origin, notSaved: null });
        if (failures.delete(account)) learned();
        return { kind: 'held' };
      }
      failures.set(account, { origin, at: now(), said: found });
      learned();
      return found;
    });
    reads.set(account, { origin, outcome });
    return outcome;
  };
  return {
    held,
    hold: (account, origin, apiKey) => {
      forget(account);
      const key: HeldKey = { apiKey, origin, notSaved: notSavedYet };
      keys.set(account, key);
      return key;
    },
    isCurrent: (account, key) => keys.get(account) === key,
    read: async (account, origin, asker) => {
      if (held(account, origin) !== null) return { kind: 'held' };
      const read = reads.get(account);
      if (read?.origin === origin) return read.outcome;
      const failure = failureOf(account, origin);
      if (failure !== null && now() - failure.at < failureRetryMs[asker]) return failure.said;
      return startRead(account, origin);
    },
    save: async (account, key) => {
      try {
        await storage.set(account, key.apiKey);
        return null;
      } catch (error) {
        return keychainReason(error);
      }
    },
    removeSaved: async (account) => {
      try {
        await storage.remove(account);
        return null;
      } catch (error) {
        return keychainReason(error);
      }
    },
    known: (account, origin) => {
      const key = held(account, origin);
      if (key !== null) {
        return key.notSaved === null ? { kind: 'saved' } : { kind: 'session', reason: key.notSaved };
      }
      return failureOf(account, origin)?.said ?? null;
    },
    drop: forget,
    dropSaved: () => {
      for (const [account, key] of keys) if (key.notSaved === null) forget(account);
      reads.clear();
    },
  };
}
