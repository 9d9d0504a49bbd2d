import { Worker } from 'node:worker_threads';
import type { KeyFileTask, ParsedKeyFile } from './keyFile/parseKeyFile.ts';

/**
 * Reads a key file in its own thread, so that a large file does not block other work. `workerFile`: the built
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
