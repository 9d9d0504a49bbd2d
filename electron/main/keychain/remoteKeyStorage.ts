import { within } from '../../../engine/within.ts';
import { z } from 'zod';
import { callUtility, type UtilityProcess } from '#shared/async/utilityProcess.ts';
import type { Caller, Remote } from '#shared/async/rpc.ts';
import { keychainClosed, keychainProcessEnded } from '../../../engine/storage/keychain/keychainReason.ts';
import type { KeychainProcess, KeyStorage } from '../../../engine/storage/keychain/keyStorage.ts';

/** A keychain in its own process, which is started when needed and ended when idle. */
export interface RemoteKeyStorage extends KeyStorage {
  /**
   * For quitting. Pending reads, and all later calls, reject at once. Pending saves and removals get a
   * moment, then they are given up. Resolves within that moment, whatever the keychain does.
   */
  readonly close: () => Promise<void>;
}

export interface RemoteKeyStorageEffects {
  readonly spawn: () => UtilityProcess;
  /** Milliseconds without a call after which the process ends. Each start costs a file descriptor that Electron never closes. */
  readonly idleMs: number;
  /** Milliseconds that `close` waits for pending saves and removals. */
  readonly graceMs: number;
}

const secretSchema = z.string().nullable();

export function createRemoteKeyStorage(effects: RemoteKeyStorageEffects): RemoteKeyStorage {
  let running: (Caller<KeychainProcess> & { readonly child: UtilityProcess }) | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed: Error | null = null;
  let closeReads: (error: Error) => void = () => undefined;
  const readsClosed = new Promise<never>((_resolve, reject) => (closeReads = reject));
  // Nothing may be pending when it closes.
  readsClosed.catch(() => undefined);
  const saves = new Set<Promise<unknown>>();

  const end = (): void => {
    const ended = running;
    running = null;
    if (ended === null) return;
    if (ended.pending() === 0) {
      // There is no response: its process has ended.
      ended.remote.leave().catch(() => undefined);
      return;
    }
    ended.end(closed ?? new Error(keychainProcessEnded));
    ended.child.kill();
  };
  const ask = async <T>(work: (remote: Remote<KeyStorage>) => Promise<T>): Promise<T> => {
    if (closed !== null) throw closed;
    clearTimeout(idle);
    if (running === null || running.ended() !== null) {
      const child = effects.spawn();
      running = { ...callUtility<KeychainProcess>(child, keychainProcessEnded), child };
    }
    try {
      return await work(running.remote);
    } finally {
      if (running?.pending() === 0) {
        clearTimeout(idle);
        idle = setTimeout(end, effects.idleMs);
        idle.unref();
      }
    }
  };
  const save = async (work: (remote: Remote<KeyStorage>) => Promise<void>): Promise<void> => {
    const saving = ask(work);
    saves.add(saving);
    try {
      await saving;
    } finally {
      saves.delete(saving);
    }
  };

  return {
    get: async (account) =>
      secretSchema.parse(await Promise.race([ask((remote) => remote.get(account)), readsClosed])),
    set: (account, secret) => save((remote) => remote.set(account, secret)),
    remove: (account) => save((remote) => remote.remove(account)),
    close: async () => {
      closed = new Error(keychainClosed);
      closeReads(closed);
      await within(Promise.allSettled(saves), effects.graceMs, keychainClosed).catch(() => undefined);
      clearTimeout(idle);
      end();
    },
  };
}
