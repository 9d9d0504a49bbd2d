import { AsyncEntry } from '@napi-rs/keyring';
import type { KeyStorage } from './keyStorage.ts';

/** The name of the entries in the keychain's own window. */
const serviceName = 'Atom Explorer';

/**
 * The keychain of the operating system: Keychain, Credential Manager, or the Secret Service. On Linux the
 * library would silently fall back to the kernel's keyring, which forgets at restart, so the Secret Service
 * is required.
 *
 * Use it in its own process: on Linux, creating an entry connects to the Secret Service and blocks the thread
 * until it responds.
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
