import { startTransition, useEffect, useRef, useState } from 'react';
import type { Chain } from '#shared/predictions/chain.ts';
import { keepInPlace, type Places } from '#shared/predictions/chainDrawing.ts';
import { createChainLayout } from './chainLayout.ts';
import { createLayoutQueue, type LayoutQueue } from './layoutQueue.ts';

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
