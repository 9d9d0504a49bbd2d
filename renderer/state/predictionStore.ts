import { z } from 'zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ConnectionId } from '#shared/domain/connection.ts';

export const chainLooks = ['graph', 'list', 'table'] as const;
/** How a chain is shown. */
export type ChainLook = (typeof chainLooks)[number];

/** The limits of Follow. */
export interface FollowLimits {
  /** Predictions followed from each node. */
  readonly breadth: number;
  /** Steps from the start. */
  readonly depth: number;
  /** The most requests to send. */
  readonly budget: number;
}

/** The bounds of the fields. */
export const limitBounds = {
  breadth: { least: 1, most: 20 },
  depth: { least: 1, most: 50 },
  budget: { least: 1, most: 1_000 },
} as const satisfies Record<keyof FollowLimits, unknown>;

function limit(name: keyof FollowLimits, first: number) {
  const { least, most } = limitBounds[name];
  return z.number().int().min(least).max(most).catch(first);
}
const followLimits = z.object({
  breadth: limit('breadth', 2),
  depth: limit('depth', 4),
  budget: limit('budget', 30),
});

/** What an earlier start saved. A field that is not as expected gets its first value. */
const remembered = z.object({
  /** The tab of the Predictions screen, by name. */
  tab: z.string().catch('chain'),
  look: z.enum(chainLooks).catch('graph'),
  limits: followLimits.catch(followLimits.parse({})),
  /** Connections whose predicted atoms are read automatically. */
  prefetching: z
    .array(z.unknown())
    .transform((ids) => ids.filter((id): id is ConnectionId => typeof id === 'string'))
    .catch([]),
});
type Remembered = Readonly<z.infer<typeof remembered>>;

export function readRememberedPredictions(stored: unknown): Remembered {
  return remembered.catch(remembered.parse({})).parse(stored);
}

/** The user's settings for predictions, kept across restarts. */
export const usePredictionStore = create<Remembered>()(
  persist((): Remembered => remembered.parse({}), {
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
