import { keychainClosed, keychainProcessEnded } from './keychainReason.ts';
import type { FromKeychain, ToKeychain } from './keychainMessages.ts';
import type { KeyStorage } from './keyStorage.ts';

/** The part of the keychain process that is used here. */
export interface KeychainProcess {
  readonly post: (message: ToKeychain) => void;
  readonly kill: () => void;
  readonly onMessage: (listener: (message: FromKeychain) => void) => void;
  readonly onExit: (listener: () => void) => void;
}

/** A keychain in its own process, which is started when needed and ended when idle. */
export interface RemoteKeyStorage extends KeyStorage {
  /**
   * For quitting. Pending reads, and all later calls, reject at once. Pending saves and removals get a
   * moment, then they are given up. Resolves within that moment, whatever the keychain does.
   */
  readonly close: () => Promise<void>;
}

export interface RemoteKeyStorageEffects {
  readonly spawn: () => KeychainProcess;
  /** Milliseconds without a call after which the process ends. */
  readonly idleMs: number;
  /** Milliseconds that `close` waits for pending saves and removals. */
  readonly graceMs: number;
}

interface Pending {
  readonly call: ToKeychain['call'];
  readonly resolve: (secret: string | null) => void;
  readonly reject: (error: Error) => void;
}

type Question = ToKeychain extends infer Message
  ? Message extends unknown
    ? Omit<Message, 'id'>
    : never
  : never;

export function createRemoteKeyStorage(effects: RemoteKeyStorageEffects): RemoteKeyStorage {
  const pending = new Map<number, Pending>();
  let running: KeychainProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;
  let allSettled: (() => void) | null = null;

  const settled = (): void => {
    if (pending.size > 0) return;
    allSettled?.();
    idle = setTimeout(end, effects.idleMs);
    idle.unref();
  };
  const end = (): void => {
    const ended = running;
    running = null;
    ended?.kill();
  };
  const rejectAll = (message: string, which: (one: Pending) => boolean = () => true): void => {
    for (const [id, one] of pending) {
      if (!which(one)) continue;
      pending.delete(id);
      one.reject(new Error(message));
    }
  };
  const start = (): KeychainProcess => {
    const child = effects.spawn();
    child.onMessage((message) => {
      const one = pending.get(message.id);
      pending.delete(message.id);
      if (message.ok) one?.resolve(message.secret);
      else one?.reject(new Error(message.message));
      settled();
    });
    child.onExit(() => {
      if (running !== child) return;
      running = null;
      rejectAll(keychainProcessEnded);
      settled();
    });
    return child;
  };
  const ask = (question: Question): Promise<string | null> =>
    new Promise((resolve, reject) => {
      if (isClosed) {
        reject(new Error(keychainClosed));
        return;
      }
      clearTimeout(idle);
      running ??= start();
      lastId += 1;
      pending.set(lastId, { call: question.call, resolve, reject });
      running.post({ ...question, id: lastId });
    });

  return {
    get: (account) => ask({ call: 'get', account }),
    set: async (account, secret) => {
      await ask({ call: 'set', account, secret });
    },
    remove: async (account) => {
      await ask({ call: 'remove', account });
    },
    close: async () => {
      isClosed = true;
      rejectAll(keychainClosed, ({ call }) => call === 'get');
      if (pending.size > 0) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          allSettled = resolve;
          timer = setTimeout(resolve, effects.graceMs);
        });
        clearTimeout(timer);
      }
      clearTimeout(idle);
      rejectAll(keychainClosed);
      end();
    },
  };
}
