import type { Chain } from '#shared/predictions/chain.ts';
import type { Places } from '#shared/predictions/chainDrawing.ts';
import type { ChainLayout } from './chainLayout.ts';

/** A chain to lay out, and the node that keeps its position. */
export interface LayoutRequest {
  readonly chain: Chain;
  readonly anchor: string;
}

export interface LayoutQueue {
  /** Lays out a chain unless its nodes are those of the last layout. During a layout, only the last request counts. */
  readonly request: (request: LayoutRequest) => void;
  readonly close: () => void;
}

/** Lays out one chain at a time. The latest request that arrives meanwhile is next. */
export function createLayoutQueue(
  layout: ChainLayout,
  {
    onPlaces,
    onError,
  }: {
    readonly onPlaces: (places: Places, request: LayoutRequest) => void;
    readonly onError: (error: unknown) => void;
  },
): LayoutQueue {
  let latest: LayoutRequest | null = null;
  let laidOut: Chain | null = null;
  let isBusy = false;
  let isClosed = false;

  const work = async (): Promise<void> => {
    for (;;) {
      const request = latest;
      if (isClosed || request === null || hasSameNodes(laidOut, request.chain)) return;
      const places = await layout.layOut(request.chain);
      if (isClosed) return;
      laidOut = request.chain;
      onPlaces(places, latest ?? request);
    }
  };
  return {
    request: (request) => {
      latest = request;
      if (isBusy) return;
      isBusy = true;
      work()
        .catch((error: unknown) => {
          if (!isClosed) onError(error);
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

/** Nodes are only added, so chains with the same start and count have the same nodes. */
function hasSameNodes(one: Chain | null, other: Chain): boolean {
  return one !== null && one.start === other.start && one.nodes.size === other.nodes.size;
}
