import ElkApi, { type ElkNode } from 'elkjs/lib/elk-api.js';
import workerAddress from 'elkjs/lib/elk-worker.min.js?url';
import type { Chain } from '#shared/predictions/chain.ts';
import { nodeSize, type Places } from '#shared/predictions/chainDrawing.ts';

/** Positions the nodes of chains, in its own worker. */
export interface ChainLayout {
  /** @throws Error if the worker could not be started or could not lay out the chain. */
  readonly layOut: (chain: Chain) => Promise<Places>;
  readonly close: () => void;
}

/**
 * Layers from left to right, by step. Only the first edge to each node counts, and siblings stay in the order in which
 * they were added. So a node keeps its layer and neighbors while the chain grows, and loops do not move anything.
 */
const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
  'elk.spacing.nodeNode': '16',
  'elk.layered.spacing.nodeNodeBetweenLayers': '60',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.crossingMinimization.forceNodeModelOrder': 'true',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
} as const;

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
    layOut: async (chain) => {
      const ids = [...chain.nodes.keys()];
      const answer = await Promise.race([elk.layout(graphOf(chain, ids)), broken]);
      return new Map(
        (answer.children ?? []).map(({ id, x = 0, y = 0 }) => [ids[Number(id)] ?? '', { x, y }] as const),
      );
    },
    close: () => elk.terminateWorker(),
  };
}

function graphOf(chain: Chain, ids: readonly string[]): ElkNode {
  const numbers = new Map(ids.map((id, index) => [id, String(index)]));
  const edges = [...chain.nodes.values()].flatMap(({ id, parent }) => {
    const [source, target] = [parent === null ? undefined : numbers.get(parent), numbers.get(id)];
    return source === undefined || target === undefined
      ? []
      : [{ id: `to ${target}`, sources: [source], targets: [target] }];
  });
  return {
    id: 'chain',
    layoutOptions: options,
    children: ids.map((_, index) => ({ id: String(index), ...nodeSize })),
    edges,
  };
}
