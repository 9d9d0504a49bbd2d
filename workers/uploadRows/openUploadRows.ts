import { Worker } from 'node:worker_threads';
import {
  errorOf,
  type FromUploadThread,
  type ToUploadThread,
  type UploadRequest,
  type UploadThreadData,
} from './uploadCalls.ts';
import type { OpenUploadRows, UploadRows } from './uploadRows.ts';

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly progress: (done: number) => void;
}

const nobody = (): void => undefined;

/**
 * A thread that does not stop or close on request is terminated after this time, so that it does not block
 * the user or quitting. What matters is on disk by then.
 */
const graceMs = 5_000;

/** See `OpenUploadRows`. If the thread crashes, pending and later calls reject. */
export const openUploadRows: OpenUploadRows = (options) => openThread(options, graceMs);

/** The same, with another grace period. */
export const openThread = (
  { workerFile, folder, dataKey, file }: Parameters<OpenUploadRows>[0],
  grace: number,
): Promise<UploadRows> => {
  // Milliseconds, so that no revision of an earlier thread is repeated.
  const workerData: UploadThreadData = {
    folder,
    dataKey: Uint8Array.from(dataKey),
    file,
    firstRevision: Date.now(),
  };
  const worker = new Worker(workerFile, { workerData });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  /** Why calls are no longer possible; null while they are. */
  let end: Error | null = null;

  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      end ??= new Error('The upload’s worker thread has ended.');
      for (const { reject } of waiting.values()) reject(end);
      waiting.clear();
      resolve();
    });
  });
  worker.on('error', (error) => {
    end = new Error(`The upload’s worker thread crashed: ${error.message}`, { cause: error });
  });
  const post = (message: ToUploadThread, transfer: readonly ArrayBuffer[] = []): void => {
    worker.postMessage(message, [...transfer]);
  };
  const ask = <Value>(
    request: UploadRequest,
    progress: (done: number) => void = nobody,
    signal: AbortSignal | null = null,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Value> => {
    if (end !== null) return Promise.reject(end);
    lastId += 1;
    const id = lastId;
    let timer: NodeJS.Timeout | undefined;
    const abort = (): void => {
      post({ kind: 'abort', id });
      timer = setTimeout(() => {
        end ??= new Error('The upload’s worker thread did not stop, so it was terminated.');
        void worker.terminate();
      }, grace);
    };
    return new Promise<Value>((resolve, reject) => {
      waiting.set(id, { resolve, reject, progress });
      post({ kind: 'ask', id, request }, transfer);
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    }).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
  };

  const rows: UploadRows = {
    addSource: (bytes) => {
      // A copy of just these bytes, which is transferred.
      const own = Uint8Array.from(bytes);
      return ask({ call: 'addSource', input: [own] }, nobody, null, [own.buffer]);
    },
    addSourceFile: (path, progress) => ask({ call: 'addSourceFile', input: [path] }, progress),
    sample: (choice) => ask({ call: 'sample', input: [choice] }),
    stage: (options, progress, signal) => ask({ call: 'stage', input: [options] }, progress, signal),
    dropSource: () => ask({ call: 'dropSource', input: [] }),
    revision: () => ask({ call: 'revision', input: [] }),
    counts: () => ask({ call: 'counts', input: [] }),
    rows: (filter, window) => ask({ call: 'rows', input: [filter, window] }),
    row: (row) => ask({ call: 'row', input: [row] }),
    change: (row, atom) => ask({ call: 'change', input: [row, atom] }),
    revert: (selection) => ask({ call: 'revert', input: [selection] }),
    drop: (selection, dropped) => ask({ call: 'drop', input: [selection, dropped] }),
    allow: (selection, allowed) => ask({ call: 'allow', input: [selection, allowed] }),
    setDuplicateRule: (rule) => ask({ call: 'setDuplicateRule', input: [rule] }),
    take: (options) => ask({ call: 'take', input: [options] }),
    sentKeys: (from) => ask({ call: 'sentKeys', input: [from] }),
    setCompared: (found) => ask({ call: 'setCompared', input: [found] }),
    record: (events) => ask({ call: 'record', input: [events] }),
    sendState: () => ask({ call: 'sendState', input: [] }),
    report: (path, format, signal) => ask({ call: 'report', input: [path, format] }, nobody, signal),
    close: async () => {
      if (end === null) {
        // Long work is not awaited; short work is completed.
        for (const id of waiting.keys()) post({ kind: 'abort', id });
        const closed = ask<void>({ call: 'close', input: [] });
        end = new Error('The upload is closed.');
        const timer = setTimeout(() => void worker.terminate(), grace);
        // A thread that crashes while closing is closed as well.
        await closed.catch(nobody);
        clearTimeout(timer);
        await worker.terminate();
      }
      await ended;
    },
  };

  return new Promise<UploadRows>((resolve, reject) => {
    worker.on('message', (message: FromUploadThread) => {
      switch (message.kind) {
        case 'opened':
          if (message.failure === null) resolve(rows);
          else reject(errorOf(message.failure));
          return;
        case 'progress':
          waiting.get(message.id)?.progress(message.done);
          return;
        case 'answer':
        case 'failed': {
          const asked = waiting.get(message.id);
          waiting.delete(message.id);
          if (message.kind === 'failed') asked?.reject(errorOf(message.failure));
          else asked?.resolve(message.value as never);
        }
      }
    });
    void ended.then(() => {
      reject(end ?? new Error('The upload’s worker thread has ended.'));
    });
  });
};
