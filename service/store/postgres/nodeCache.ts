import type { Position } from '../../tree/merkleTree.ts';
import { positionId } from '../proving.ts';

/** Nodes that were read: complete subtrees never change. Those of leaves are left out, because few are needed twice. */
export interface NodeCache {
  get(position: Position): Buffer | undefined;
  put(position: Position, hash: Buffer): void;
}

/** @param most nodes that are kept; those used longest ago make room. About 150 bytes each */
export function createNodeCache(most: number): NodeCache {
  const nodes = new Map<string, Buffer>();
  return {
    get(position) {
      const id = positionId(position);
      const hash = nodes.get(id);
      if (hash === undefined) return undefined;
      nodes.delete(id);
      nodes.set(id, hash);
      return hash;
    },
    put(position, hash) {
      if (position.level === 0) return;
      nodes.set(positionId(position), hash);
      if (nodes.size <= most) return;
      const [oldest] = nodes.keys();
      if (oldest !== undefined) nodes.delete(oldest);
    },
  };
}
