import { create } from 'zustand';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ImportReading } from '#shared/domain/keyImport.ts';

/** A discovery as it is being set up. */
export interface DiscoveryDraft {
  /** Words or phrases, separated by commas or lines. */
  readonly seeds: string;
  readonly budget: number | null;
  /** null: as many as the service gives. */
  readonly limit: number | null;
  readonly pauseMs: number | null;
  readonly guesses: boolean;
  readonly afresh: boolean;
}

interface DiscoverView {
  readonly draft: DiscoveryDraft;
  /** A file of keys that was read and waits for the user's word. */
  readonly reading: ImportReading | null;
}

const beginning: DiscoverView = {
  draft: { seeds: '', budget: 500, limit: null, pauseMs: 0, guesses: true, afresh: false },
  reading: null,
};

interface DiscoverState {
  readonly views: ReadonlyMap<ConnectionId, DiscoverView>;
}

const useDiscoverStore = create<DiscoverState>()(() => ({ views: new Map() }));

/** What was typed and prepared on the Discover screen of a connection. */
export function useDiscoverView(id: ConnectionId): DiscoverView {
  return useDiscoverStore(({ views }) => views.get(id) ?? beginning);
}

export function changeDiscoverView(id: ConnectionId, change: Partial<DiscoverView>): void {
  useDiscoverStore.setState(({ views }) => ({
    views: new Map(views).set(id, { ...(views.get(id) ?? beginning), ...change }),
  }));
}
