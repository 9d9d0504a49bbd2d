import { hasRules } from '#shared/merkle/pin.ts';
import { z } from 'zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';

interface SchemeState {
  /** The pin that the user reviewed, by connection. Kept across restarts. */
  readonly confirmed: Readonly<Record<string, string>>;
  /** The connection whose hashing rules are shown. null: none. */
  readonly shownFor: ConnectionId | null;
  readonly show: (id: ConnectionId) => void;
  readonly hide: () => void;
}

/** Identifies a pin for review. A new pin, or a leaf rule found later, must be reviewed again. */
export function nameOfPin({ pinnedAt, leaf }: SchemePin): string {
  return `${pinnedAt} ${leaf.length > 0 ? 'with' : 'without'} leaf`;
}

const remembered = z.object({
  confirmed: z
    .record(z.string(), z.unknown())
    .transform((stored): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
    ),
});

/** Parses the stored reviews. Anything unexpected counts as not reviewed. */
export function readConfirmed(stored: unknown): Readonly<Record<string, string>> {
  return remembered.catch({ confirmed: {} }).parse(stored).confirmed;
}

export const useSchemeStore = create<SchemeState>()(
  persist(
    (set): SchemeState => ({
      confirmed: {},
      shownFor: null,
      show: (shownFor) => set({ shownFor }),
      hide: () => set({ shownFor: null }),
    }),
    {
      name: 'atom-explorer-schemes',
      version: 1,
      partialize: ({ confirmed }) => ({ confirmed }),
      merge: (stored, current) => ({ ...current, confirmed: readConfirmed(stored) }),
    },
  ),
);

/** Whether the user has not reviewed the inferred hashing rules of a connection yet. */
export function useIsUnconfirmed({ id, scheme }: Connection): boolean {
  const confirmed = useSchemeStore((state) => state.confirmed[id]);
  return hasRules(scheme) && scheme.origin === 'inferred' && confirmed !== nameOfPin(scheme);
}

export function confirmScheme({ id, scheme }: Connection): void {
  if (scheme === null) return;
  useSchemeStore.setState(({ confirmed }) => ({ confirmed: { ...confirmed, [id]: nameOfPin(scheme) } }));
}
