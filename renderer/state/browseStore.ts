import { create } from 'zustand';
import type { ConnectionId } from '#shared/domain/connection.ts';

export const sortColumns = ['key', 'version', 'leaf', 'verdict', 'readAt'] as const;
/** A column of the table of atoms. */
export type SortColumn = (typeof sortColumns)[number];

export interface RowSort {
  readonly column: SortColumn;
  readonly direction: 'ascending' | 'descending';
}

/** Where the user is in one connection's memory. */
export interface BrowseView {
  /** Paths that are open in the tree; null before the first look, when the tree decides. */
  readonly expanded: ReadonlySet<string> | null;
  /** Paths closed by hand while a filter holds all others open. */
  readonly closedInFilter: ReadonlySet<string>;
  /** The table shows the atoms at or below it; `''` is all. */
  readonly prefix: string;
  readonly selectedKey: string | null;
  readonly filter: string;
  readonly sort: RowSort;
}

const firstView: BrowseView = {
  expanded: null,
  closedInFilter: new Set(),
  prefix: '',
  selectedKey: null,
  filter: '',
  sort: { column: 'key', direction: 'ascending' },
};

interface BrowseState {
  readonly views: ReadonlyMap<ConnectionId, BrowseView>;
  readonly change: (id: ConnectionId, step: (view: BrowseView) => BrowseView) => void;
}

/** Kept for this session, so that coming back to Browse finds it as it was left. */
const useBrowseStore = create<BrowseState>()((set) => ({
  views: new Map(),
  change: (id, step) =>
    set((state) => {
      const before = state.views.get(id) ?? firstView;
      const after = step(before);
      return after === before ? state : { views: new Map(state.views).set(id, after) };
    }),
}));

export function useBrowseView(id: ConnectionId): BrowseView {
  return useBrowseStore(({ views }) => views.get(id) ?? firstView);
}

export function changeBrowseView(id: ConnectionId, step: (view: BrowseView) => BrowseView): void {
  useBrowseStore.getState().change(id, step);
}
