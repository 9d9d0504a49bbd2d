import { startTransition, useEffect, useRef, useState } from 'react';
import type { Chain } from '#shared/predictions/chain.ts';
import { keepInPlace, type Places } from '#shared/predictions/chainDrawing.ts';
import { createChainLayout, type ChainLayout } from './chainLayout.ts';

interface LaidOut {
  readonly places: Places;
  /** Why the layout failed; null if it did not. */
  readonly error: unknown;
}

const nowhere: LaidOut = { places: new Map(), error: null };

/** The positions of a chain's nodes. Nodes that are newer than the last layout have none yet; `anchor` keeps its position. */
export function useChainPlaces(chain: Chain, anchor: string): LaidOut {
  const [laidOut, setLaidOut] = useState(nowhere);
  const queue = useRef<LayoutQueue | null>(null);
  useEffect(() => {
    const created = createLayoutQueue(createChainLayout(), {
      onPlaces: (places, request) =>
        startTransition(() =>
          setLaidOut((before) => ({
            places: keepInPlace(places, before.places, request.anchor),
            error: null,
          })),
        ),
      onError: (error) => setLaidOut((before) => ({ ...before, error })),
    });
    queue.current = created;
    return () => created.close();
  }, []);
  useEffect(() => queue.current?.request({ chain, anchor }), [chain, anchor]);
  return laidOut;
}

/** A chain to lay out, and the node that keeps its position. */
interface LayoutRequest {
  readonly chain: Chain;
  readonly anchor: string;
}

interface LayoutQueue {
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
