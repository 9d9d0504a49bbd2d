import { z } from 'zod';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createSavedStore } from './savedStore.ts';

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

const saved = z.object({
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

/** The user's settings for predictions. */
export const usePredictionStore = createSavedStore('atom-explorer-predictions', saved);

export function prefetchFor(id: ConnectionId, on: boolean): void {
  usePredictionStore.setState(({ prefetching }) => {
    const others = prefetching.filter((other) => other !== id);
    return { prefetching: on ? [...others, id] : others };
  });
}
