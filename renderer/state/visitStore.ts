import { z } from 'zod';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createSavedStore } from './savedStore.ts';

/** The user's visits of one connection: the present one, and when the one before it ended. Epoch milliseconds. */
export interface Visits {
  /** When the connection was last seen in a visible window. */
  readonly lastAt: number;
  /** null if there was no earlier visit. */
  readonly previousEnd: number | null;
}

/** A visit ends when the connection was not seen for this long. */
const visitGapMs = 30 * 60_000;

const visits = z.object({ lastAt: z.number(), previousEnd: z.number().nullable() });
const saved = z.object({ visits: z.record(z.string(), visits).catch({}) });

export const useVisitStore = createSavedStore('atom-explorer-visits', saved);

/** When the visit before this one ended; null if this is the first. */
export function usePreviousVisit(id: ConnectionId): number | null {
  return useVisitStore((state) => state.visits[id]?.previousEnd ?? null);
}

/** Notes that the user sees a connection now. */
export function noteVisit(id: ConnectionId, now: number): void {
  // Another window may have noted a visit since this one read them.
  useVisitStore.readAgain();
  useVisitStore.setState((state) => ({
    visits: { ...state.visits, [id]: nextVisit(state.visits[id] ?? null, now) },
  }));
}

/** Nothing is kept of connections that were removed. */
export function keepVisitsOf(ids: ReadonlySet<string>): void {
  useVisitStore.readAgain();
  const { visits: all } = useVisitStore.getState();
  const left = Object.entries(all).filter(([id]) => ids.has(id));
  if (left.length < Object.keys(all).length) useVisitStore.setState({ visits: Object.fromEntries(left) });
}

export function nextVisit(before: Visits | null, now: number): Visits {
  if (before === null) return { lastAt: now, previousEnd: null };
  const isNew = now - before.lastAt > visitGapMs;
  // The clock may have been set back.
  return {
    lastAt: Math.max(now, isNew ? now : before.lastAt),
    previousEnd: isNew ? before.lastAt : before.previousEnd,
  };
}
