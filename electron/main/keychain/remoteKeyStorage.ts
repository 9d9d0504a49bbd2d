import { keychainClosed, keychainProcessEnded } from './keychainReason.ts';
import type { FromKeychain, ToKeychain } from './keychainMessages.ts';
import type { KeyStorage } from './keyStorage.ts';

/** The keychain's process, as far as we talk to it. */
export interface KeychainProcess {
  readonly post: (message: ToKeychain) => void;
  readonly kill: () => void;
  readonly onMessage: (listener: (message: FromKeychain) => void) => void;
  readonly onExit: (listener: () => void) => void;
}

/** A keychain in a process of its own, which is started when there is something to ask and ended when there is not. */
export interface RemoteKeyStorage extends KeyStorage {
  /**
   * For the end of the app. Reads under way reject at once, and so does every later call. What is being saved or
   * removed gets a moment, then it is given up. Resolves within that moment, whatever the keychain does.
   */
  readonly close: () => Promise<void>;
}

export interface RemoteKeyStorageEffects {
  readonly spawn: () => KeychainProcess;
  /** Milliseconds without a call after which the process ends. */
  readonly idleMs: number;
  /** Milliseconds that `close` waits for what is being saved or removed. */
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
