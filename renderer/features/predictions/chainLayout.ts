import ElkApi from 'elkjs/lib/elk-api.js';
import workerAddress from 'elkjs/lib/elk-worker.min.js?url';
import type { Chain } from '#shared/predictions/chain.ts';
import type { Places } from '#shared/predictions/chainDrawing.ts';
import { placesOf } from '#shared/predictions/chainGraph.ts';

/** Positions the nodes of chains, in its own worker. */
export interface ChainLayout {
  /** @throws Error if the worker could not be started or could not lay out the chain. */
  readonly layOut: (chain: Chain) => Promise<Places>;
  readonly close: () => void;
}

export function createChainLayout(): ChainLayout {
  let fail: (error: Error) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Reported to whoever waits for a layout; without a request it must not be an unhandled rejection.
  broken.catch(() => undefined);
  const elk = new ElkApi({
    workerUrl: workerAddress,
    workerFactory: (address) => {
      const worker = new Worker(address ?? workerAddress, { name: 'chain layout' });
      worker.addEventListener('error', ({ message }) =>
        fail(new Error(message || 'The layout worker failed.')),
      );
      return worker;
    },
  });
  return {
    layOut: (chain) => placesOf(chain, (graph) => Promise.race([elk.layout(graph), broken])),
    close: () => elk.terminateWorker(),
  };
}
