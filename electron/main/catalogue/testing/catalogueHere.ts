import { ledgerEffects } from '../../ledger/testing/testLedger.ts';
import { createCatalogueHost } from '../catalogueHost.ts';
import { createCatalogues, type Catalogues } from '../catalogues.ts';
import { createCatalogueThread, type CatalogueThread, type StartThread } from '../catalogueThread.ts';

/** Does the work of the worker thread on this thread. Requests and results are copied as between threads. */
const startHere: StartThread = (onAnswer, onEnd) => {
  let isStopped = false;
  const host = createCatalogueHost({ now: () => 7, later: setImmediate });
  return {
    post: (request) => {
      void host.answer(structuredClone(request)).then((answer) => {
        if (!isStopped) onAnswer(structuredClone(answer));
      });
    },
    stop: async () => {
      isStopped = true;
      onEnd(new Error('stopped'));
    },
  };
};

function threadHere(): CatalogueThread {
  return createCatalogueThread({
    start: startHere,
    restarted: () => undefined,
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
}

/** Catalogues without a worker thread. `changed`: called after every change. */
export function cataloguesHere(folder: string, changed: () => void = () => undefined): Catalogues {
  return createCatalogues({
    folder,
    thread: threadHere(),
    now: () => 7,
    changed,
    ledgerChanged: () => undefined,
    ledger: ledgerEffects(),
    pace: {
      setTimer: (work) => {
        work();
      },
    },
  });
}
