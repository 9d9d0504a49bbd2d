import type { Chain } from '#shared/predictions/chain.ts';
import type { Places } from '#shared/predictions/chainDrawing.ts';
import type { ChainLayout } from './chainLayout.ts';

/** A chain to lay out, and the node that is to stay where it is. */
export interface LayoutWish {
  readonly chain: Chain;
  readonly anchor: string;
}

export interface LayoutQueue {
  /** Lays a chain out, unless it has the nodes that were laid out last. While one is being laid out, only the last wish counts. */
  readonly wish: (wish: LayoutWish) => void;
  readonly close: () => void;
}

/** Lays out one chain at a time; what is wished meanwhile comes next, all of it at once. */
export function createLayoutQueue(
  layout: ChainLayout,
  told: {
    readonly places: (places: Places, wish: LayoutWish) => void;
    readonly error: (error: unknown) => void;
  },
): LayoutQueue {
  let latest: LayoutWish | null = null;
  let laidOut: Chain | null = null;
  let isBusy = false;
  let isClosed = false;

  const workOff = async (): Promise<void> => {
    for (;;) {
      const wish = latest;
      if (isClosed || wish === null || hasSameNodes(laidOut, wish.chain)) return;
      const places = await layout.layOut(wish.chain);
      if (isClosed) return;
      laidOut = wish.chain;
      told.places(places, latest ?? wish);
    }
  };
  return {
    wish: (wish) => {
      latest = wish;
      if (isBusy) return;
      isBusy = true;
      workOff()
        .catch((error: unknown) => {
          if (!isClosed) told.error(error);
        })
        .finally(() => {
          isBusy = false;
        });
    },
    close: () => {
      isClosed = true;
      layout.close();
    },
  };
}

/** Nodes are only ever added, and nothing else moves them. */
function hasSameNodes(one: Chain | null, other: Chain): boolean {
  return one !== null && one.start === other.start && one.nodes.size === other.nodes.size;
}
