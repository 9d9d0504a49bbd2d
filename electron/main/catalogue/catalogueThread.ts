import type { KeyResult, KeyCall, KeyCalls, KeyRequest } from './keyCalls.ts';

/** A worker thread that was started. */
export interface RunningThread {
  readonly post: (request: KeyRequest) => void;
  readonly stop: () => Promise<void>;
}

/** Starts a thread. `onEnd` is called once, whether the thread was stopped or crashed. */
export type StartThread = (
  onAnswer: (answer: KeyResult) => void,
  onEnd: (error: Error) => void,
) => RunningThread;

/** Calls the worker thread that holds the known keys. */
export interface CatalogueThread {
  readonly call: <C extends KeyCall>(
    folder: string,
    call: C,
    input: KeyCalls[C][0],
  ) => Promise<KeyCalls[C][1]>;
  /** Waits for pending calls. */
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly request: KeyRequest;
  readonly resolve: (value: KeyCalls[KeyCall][1]) => void;
  readonly reject: (error: Error) => void;
  /** How many threads crashed while this call was pending. */
  deaths: number;
}

/** After this many crashes, a request is taken to be the cause. */
const mostDeaths = 2;

/**
 * Calls a worker thread that is started on the first call. If it crashes, it is restarted: open stores are
 * reopened and pending requests are sent again. That is safe because every request that changes a store can
 * be repeated with the same result.
 */
export function createCatalogueThread(effects: {
  readonly start: StartThread;
  /** Called after a crash, when everything is open again. */
  readonly restarted: () => void;
  readonly log: (message: string, error: unknown) => void;
}): CatalogueThread {
  const waiting = new Map<number, Waiting>();
  /** Folder → highest revision that was returned. */
  const open = new Map<string, number>();
  let running: RunningThread | null = null;
  let lastId = 0;
  let isClosed = false;

  const settle = (answer: KeyResult): void => {
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
    // Without pending calls the next call restarts the thread. This also prevents an endless crash loop.
    if (again.length === 0 && open.size === 0) return;
    const reopening = [...open].map(([folder, revision]) => reopen(folder, revision));
    for (const { request } of again) thread().post(request);
    void tellWhenOpen(reopening);
  };
  const reopen = async (folder: string, revision: number): Promise<boolean> => {
    try {
      // Higher than all earlier revisions, so that no revision stands for two states.
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
