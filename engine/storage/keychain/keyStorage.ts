import { within } from '../../within.ts';
import { createInTurn } from '#shared/async/inTurn.ts';

/** Storage for secrets outside the app's own files. Every call may reject: locked, absent, refused. */
export interface KeyStorage {
  /** null if there is none. */
  readonly get: (account: string) => Promise<string | null>;
  readonly set: (account: string, secret: string) => Promise<void>;
  /** Resolves when there is none, even if there was none before. */
  readonly remove: (account: string) => Promise<void>;
}

/** The storage that a keychain process serves. */
export interface KeychainProcess extends KeyStorage {
  /** Ends the process in order, so that its end is not logged as a crash. */
  readonly leave: () => Promise<void>;
}

/**
 * Makes one call at a time and waits at most `patienceMs` for each. A locked keychain may ask the user for a
 * password and not respond until then. A call that timed out may still be carried out later. Later calls wait
 * for it, so that the last call wins.
 */
export function createSerialKeyStorage(storage: KeyStorage, patienceMs: number): KeyStorage {
  const queue = createInTurn();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => within(queue(work), patienceMs, 'timed out');
  return {
    get: (account) => inTurn(() => storage.get(account)),
    set: (account, secret) => inTurn(() => storage.set(account, secret)),
    remove: (account) => inTurn(() => storage.remove(account)),
  };
}
