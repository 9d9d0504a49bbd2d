import { Worker } from 'node:worker_threads';
import type { StartThread } from './catalogueThread.ts';
import type { KeyResult } from './keyCalls.ts';

/** Starts the built `catalogueWorker`. */
export function startCatalogueWorker(file: string | URL): StartThread {
  return (onAnswer, onEnd) => {
    const worker = new Worker(file);
    let failure: Error | null = null;
    worker.on('message', (answer: KeyResult) => {
      onAnswer(answer);
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', (code) => {
      onEnd(failure ?? new Error(`The worker thread ended with code ${String(code)}.`));
    });
    return {
      post: (request) => {
        worker.postMessage(request);
      },
      stop: async () => {
        await worker.terminate();
      },
    };
  };
}
