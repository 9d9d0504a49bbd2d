import { successors, type Chain } from '#shared/predictions/chain.ts';
import type { Places } from '#shared/predictions/chainDrawing.ts';

/** The node that an arrow key moves to: along an edge, or up or down in the same column. */
export function moveInChain(chain: Chain, places: Places, from: string, key: string): string | null {
  const node = chain.nodes.get(from);
  const here = places.get(from);
  if (node === undefined || here === undefined) return null;
  switch (key) {
    case 'ArrowRight':
      return successors(chain, node).find(({ id }) => id !== from)?.id ?? null;
    case 'ArrowLeft':
      return node.parent;
    case 'ArrowUp':
    case 'ArrowDown': {
      const sign = key === 'ArrowDown' ? 1 : -1;
      const column = [...places].filter(([, { x }]) => Math.abs(x - here.x) < 1);
      const beyond = column.filter(([, { y }]) => sign * (y - here.y) > 0);
      beyond.sort(([, one], [, other]) => sign * (one.y - other.y));
      return beyond[0]?.[0] ?? null;
    }
    case 'Home':
      return chain.start;
    default:
      return null;
  }
}
