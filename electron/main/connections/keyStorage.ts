import { AsyncEntry } from '@napi-rs/keyring';
import { createInTurn } from '../storage/inTurn.ts';

/** A place for secrets outside of the app's own files. Every call may reject: locked, absent, refused. */
export interface KeyStorage {
  /** null if there is none. */
  readonly get: (account: string) => Promise<string | null>;
  readonly set: (account: string, secret: string) => Promise<void>;
  /** Resolves when there is none any more, also when there was none. */
  readonly remove: (account: string) => Promise<void>;
}

/** Under which the entries show in the keychain's own window. */
const serviceName = 'Atom Explorer';

/**
 * The keychain of the operating system: Keychain, Credential Manager or the Secret Service. On Linux the
 * library would silently fall back to the kernel's keyring, which forgets at restart, so the Secret Service is demanded.
 */
export function createOsKeyStorage(): KeyStorage {
  const entry = (account: string): AsyncEntry =>
    new AsyncEntry(serviceName, account, { linux: { store: 'secret-service' } });
  return {
    get: async (account) => entry(account).getPassword(),
    set: async (account, secret) => entry(account).setPassword(secret),
    remove: async (account) => {
      await entry(account).deleteCredential();
    },
  };
}

/**
 * One call at a time, none waited for longer than `patienceMs`. A locked keychain may ask the person for a
 * password and block until they answer; without this it would hold up the window and all worker threads.
 */
export function createPatientKeyStorage(storage: KeyStorage, patienceMs: number): KeyStorage {
  const queue = createInTurn();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => withPatience(queue(work), patienceMs);
  return {
    get: (account) => inTurn(() => storage.get(account)),
    set: (account, secret) => inTurn(() => storage.set(account, secret)),
    remove: (account) => inTurn(() => storage.remove(account)),
  };
}

async function withPatience<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('timed out'));
    }, patienceMs);
  });
  try {
    return await Promise.race([work, impatience]);
  } finally {
    clearTimeout(timer);
  }
}
