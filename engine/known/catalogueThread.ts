import type { Thread } from '../jobs/thread.ts';
import type { Remote } from '#shared/async/rpc.ts';
import type { CatalogueHost, KeyCall, KeyCalls } from './keyCalls.ts';

/** The part of a worker thread with a `CatalogueHost` that is used here. */
export type RunningThread = Pick<Thread<CatalogueHost>, 'remote' | 'ended' | 'whenEnded' | 'stop'>;

/** Calls the worker thread that holds the known keys. */
export interface CatalogueThread {
  /** The folder identifies the store in all other calls. */
  readonly open: (folder: string) => ReturnType<CatalogueHost['open']>;
  readonly ask: <C extends KeyCall>(
    folder: string,
    call: C,
    ...input: Parameters<KeyCalls[C]>
  ) => Promise<ReturnType<KeyCalls[C]>>;
  /** Whether values that are read are kept in memory from now on. If not, those that are there are dropped, and a new thread keeps none. */
  readonly keepValues: (keeps: boolean) => Promise<void>;
  readonly closeStore: CatalogueHost['close'];
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
  /** Whether values that are read are kept in memory, for searching them. Absent: no. */
  readonly keepsValues?: boolean;
}): CatalogueThread {
  let keepsValues = effects.keepsValues ?? false;
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
      folders.map(([folder, revision]) => send((host) => host.open(folder, revision + 1))),
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
      const started = effects.start();
      running = started;
      // Before pending calls reject.
      void started.whenEnded.then(ended);
      if (keepsValues)
        started.remote.keepValues(true).catch((error: unknown) => {
          // The next thread is asked again.
          if (started.ended() === null) effects.log('Values are not kept for searching.', error);
        });
    }
    return running;
  };
  const send = async <T>(work: (host: Remote<CatalogueHost>) => Promise<T>): Promise<T> => {
    for (let deaths = 1; ; deaths += 1) {
      if (isClosed) throw new Error('The known keys are closed.');
      const asked = thread();
      try {
        return await work(asked.remote);
      } catch (error) {
        // Only a thread that ended is worth another attempt.
        if (asked.ended() !== error || isClosed || deaths === mostDeaths) throw error;
        await asked.whenEnded;
      }
    }
  };

  return {
    open: async (folder) => {
      const opened = await send((host) => host.open(folder, 0));
      open.set(folder, 0);
      return opened;
    },
    ask: async <C extends KeyCall>(folder: string, call: C, ...input: Parameters<KeyCalls[C]>) => {
      const answer = await send((host) => host.ask(folder, call, ...input));
      if (typeof answer === 'object' && answer !== null && 'revision' in answer && open.has(folder))
        open.set(folder, Math.max(open.get(folder) ?? 0, Number(answer.revision)));
      return answer as ReturnType<KeyCalls[C]>;
    },
    keepValues: async (keeps) => {
      keepsValues = keeps && (effects.keepsValues ?? false);
      // Another thread starts with it.
      if (running !== null) await send((host) => host.keepValues(keepsValues));
    },
    closeStore: async (folder) => {
      await send((host) => host.close(folder));
      open.delete(folder);
    },
    close: async () => {
      const stop = running;
      await Promise.allSettled([...open.keys()].map((folder) => send((host) => host.close(folder))));
      open.clear();
      isClosed = true;
      await stop?.stop();
    },
  };
}
