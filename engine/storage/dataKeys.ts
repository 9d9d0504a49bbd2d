import { randomBytes } from 'node:crypto';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { keychainReason } from './keychain/keychainReason.ts';
import type { KeyStorage } from './keychain/keyStorage.ts';
import { dataKeyLength, type SealedUse } from './recordCipher.ts';

export type FoundDataKey =
  | { readonly kind: 'key'; readonly dataKey: Uint8Array }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * The data keys that seal local files, one for each connection and use, saved only in the keychain. A key
 * that the keychain does not save is not used, because what it sealed could never be read again.
 */
export interface DataKeys {
  readonly find: (id: ConnectionId) => Promise<FoundDataKey>;
  /** Creates a new key, replacing any existing one. */
  readonly make: (id: ConnectionId) => Promise<FoundDataKey>;
  /** Resolves to why the keychain still holds it, or null if it was removed. */
  readonly remove: (id: ConnectionId) => Promise<string | null>;
}

/** @param use what the keys are for: part of the name of the keychain's entry */
export function createDataKeys(storage: KeyStorage, use: SealedUse): DataKeys {
  // A different name from that of the API keys, which is the connection's id alone.
  const account = (id: ConnectionId): string => `${use} of ${id}`;
  const find: DataKeys['find'] = async (id) => {
    try {
      const text = await storage.get(account(id));
      if (text === null) return { kind: 'missing' };
      const dataKey = Buffer.from(text, 'base64url');
      return dataKey.length === dataKeyLength
        ? { kind: 'key', dataKey }
        : { kind: 'unreadable', reason: 'its keychain entry was not created by Atom Explorer' };
    } catch (error) {
      return { kind: 'unreadable', reason: keychainReason(error) };
    }
  };
  return {
    find,
    make: async (id) => {
      try {
        await storage.set(account(id), randomBytes(dataKeyLength).toString('base64url'));
      } catch (error) {
        return { kind: 'unreadable', reason: keychainReason(error) };
      }
      // Read back from the keychain, so that nothing is sealed with a key that was not saved.
      return find(id);
    },
    remove: async (id) => {
      try {
        await storage.remove(account(id));
        return null;
      } catch (error) {
        return keychainReason(error);
      }
    },
  };
}
