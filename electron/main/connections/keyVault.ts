import type { KeyStorage } from './keyStorage.ts';

export type FoundKey =
  | { readonly kind: 'key'; readonly apiKey: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Keeps API keys: in the keychain, or, where it does not take one, in memory until the app ends, and says so.
 * A key in memory goes before one in the keychain: it is the newer one.
 */
export interface KeyVault {
  /** Never rejects: what the keychain refuses is kept for this session. */
  readonly set: (account: string, apiKey: string) => Promise<'saved' | 'session'>;
  /** The key that is held in memory for this session, and why the keychain did not take it. */
  readonly heldInSession: (account: string) => { readonly apiKey: string; readonly reason: string } | null;
  /** What the keychain holds, whatever is in memory. */
  readonly inKeychain: (account: string) => Promise<FoundKey>;
  /** Tries again to move a key from memory to the keychain. */
  readonly save: (account: string) => Promise<'saved' | 'session' | 'none'>;
  /** Forgets a key everywhere. Resolves to why the keychain still holds it, or null if it is gone. */
  readonly remove: (account: string) => Promise<string | null>;
}

export function createKeyVault(storage: KeyStorage): KeyVault {
  const inSession = new Map<string, { readonly apiKey: string; readonly reason: string }>();

  const set: KeyVault['set'] = async (account, apiKey) => {
    try {
      await storage.set(account, apiKey);
      inSession.delete(account);
      return 'saved';
    } catch (error) {
      inSession.set(account, { apiKey, reason: keychainReason(error) });
      return 'session';
    }
  };
  return {
    set,
    heldInSession: (account) => inSession.get(account) ?? null,
    inKeychain: async (account) => {
      try {
        const apiKey = await storage.get(account);
        return apiKey === null ? { kind: 'missing' } : { kind: 'key', apiKey };
      } catch (error) {
        return { kind: 'unreadable', reason: keychainReason(error) };
      }
    },
    save: async (account) => {
      const held = inSession.get(account);
      return held === undefined ? 'none' : set(account, held.apiKey);
    },
    remove: async (account) => {
      inSession.delete(account);
      try {
        await storage.remove(account);
        return null;
      } catch (error) {
        return keychainReason(error);
      }
    },
  };
}

/** Why the keychain did not do it, in plain words that complete "not saved: ...". Never the library's own text. */
export function keychainReason(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  if (/timed out/i.test(text)) return 'the keychain did not answer; it may be waiting to be unlocked';
  if (/locked|prompt|dismissed|cancel/i.test(text)) return 'the keychain is locked';
  if (
    /dbus|no result found|not available|no such|unsupported|serviceunknown|access platform storage/i.test(
      text,
    )
  ) {
    return 'no keychain is available on this machine, or it is locked';
  }
  return 'the keychain refused';
}
