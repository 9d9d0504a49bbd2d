import { createInTurn } from '../storage/inTurn.ts';

/** A place for secrets outside of the app's own files. Every call may reject: locked, absent, refused. */
export interface KeyStorage {
  /** null if there is none. */
  readonly get: (account: string) => Promise<string | null>;
  readonly set: (account: string, secret: string) => Promise<void>;
  /** Resolves when there is none any more, also when there was none. */
  readonly remove: (account: string) => Promise<void>;
}

/**
 * One call at a time, none waited for longer than `patienceMs`. A locked keychain may ask the person for a
 * password and stay silent until they answer. What was given up on may still be done later; the calls after it
 * are only made then, so the last one to be made is the one that counts.
 */
export function createSerialKeyStorage(storage: KeyStorage, patienceMs: number): KeyStorage {
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
