import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { Chain } from './chain.ts';
import { nodeSize, type Places } from './chainDrawing.ts';

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

/** Lays out a chain. @param layOut of elkjs, in a worker or not */
export async function placesOf(chain: Chain, layOut: (graph: ElkNode) => Promise<ElkNode>): Promise<Places> {
  const ids = [...chain.nodes.keys()];
  const { children = [] } = await layOut(graphOf(chain, ids));
  return new Map(children.map(({ id, x = 0, y = 0 }) => [ids[Number(id)] ?? '', { x, y }] as const));
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
