import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';
import {
  createCaller,
  createRemote,
  serve,
  type FromServer,
  type Remote,
  type ToServer,
} from '#shared/async/rpc.ts';

/** A worker thread that answers calls with `serveThread`. Pending and later calls reject if it crashes or ends. */
export interface Thread<T> {
  readonly remote: Remote<T>;
  readonly pending: () => number;
  /** Why calls are no longer possible; null while they are. */
  readonly ended: () => Error | null;
  /** Resolves, before pending calls reject, when the thread has ended for whatever reason. */
  readonly whenEnded: Promise<Error>;
  /** Terminates the thread. */
  readonly stop: () => Promise<void>;
  /** Asks for its last work, aborts what is pending, and ends the thread, at the latest after the grace period. */
  readonly close: (last: (remote: Remote<T>) => Promise<unknown>, closed: Error) => Promise<void>;
}

export interface ThreadOptions {
  /** For errors: starts a sentence. */
  readonly name?: string;
  readonly workerData?: unknown;
  readonly resourceLimits?: ResourceLimits;
  /** A thread that does not stop or close on request is terminated after this time. */
  readonly graceMs?: number;
}

/** @param workerFile a built entry that calls `serveThread` */
export function startThread<T extends object>(
  workerFile: string | URL,
  { name = 'The worker thread', workerData, resourceLimits = {}, graceMs = 5_000 }: ThreadOptions = {},
): Thread<T> {
  const worker = new Worker(workerFile, { workerData, resourceLimits });
  /** Terminates the thread if the work has not ended within the grace period. */
  const insist = (work: Promise<unknown>): Promise<void> => {
    const timer = setTimeout(() => {
      caller.refuse(new Error(`${name} did not stop, so it was terminated.`));
      void worker.terminate();
    }, graceMs);
    return work.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  };
  const caller = createCaller<T>(
    (message, transfer) => worker.postMessage(message, [...transfer]),
    (answer) => void insist(answer),
  );
  worker.on('message', (message: FromServer) => caller.receive(message));
  worker.on('error', (error) => {
    caller.refuse(new Error(`${name} crashed: ${error.message}`, { cause: error }));
  });
  // Which call it belongs to is in the message, so all of them fail.
  worker.on('messageerror', (error) => {
    caller.refuse(new Error(`${name} sent a message that cannot be read.`, { cause: error }));
    void worker.terminate();
  });
  const whenEnded = new Promise<Error>((resolve) => {
    worker.once('exit', () => {
      const error = caller.ended() ?? new Error(`${name} has ended.`);
      resolve(error);
      caller.end(error);
    });
  });
  const stop = async (): Promise<void> => {
    await worker.terminate();
    await whenEnded;
  };
  return {
    remote: caller.remote,
    pending: caller.pending,
    ended: caller.ended,
    whenEnded,
    stop,
    close: async (last, closed) => {
      if (caller.ended() === null) {
        caller.abortAll();
        const closing = last(caller.remote);
        caller.refuse(closed);
        // A thread that crashes while closing is closed as well.
        await insist(closing);
        await stop();
      }
      await whenEnded;
    },
  };
}

/** Like `startThread`, with each call in a thread of its own, which ends with it. */
export function eachInThread<T extends object>(workerFile: string | URL, options?: ThreadOptions): Remote<T> {
  return createRemote<T>(async (call, input) => {
    const thread = startThread<Record<string, (...input: readonly unknown[]) => unknown>>(
      workerFile,
      options,
    );
    try {
      return await thread.remote[call]?.(...input);
    } finally {
      await thread.stop();
    }
  });
}

/** Answers the calls to this thread: its other end is `startThread`. See `serve`. */
export function serveThread(
  handlers: () => object,
  inTurn?: (work: () => Promise<void>) => Promise<void>,
): void {
  const take = serve(
    handlers,
    (message, transfer) => parentPort?.postMessage(message, [...transfer]),
    inTurn,
  );
  parentPort?.on('message', (message: ToServer) => take(message));
  // The call that it belongs to would never be answered. The thread crashes, and its calls reject.
  parentPort?.on('messageerror', (error: Error) => {
    throw error;
  });
}
