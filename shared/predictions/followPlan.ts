import { showPredictions, successors, type Chain, type ChainNode } from './chain.ts';

/** How far a chain is followed from one of its nodes. */
export interface Reach {
  /** Number of predictions used from each response. */
  readonly breadth: number;
  /** Steps from the node. */
  readonly depth: number;
}

/** What is within reach of a node, and what to request next. */
export interface FollowPlan {
  /** Existing responses show as many predictions as the reach allows. */
  readonly chain: Chain;
  /** The node to request next; null if everything within reach was requested. */
  readonly next: ChainNode | null;
  /** Nodes within reach, in the order in which a walk meets them; the first is where it begins. */
  readonly reached: readonly string[];
}

/**
 * Plans one more question. Nodes are asked about depth first, the likeliest prediction before the others: so a key is
 * asked about right after the one that led to it, which is what a model that looks back over several
 * recalls needs. A node that was met before is not asked about again: that is where loops end.
 *
 * @param isAbsent keys that have no atom lead nowhere.
 */
export function planFollow(
  chain: Chain,
  from: string,
  { breadth, depth }: Reach,
  isAbsent: (key: string) => boolean,
): FollowPlan {
  let widened = chain;
  const distances = new Map([[from, 0]]);
  for (const [id, distance] of distances) {
    const node = widened.nodes.get(id);
    if (node === undefined || distance >= depth) continue;
    widened = showPredictions(widened, id, breadth);
    for (const next of followed(widened, id, breadth)) {
      if (!distances.has(next)) distances.set(next, distance + 1);
    }
  }
  const reached = walk(widened, from, breadth, distances);
  const due = reached.find((id) => {
    const node = widened.nodes.get(id);
    const isDue = node !== undefined && node.answer === null && (distances.get(id) ?? depth) < depth;
    return isDue && !(node.kind === 'key' && isAbsent(node.text));
  });
  return { chain: widened, next: due === undefined ? null : (widened.nodes.get(due) ?? null), reached };
}

function followed(chain: Chain, id: string, breadth: number): readonly string[] {
  const node = chain.nodes.get(id);
  if (node === undefined) return [];
  return successors(chain, node)
    .filter(({ rank }) => rank <= breadth)
    .map((successor) => successor.id);
}

function walk(
  chain: Chain,
  from: string,
  breadth: number,
  within: ReadonlyMap<string, number>,
): readonly string[] {
  const met = new Set<string>();
  const due = [from];
  for (let id = due.pop(); id !== undefined; id = due.pop()) {
    if (met.has(id)) continue;
    met.add(id);
    const next = followed(chain, id, breadth).filter((successor) => within.has(successor));
    due.push(...next.reverse());
  }
  return [...met];
}

/** The keys among nodes, in their order. */
export function keysOf(chain: Chain, ids: Iterable<string>): readonly string[] {
  return [...ids].flatMap((id) => {
    const node = chain.nodes.get(id);
    return node?.kind === 'key' ? [node.text] : [];
  });
}
