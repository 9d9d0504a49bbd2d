import type { Thread } from '../../../workers/thread.ts';
import type { CatalogueHost, KeyCall, KeyCalls } from './keyCalls.ts';

/** The part of a worker thread with a `CatalogueHost` that is used here. */
export type RunningThread = Pick<Thread<CatalogueHost>, 'remote' | 'ended' | 'whenEnded' | 'stop'>;

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

/** After this many crashes, a request is taken to be the cause. */
const mostDeaths = 2;

/**
 * Calls a worker thread that is started on the first call. If it crashes, it is restarted: open stores are
 * reopened and pending requests are sent again. That is safe because every request that changes a store can
 * be repeated with the same result.
 */
export function createCatalogueThread(effects: {
  readonly start: () => RunningThread;
  /** Called after a crash, when everything is open again. */
  readonly restarted: () => void;
  readonly log: (message: string, error: unknown) => void;
}): CatalogueThread {
  /** Folder → highest revision that was returned. */
  const open = new Map<string, number>();
  let running: RunningThread | null = null;
  let isClosed = false;

  const ended = (error: Error): void => {
    running = null;
    if (isClosed) return;
    effects.log('The known-keys thread crashed.', error);
    // Stores that are opened again come before the requests that are sent again. If none is open, the next call restarts
    // the thread. This also prevents an endless crash loop.
    if (open.size > 0) void reopen([...open]);
  };
  const reopen = async (folders: readonly (readonly [string, number])[]): Promise<void> => {
    const outcomes = await Promise.allSettled(
      // Higher than all earlier revisions, so that no revision stands for two states.
      folders.map(([folder, revision]) => send(folder, 'open', { firstRevision: revision + 1 })),
    );
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue;
      open.delete(folders[at]?.[0] ?? '');
      effects.log('Could not reopen the known keys of a connection.', outcome.reason);
    }
    if (outcomes.every(({ status }) => status === 'fulfilled')) effects.restarted();
  };
  const thread = (): RunningThread => {
    if (running === null) {
      running = effects.start();
      // Before pending calls reject.
      void running.whenEnded.then(ended);
    }
    return running;
  };
  const send = async <C extends KeyCall>(
    folder: string,
    call: C,
    input: KeyCalls[C][0],
  ): Promise<KeyCalls[C][1]> => {
    for (let deaths = 1; ; deaths += 1) {
      if (isClosed) throw new Error('The known keys are closed.');
      const asked = thread();
      try {
        const value = (await asked.remote.ask(folder, call, input)) as KeyCalls[C][1];
        if (value !== null && 'revision' in value && open.has(folder))
          open.set(folder, Math.max(open.get(folder) ?? 0, value.revision));
        return value;
      } catch (error) {
        // Only a thread that ended is worth another attempt.
        if (asked.ended() !== error || isClosed || deaths === mostDeaths) throw error;
        await asked.whenEnded;
      }
    }
  };

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
