import { create } from 'zustand';
import type { KeyFilter, TreeQuery } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { nothingSelected, type RowSelection } from './rowSelection.ts';

export type OpenPaths = TreeQuery['open'];
/** A filter without its mode, which is the user's habit: `browsePreferences` knows it. */
export type Narrowing = Omit<KeyFilter, 'mode'>;

/** Where the user is in one connection's memory. */
export interface BrowseView {
  /** What is open in the tree. */
  readonly open: OpenPaths;
  /** Before the first look, when the tree itself decides what is open. */
  readonly isFresh: boolean;
  /** What is open of what a filter left. */
  readonly openInFilter: OpenPaths;
  readonly filter: Narrowing;
  /** The table shows the atoms at or below it; `''` is all. */
  readonly path: string;
  readonly selection: RowSelection;
  /** The row of the table that the arrow keys go on from; null: none. */
  readonly cursor: string | null;
  /** Where a stretch of rows selected with Shift begins; null: at the cursor. */
  readonly anchor: string | null;
  /** The key to bring into sight, and how many there have been: the same again is brought again. */
  readonly revealed: { readonly key: string; readonly count: number } | null;
}

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

export const allOpen: OpenPaths = { others: true, except: [] };
export const onlyRootOpen: OpenPaths = { others: false, except: [''] };

const firstView: BrowseView = {
  open: onlyRootOpen,
  isFresh: true,
  openInFilter: allOpen,
  filter: { text: '' },
  path: '',
  selection: nothingSelected,
  cursor: null,
  anchor: null,
  revealed: null,
};

export function useBrowseView(id: ConnectionId): BrowseView {
  return useBrowseStore(({ views }) => views.get(id) ?? firstView);
}

/** As it stands now, for what happens outside of drawing. */
export function browseView(id: ConnectionId): BrowseView {
  return useBrowseStore.getState().views.get(id) ?? firstView;
}

export function changeBrowseView(id: ConnectionId, step: (view: BrowseView) => BrowseView): void {
  useBrowseStore.getState().change(id, step);
}
