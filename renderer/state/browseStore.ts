import type { KeyFilter, TreeQuery } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createKeyedStore } from './keyedStore.ts';
import { nothingSelected, type RowSelection } from './rowSelection.ts';

export type OpenPaths = TreeQuery['open'];
/** How the text of a filter is searched: settings in `browsePreferences`. */
export type SearchOption = 'mode' | 'where' | 'matchCase' | 'wholeWord';
/** A filter without them. */
export type Narrowing = Omit<KeyFilter, SearchOption>;

/** The state of Browse for one connection. */
export interface BrowseView {
  /** The open paths of the tree. */
  readonly open: OpenPaths;
  /** The tree was not shown yet, and opens its first branches itself. */
  readonly isFresh: boolean;
  /** The open paths of the filtered tree. */
  readonly openInFilter: OpenPaths;
  readonly filter: Narrowing;
  /** The table shows the atoms at or below it; `''` is all. */
  readonly path: string;
  readonly selection: RowSelection;
  /** The key of the row that the arrow keys move from; null for none. */
  readonly cursor: string | null;
  /** The key where a range selected with Shift starts; null for the cursor. */
  readonly anchor: string | null;
  /** The key to scroll to, and how often one was set, so that the same key can be revealed again. */
  readonly revealed: { readonly key: string; readonly count: number } | null;
}

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

export const {
  useView: useBrowseView,
  viewOf: browseView,
  change: changeBrowseView,
  subscribe: onBrowseViewChanged,
  keys: browseViewIds,
} = createKeyedStore<ConnectionId, BrowseView>(firstView);
