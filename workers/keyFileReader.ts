import { Worker } from 'node:worker_threads';
import type { KeyFileTask, ParsedKeyFile } from './keyFile/parseKeyFile.ts';

/**
 * Reads a file of keys in a thread of its own, so that a large one holds nobody up. `workerFile`: the built
 * `keyFileWorker`. Rejects if the thread fails.
 */
export function readKeyFile(workerFile: string | URL, task: KeyFileTask): Promise<ParsedKeyFile> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: task });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(new Error('The worker ended without a result.'));
    });
  });
}
