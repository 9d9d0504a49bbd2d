import type { KeyAnswer, KeyCall, KeyCalls, KeyRequest } from './keyCalls.ts';

/** A worker thread that was started. */
export interface RunningThread {
  readonly post: (request: KeyRequest) => void;
  readonly stop: () => Promise<void>;
}

/** Starts a thread. `onEnd` is called once, whether it was stopped or died. */
export type StartThread = (
  onAnswer: (answer: KeyAnswer) => void,
  onEnd: (error: Error) => void,
) => RunningThread;

/** The way to the worker thread that holds the known keys. */
export interface CatalogueThread {
  readonly call: <C extends KeyCall>(
    folder: string,
    call: C,
    input: KeyCalls[C][0],
  ) => Promise<KeyCalls[C][1]>;
  /** Waits for what is under way. */
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly request: KeyRequest;
  readonly resolve: (value: KeyCalls[KeyCall][1]) => void;
  readonly reject: (error: Error) => void;
  /** How many threads died while it waited. */
  deaths: number;
}

/** A request that two threads died of is taken for the cause. */
const mostDeaths = 2;

/**
 * Calls a worker thread, started at the first call. Where it dies it is started again: the stores that were open are
 * opened anew, and what was not answered is asked again, which does no harm, since everything that changes a store can be
 * done twice with the same outcome.
 */
export function createCatalogueThread(effects: {
  readonly start: StartThread;
  /** Told after the thread has died and everything is open again. */
  readonly restarted: () => void;
  readonly log: (message: string, error: unknown) => void;
}): CatalogueThread {
  const waiting = new Map<number, Waiting>();
  /** Folder -> the highest revision that was answered. */
  const open = new Map<string, number>();
  let running: RunningThread | null = null;
  let lastId = 0;
  let isClosed = false;

  const settle = (answer: KeyAnswer): void => {
    const asked = waiting.get(answer.id);
    if (asked === undefined) return;
    waiting.delete(answer.id);
    if (answer.ok) {
      noteRevision(asked.request.folder, answer.value);
      asked.resolve(answer.value);
    } else asked.reject(new Error(answer.message));
  };
  const noteRevision = (folder: string, value: KeyCalls[KeyCall][1]): void => {
    if (value === null || !('revision' in value) || !open.has(folder)) return;
    open.set(folder, Math.max(open.get(folder) ?? 0, value.revision));
  };
  const ended = (error: Error): void => {
    running = null;
    if (isClosed) {
      for (const asked of waiting.values()) asked.reject(error);
      waiting.clear();
      return;
    }
    effects.log('The known-keys thread crashed.', error);
    const again: Waiting[] = [];
    for (const [id, asked] of waiting) {
      asked.deaths += 1;
      if (asked.deaths < mostDeaths) again.push(asked);
      else {
        waiting.delete(id);
        asked.reject(error);
      }
    }
    // Nothing to do until the next call, if nobody waits; an endless circle of deaths ends here too.
    if (again.length === 0 && open.size === 0) return;
    const reopening = [...open].map(([folder, revision]) => reopen(folder, revision));
    for (const { request } of again) thread().post(request);
    void tellWhenOpen(reopening);
  };
  const reopen = async (folder: string, revision: number): Promise<boolean> => {
    try {
      // Above all revisions before, so that none comes to stand for two states.
      await send(folder, 'open', { firstRevision: revision + 1 });
      return true;
    } catch (failure) {
      open.delete(folder);
      effects.log('Could not reopen the known keys of a connection.', failure);
      return false;
    }
  };
  const tellWhenOpen = async (reopening: readonly Promise<boolean>[]): Promise<void> => {
    const outcomes = await Promise.all(reopening);
    if (outcomes.every(Boolean)) effects.restarted();
  };
  const thread = (): RunningThread => {
    running ??= effects.start(settle, ended);
    return running;
  };
  const send = <C extends KeyCall>(folder: string, call: C, input: KeyCalls[C][0]): Promise<KeyCalls[C][1]> =>
    new Promise((resolve, reject) => {
      if (isClosed) {
        reject(new Error('The known keys are closed.'));
        return;
      }
      lastId += 1;
      const request: KeyRequest = { id: lastId, folder, call, input };
      waiting.set(lastId, { request, resolve, reject, deaths: 0 });
      thread().post(request);
    });

  return {
    call: async (folder, call, input) => {
      const value = await send(folder, call, input);
      if (call === 'open') open.set(folder, 0);
      if (call === 'close') open.delete(folder);
      return value;
    },
    close: async () => {
      const stop = running;
      await Promise.allSettled([...open.keys()].map((folder) => send(folder, 'close', null)));
      open.clear();
      isClosed = true;
      await stop?.stop();
    },
  };
}
