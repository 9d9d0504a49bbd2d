import { startTransition, useEffect, useRef, useState } from 'react';
import type { Chain } from '#shared/predictions/chain.ts';
import { keepInPlace, type Places } from '#shared/predictions/chainDrawing.ts';
import { createChainLayout } from './chainLayout.ts';
import { createLayoutQueue, type LayoutQueue } from './layoutQueue.ts';

interface LaidOut {
  readonly places: Places;
  /** Why the chain could not be laid out; null where it could. */
  readonly error: unknown;
}

const nowhere: LaidOut = { places: new Map(), error: null };

/** The places of a chain's nodes. Nodes that came after the last layout have none yet; `anchor` stays where it is. */
export function useChainPlaces(chain: Chain, anchor: string): LaidOut {
  const [laidOut, setLaidOut] = useState(nowhere);
  const queue = useRef<LayoutQueue | null>(null);
  useEffect(() => {
    const created = createLayoutQueue(createChainLayout(), {
      places: (places, wish) =>
        startTransition(() =>
          setLaidOut((before) => ({ places: keepInPlace(places, before.places, wish.anchor), error: null })),
        ),
      error: (error) => setLaidOut((before) => ({ ...before, error })),
    });
    queue.current = created;
    return () => created.close();
  }, []);
  useEffect(() => queue.current?.wish({ chain, anchor }), [chain, anchor]);
  return laidOut;
}
