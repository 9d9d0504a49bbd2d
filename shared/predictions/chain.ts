/** What a chain starts from: an atom's key, or a query. */
export interface ChainStart {
  readonly kind: 'key' | 'query';
  /** The key, or the words. */
  readonly text: string;
}

/** The service's response to a request for the predictions of a node. */
export interface ChainAnswer {
  /** In the order received, as received. */
  readonly predictions: readonly string[];
  /** The share of each in the weight of all, in [0, 1]; absent if the service gives no weights. */
  readonly shares?: readonly number[];
  /** The key of the best hit of the recall that was asked with; null if nothing was recalled. */
  readonly bestHit: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One key of a chain, or the query it began with. A key is in a chain once, however often it is predicted. */
export interface ChainNode extends ChainStart {
  /** Names the node in its chain. */
  readonly id: string;
  /** Steps from the start along the way on which it was met first; it never changes. */
  readonly step: number;
  /** On whose prediction it was met first; null for the start. */
  readonly parent: string | null;
  /** null if not requested yet. */
  readonly answer: ChainAnswer | null;
  /** How many of the response's predictions, from the first, the chain follows. */
  readonly shown: number;
}

/** What the service predicted, as a graph that grows with each response. */
export interface Chain {
  readonly start: string;
  /** In the order met. */
  readonly nodes: ReadonlyMap<string, ChainNode>;
  /** Number of predictions that were not added because the chain has `mostNodes`. */
  readonly leftOut: number;
}

/** More would be slow to draw and too many to survey. */
export const mostNodes = 500;

/**
 * `onward`: to the node that it led to first. `loop`: back to a node from which it can be reached, itself
 * included. `across`: to a node that was met on another way.
 */
export type ChainEdgeKind = 'onward' | 'across' | 'loop';

export interface ChainEdge {
  readonly from: string;
  readonly to: string;
  /** Rank in the response, from 1. */
  readonly rank: number;
  /** The share of its weight, in [0, 1]; absent if the service gives no weights. */
  readonly share?: number;
  readonly kind: ChainEdgeKind;
}

export function startChain(start: ChainStart): Chain {
  const id = nodeId(start);
  return {
    start: id,
    nodes: new Map([[id, { ...start, id, step: 0, parent: null, answer: null, shown: 0 }]]),
    leftOut: 0,
  };
}

/** The id of a key in every chain. */
export function keyNodeId(key: string): string {
  return nodeId({ kind: 'key', text: key });
}

function nodeId({ kind, text }: ChainStart): string {
  return `${kind} ${text}`;
}

/** The chain with a response taken in, of which the first `breadth` predictions become nodes. */
export function takeAnswer(chain: Chain, id: string, answer: ChainAnswer, breadth: number): Chain {
  const node = chain.nodes.get(id);
  if (node === undefined) return chain;
  const nodes = new Map(chain.nodes).set(id, { ...node, answer, shown: 0 });
  return showPredictions({ ...chain, nodes }, id, breadth);
}

/**
 * The chain with the first `count` predictions of a node as nodes; never fewer than before. What was given for another
 * key is not a prediction after this one, so it does not become part of the chain.
 */
export function showPredictions(chain: Chain, id: string, count: number): Chain {
  const node = chain.nodes.get(id);
  if (node === undefined || node.answer === null || isAnsweredForAnother(node)) return chain;
  const shown = Math.min(count, node.answer.predictions.length);
  if (shown <= node.shown) return chain;
  const nodes = new Map(chain.nodes).set(id, { ...node, shown });
  let { leftOut } = chain;
  for (const key of node.answer.predictions.slice(node.shown, shown)) {
    const met = keyNodeId(key);
    if (nodes.has(met)) continue;
    if (nodes.size >= mostNodes) {
      leftOut += 1;
      continue;
    }
    nodes.set(met, {
      id: met,
      kind: 'key',
      text: key,
      step: node.step + 1,
      parent: id,
      answer: null,
      shown: 0,
    });
  }
  return { ...chain, nodes, leftOut };
}

/** Whether the service predicted for a different key than the one requested. */
export function isAnsweredForAnother({ kind, text, answer }: ChainNode): boolean {
  return kind === 'key' && answer !== null && answer.bestHit !== text;
}

/** A prediction for a different key than the one requested. */
export interface StrayPrediction {
  /** The node whose predictions were requested. */
  readonly from: ChainNode;
  readonly key: string;
  /** Rank in the response, from 1. */
  readonly rank: number;
}

/** Predictions for other keys, which are shown beside the chain but are not part of it. */
export function strayPredictions(chain: Chain): readonly StrayPrediction[] {
  return [...chain.nodes.values()].filter(isAnsweredForAnother).flatMap((from) => {
    const keys = from.answer?.predictions ?? [];
    return [...new Set(keys)].map((key) => ({ from, key, rank: keys.indexOf(key) + 1 }));
  });
}

/** Where a node leads, by rank; a key that was predicted twice in one response counts once, with its better rank. */
export function successors(
  chain: Chain,
  node: ChainNode,
): readonly { readonly id: string; readonly rank: number }[] {
  const found = new Map<string, number>();
  for (const [index, key] of (node.answer?.predictions ?? []).slice(0, node.shown).entries()) {
    const id = keyNodeId(key);
    if (!found.has(id) && chain.nodes.has(id)) found.set(id, index + 1);
  }
  return [...found].map(([id, rank]) => ({ id, rank }));
}

/** All edges, in the order in which their sources were first met, then by rank. */
export function chainEdges(chain: Chain): readonly ChainEdge[] {
  const round = loopOf(chain);
  return [...chain.nodes.values()].flatMap((node) =>
    successors(chain, node).map(({ id: to, rank }): ChainEdge => {
      const target = chain.nodes.get(to);
      const isOnward = target?.parent === node.id && to !== chain.start;
      const closes = target !== undefined && target.step <= node.step && round.get(to) === round.get(node.id);
      const share = node.answer?.shares?.[rank - 1];
      const weighted = share === undefined ? {} : { share };
      return { from: node.id, to, rank, ...weighted, kind: isOnward ? 'onward' : closes ? 'loop' : 'across' };
    }),
  );
}

/** Names for each node the strongly connected part it is in (Tarjan 1972, without recursion). */
function loopOf(chain: Chain): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const part = new Map<string, number>();
  const open: string[] = [];
  const next = (id: string): readonly string[] => {
    const node = chain.nodes.get(id);
    return node === undefined ? [] : successors(chain, node).map((successor) => successor.id);
  };
  const enter = (id: string) => {
    order.set(id, order.size);
    low.set(id, order.get(id) ?? 0);
    open.push(id);
    return { id, rest: [...next(id)] };
  };
  const lower = (id: string, to: number | undefined): void => {
    low.set(id, Math.min(low.get(id) ?? 0, to ?? 0));
  };
  let parts = 0;
  for (const first of chain.nodes.keys()) {
    if (order.has(first)) continue;
    const path = [enter(first)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = top.rest.shift();
      if (to !== undefined) {
        if (!order.has(to)) path.push(enter(to));
        else if (!part.has(to)) lower(top.id, order.get(to));
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lower(above.id, low.get(top.id));
      if (low.get(top.id) !== order.get(top.id)) continue;
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        part.set(member, parts);
        if (member === top.id) break;
      }
      parts += 1;
    }
  }
  return part;
}
