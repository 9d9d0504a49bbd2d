import type { Log } from '../log/log.ts';
import { createAuthenticator, type Authenticator, type KnownKey } from './apiKeys.ts';
import type { KeyStore } from './keyStore.ts';

/** Recognizes the keys of a store, which others may change meanwhile. */
export interface KeyRing extends Authenticator {
  /** Reads the keys again. Never throws: if they cannot be read, the earlier ones are used, and that is logged. */
  refresh(): Promise<void>;
  /** Saves when keys were last used, and stops looking for changes. */
  close(): Promise<void>;
}

export interface KeyRingOptions {
  readonly store: KeyStore;
  /** Keys that are not in the store. */
  readonly others: readonly KnownKey[];
  readonly log: Log;
  readonly clock: () => number;
}

/** An added or revoked key takes effect after about this time. */
const refreshEveryMs = 2_000;
/** Saving each use would write as much as the requests do. */
const saveUseEveryMs = 60_000;

/** @throws Error if the keys cannot be read the first time */
export async function openKeyRing({ store, others, log, clock }: KeyRingOptions): Promise<KeyRing> {
  let authenticator = createAuthenticator([]);
  let saved = new Set<string>();
  let used = new Map<string, number>();
  let isReadable = true;
  let working: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const valid = (await store.list()).filter(({ revokedAt }) => revokedAt === undefined);
    saved = new Set(valid.map(({ id }) => id));
    authenticator = createAuthenticator([...valid, ...others]);
  }

  async function readAgain(): Promise<void> {
    try {
      await read();
      if (!isReadable) log('The API keys can be read again.');
      isReadable = true;
    } catch (error) {
      if (isReadable) {
        const cause = error instanceof Error ? error.message : String(error);
        log(`The API keys could not be read, so that the earlier ones are used: ${cause}`, {
          level: 'error',
        });
      }
      isReadable = false;
    }
  }

  async function saveUse(): Promise<void> {
    if (used.size === 0) return;
    const times = used;
    used = new Map();
    try {
      await store.saveUse(times);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      log(`Could not save when API keys were last used: ${cause}`, { level: 'warn' });
    }
  }

  /** One after the other, so that an earlier list never replaces a later one. */
  function soon(work: () => Promise<void>): Promise<void> {
    working = working.then(work);
    return working;
  }

  await read();
  const timers = [
    setInterval(() => void soon(readAgain), refreshEveryMs),
    setInterval(() => void soon(saveUse), saveUseEveryMs),
  ];
  for (const timer of timers) timer.unref();

  return {
    identify(authorization) {
      const key = authenticator.identify(authorization);
      if (key !== null && saved.has(key.id)) used.set(key.id, clock());
      return key;
    },
    refresh: () => soon(readAgain),
    async close() {
      for (const timer of timers) clearInterval(timer);
      await soon(saveUse);
      await store.close();
    },
  };
}
