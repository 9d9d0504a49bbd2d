import { createCaller, serve } from '#shared/async/rpc.ts';
import { ledgerEffects } from '../../roots/testing/testLedger.ts';
import { createCatalogueHost } from '../catalogueHost.ts';
import { createCatalogues, type Catalogues } from '../catalogues.ts';
import { createCatalogueThread, type CatalogueThread, type RunningThread } from '../catalogueThread.ts';
import type { CatalogueHost } from '../keyCalls.ts';
import { createWholeBatches } from '../../audits/wholeBatches.ts';

/** Does the work of the worker thread on this thread. Requests and results are copied as between threads. */
function startHere(): RunningThread {
  let isStopped = false;
  const take = serve(
    () =>
      createCatalogueHost({
        batchesOf: createWholeBatches,
        now: () => 7,
        later: setImmediate,
        afterPause: setImmediate,
      }),
    (message) => {
      if (!isStopped) caller.receive(structuredClone(message));
    },
  );
  const caller = createCaller<CatalogueHost>((message) => take(structuredClone(message)));
  return {
    remote: caller.remote,
    ended: caller.ended,
    whenEnded: new Promise(() => undefined),
    stop: async () => {
      isStopped = true;
      caller.end(new Error('stopped'));
    },
  };
}

function threadHere(): CatalogueThread {
  return createCatalogueThread({
    start: startHere,
    keepsValues: true,
    restarted: () => undefined,
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
}

/** Catalogues without a worker thread. `changed`: called after every change. */
export function cataloguesHere(
  folder: string,
  changed: () => void = () => undefined,
  more: Partial<Parameters<typeof createCatalogues>[0]> = {},
): Catalogues {
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
    ...more,
  });
}
