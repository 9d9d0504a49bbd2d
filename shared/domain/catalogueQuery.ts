import type { CatalogueEntry } from './catalogue.ts';
import type { ConnectionId } from './connection.ts';
import { verdictStatuses } from '../merkle/verdict.ts';

export const filterModes = ['contains', 'prefix', 'glob', 'segment'] as const;
/**
 * How the text of a filter is matched: anywhere in the key, at its beginning, as a pattern with `*` (any run of
 * characters within a segment), `**` (any run) and `?` (one character) for the whole key, or as one whole segment.
 * All of them ignore case.
 */
export type FilterMode = (typeof filterModes)[number];

export const keyStates = [...verdictStatuses, 'unread', 'gone'] as const;
/** The last verdict of a key, or that it was never read or was not returned. */
export type KeyState = (typeof keyStates)[number];

/** Selects known keys. An empty text without further conditions selects all of them. */
export interface KeyFilter {
  readonly text: string;
  readonly mode: FilterMode;
  /** Only entries whose last verdict is one of these, or that were never read. */
  readonly states?: readonly KeyState[];
  readonly bookmarked?: true;
  readonly tag?: string;
}

/** The tree of the known keys that match a filter. */
export interface TreeQuery {
  readonly connectionId: ConnectionId;
  readonly filter: KeyFilter;
  /** What separates the segments of a key; at least one character. */
  readonly delimiter: string;
  readonly open: {
    /** Whether paths that are not listed are expanded. */
    readonly others: boolean;
    /** Paths for which the opposite applies. */
    readonly except: readonly string[];
  };
}

/** One visible row of the tree. */
export interface TreeRow {
  /** Segments from the root to here, joined by the delimiter; `''` for the row of all keys. */
  readonly path: string;
  /** The last segment of `path`. */
  readonly label: string;
  /** 1 for the row of all keys. */
  readonly level: number;
  /** Keys at or below this path that match the filter. */
  readonly keyCount: number;
  /** The entry, if exactly this key is known and matches the filter. */
  readonly entry: CatalogueEntry | null;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** Row index of the parent; -1 for the row of all keys. */
  readonly parent: number;
  /** Position among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
}

export const sortColumns = [
  'key',
  'version',
  'leaf',
  'verdict',
  'readAt',
  'hash',
  'source',
  'firstSeenAt',
  'root',
  'treeSize',
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** The atoms at or below a path that match a filter, in an order. */
export interface AtomsQuery {
  readonly connectionId: ConnectionId;
  readonly filter: KeyFilter;
  readonly delimiter: string;
  /** `''` for all. */
  readonly path: string;
  readonly sort: { readonly column: SortColumn; readonly direction: 'ascending' | 'descending' };
}

/** Rows `from` up to but not including `to`. */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
}

export interface RowsAnswer<Row> {
  /** Increases with every change of the catalogue; rows of different revisions must not be mixed. */
  readonly revision: number;
  /** All rows of the query. */
  readonly total: number;
  /** Those of the window that was requested, as far as there are any. */
  readonly rows: readonly Row[];
}

/** Which keys a piece of work is about: listed, or all that a query finds, but for some. */
export type KeySelection =
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  | { readonly kind: 'query'; readonly query: AtomsQuery; readonly except: readonly string[] };

/** A row of the tree to be found: that of a path, or the next one, around the end, whose label begins with what was typed. */
export type TreeTarget =
  | { readonly kind: 'path'; readonly path: string }
  /** One letter, or the same again and again, continues to the next such row after row `after`; a longer word may stay there. */
  | { readonly kind: 'typed'; readonly text: string; readonly after: number };

export interface RowPlace {
  readonly revision: number;
  /** -1 where there is no such row. */
  readonly index: number;
  /** Of a path that has no row visible: the row of the nearest path above it that has one. Otherwise as `index`. */
  readonly nearest: number;
}
