import { Worker } from 'node:worker_threads';
import type {
  FromSnapshotThread,
  SnapshotOpening,
  SnapshotRead,
  ToSnapshotThread,
} from '../../../workers/snapshot/snapshotCalls.ts';

/** The thread that holds one snapshot file. */
export interface SnapshotThread {
  readonly opening: SnapshotOpening;
  /** Rejects if the thread has ended. */
  readonly read: (keys: readonly string[]) => Promise<readonly SnapshotRead[]>;
  readonly keys: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

type Answer = Exclude<FromSnapshotThread, { kind: 'opened' }>;

/** Opens a file in a thread of its own. Rejects if the thread fails, such as for lack of memory. */
export function startSnapshotThread(workerFile: string | URL, file: string): Promise<SnapshotThread> {
  const worker = new Worker(workerFile, { workerData: file });
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let end: Error | null = null;
  const ask = (request: (id: number) => ToSnapshotThread): Promise<Answer> => {
    if (end !== null) return Promise.reject(end);
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage(request(id));
    });
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      end ??= error;
      reject(error);
      for (const each of waiting.values()) each.reject(error);
      waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', () => {
      fail(new Error('The thread of the snapshot has ended.'));
    });
    worker.on('message', (message: FromSnapshotThread) => {
      if (message.kind === 'opened') {
        const close = async (): Promise<void> => {
          await worker.terminate();
        };
        const read: SnapshotThread['read'] = async (keys) => {
          const answer = await ask((id) => ({ id, call: 'read', keys }));
          return answer.kind === 'read' ? answer.atoms : [];
        };
        const keys: SnapshotThread['keys'] = async () => {
          const answer = await ask((id) => ({ id, call: 'keys' }));
          return answer.kind === 'keys' ? answer.keys : [];
        };
        resolve({ opening: message.opening, read, keys, close });
        return;
      }
      waiting.get(message.id)?.resolve(message);
      waiting.delete(message.id);
    });
  });
}

/** The failed checks of the library, by its names. Rejects if the thread fails; `signal` ends it. */
export function askSecondOpinion(
  workerFile: string | URL,
  file: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: file });
    const stop = (): void => void worker.terminate();
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error('The thread ended without a result.'));
    });
  });
}
