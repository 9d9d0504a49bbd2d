import { hashNode } from './hashing.ts';
import { lengthOfHash } from './registry.ts';
import type { PathScheme } from './scheme.ts';

type NodeScheme = Pick<PathScheme, 'hash' | 'node'>;

const known = new Map<string, Uint8Array[]>();

/** The node at a level that has nothing but leaves of zero bytes below it. */
export function paddingNode(level: number, scheme: NodeScheme): Uint8Array {
  const id = `${scheme.hash} ${scheme.node}`;
  const nodes = known.get(id) ?? [new Uint8Array(lengthOfHash(scheme.hash))];
  known.set(id, nodes);
  let node = nodes.at(-1) ?? new Uint8Array();
  while (nodes.length <= level) {
    node = hashNode(node, node, scheme);
    nodes.push(node);
  }
  return nodes[level] ?? node;
}
