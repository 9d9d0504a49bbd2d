import { Worker } from 'node:worker_threads';
import type { StartThread } from './catalogueThread.ts';
import type { KeyResult } from './keyCalls.ts';

/**
 * Room for new objects, in MiB. Those of a response of an audit fit into it, so that hardly any of them is moved before it is
 * garbage.
 */
const youngMegabytes = 96;

/** Begins the built `catalogueWorker`. */
export function beginCatalogueWorker(file: string | URL): Worker {
  return new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } });
}

/** Starts the built `catalogueWorker`. @param begun a running one to use for the first start */
export function startCatalogueWorker(file: string | URL, begun: Worker | null = null): StartThread {
  let first = begun;
  // One that ended before it was needed is no loss.
  const drop = (): void => {
    first = null;
  };
  first?.once('error', drop).once('exit', drop);
  return (onAnswer, onEnd) => {
    const worker = first ?? beginCatalogueWorker(file);
    first = null;
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
