import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ConnectionId } from '#shared/domain/connection.ts';

export const chainLooks = ['graph', 'list', 'table'] as const;
/** How a chain is shown. */
export type ChainLook = (typeof chainLooks)[number];

/** How far and how wide "follow" goes, and what it may cost. */
export interface FollowLimits {
  /** Predictions followed from each node. */
  readonly breadth: number;
  /** Steps from where it begins. */
  readonly depth: number;
  /** Requests. */
  readonly budget: number;
}

/** The fields' bounds. */
export const limitBounds = {
  breadth: { least: 1, most: 20 },
  depth: { least: 1, most: 50 },
  budget: { least: 1, most: 1_000 },
} as const satisfies Record<keyof FollowLimits, unknown>;

interface Remembered {
  /** The tab of the Predictions screen, by name. */
  readonly tab: string;
  readonly look: ChainLook;
  readonly limits: FollowLimits;
  /** Connections for which predicted atoms are read without being asked for. */
  readonly prefetching: readonly ConnectionId[];
}

const initial: Remembered = {
  tab: 'chain',
  look: 'graph',
  limits: { breadth: 2, depth: 4, budget: 30 },
  prefetching: [],
};

/** Reads what an earlier start left behind; what is not as expected falls back to its first value. */
export function readRememberedPredictions(stored: unknown): Remembered {
  const { tab, look, limits, prefetching } = fieldsOf(stored);
  const { breadth, depth, budget } = fieldsOf(limits);
  return {
    tab: typeof tab === 'string' ? tab : initial.tab,
    look: chainLooks.find((known) => known === look) ?? initial.look,
    limits: {
      breadth: within('breadth', breadth),
      depth: within('depth', depth),
      budget: within('budget', budget),
    },
    prefetching: Array.isArray(prefetching)
      ? prefetching.filter((id): id is ConnectionId => typeof id === 'string')
      : initial.prefetching,
  };
}

function fieldsOf(stored: unknown): { readonly [name: string]: unknown } {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

function within(name: keyof FollowLimits, stored: unknown): number {
  const { least, most } = limitBounds[name];
  return typeof stored === 'number' && Number.isInteger(stored) && stored >= least && stored <= most
    ? stored
    : initial.limits[name];
}

/** How the user likes predictions to be shown and fetched, over restarts. */
export const usePredictionStore = create<Remembered>()(
  persist((): Remembered => initial, {
    name: 'atom-explorer-predictions',
    version: 1,
    merge: (stored) => readRememberedPredictions(stored),
  }),
);

export function showPredictionTab(tab: string): void {
  usePredictionStore.setState({ tab });
}

export function showChainAs(look: ChainLook): void {
  usePredictionStore.setState({ look });
}

export function limitFollowing(limits: FollowLimits): void {
  usePredictionStore.setState({ limits });
}

export function prefetchFor(id: ConnectionId, on: boolean): void {
  usePredictionStore.setState(({ prefetching }) => {
    const others = prefetching.filter((other) => other !== id);
    return { prefetching: on ? [...others, id] : others };
  });
}
