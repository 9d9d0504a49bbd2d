import { hasRules } from '#shared/merkle/pin.ts';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';

interface SchemeState {
  /** What was confirmed for each connection, over restarts. */
  readonly confirmed: Readonly<Record<string, string>>;
  /** The connection whose scheme is shown; null: none. */
  readonly shownFor: ConnectionId | null;
  readonly show: (id: ConnectionId) => void;
  readonly hide: () => void;
}

/** Names what there is to confirm: another pin, or a leaf rule found later, is to be seen anew. */
export function nameOfPin({ pinnedAt, leaf }: SchemePin): string {
  return `${pinnedAt} ${leaf.length > 0 ? 'with' : 'without'} leaf`;
}

/** Reads what an earlier start left behind; anything unexpected means that nothing was confirmed. */
export function readConfirmed(stored: unknown): Readonly<Record<string, string>> {
  if (typeof stored !== 'object' || stored === null || !('confirmed' in stored)) return {};
  const { confirmed } = stored;
  if (typeof confirmed !== 'object' || confirmed === null) return {};
  return Object.fromEntries(
    Object.entries(confirmed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
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

/** Whether the user has yet to look at what was inferred for this connection. */
export function useIsUnconfirmed({ id, scheme }: Connection): boolean {
  const confirmed = useSchemeStore((state) => state.confirmed[id]);
  return hasRules(scheme) && scheme.origin === 'inferred' && confirmed !== nameOfPin(scheme);
}

export function confirmScheme({ id, scheme }: Connection): void {
  if (scheme === null) return;
  useSchemeStore.setState(({ confirmed }) => ({ confirmed: { ...confirmed, [id]: nameOfPin(scheme) } }));
}
