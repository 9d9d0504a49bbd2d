import { z } from 'zod';
import { connectionId, keyText } from '../ipc/fields.ts';
import { verdictStatuses } from '../merkle/verdict.ts';
import { maxTagLength, type CatalogueEntry } from './catalogue.ts';
import { changedFilter } from './keyChange.ts';

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

const keyFilter = z.strictObject({
  text: z.string().max(10_000),
  mode: z.enum(filterModes),
  /** Only entries whose last verdict is one of these, or that were never read. */
  states: z.array(z.enum(keyStates)).min(1).readonly().exactOptional(),
  bookmarked: z.literal(true).exactOptional(),
  tag: z.string().max(maxTagLength).exactOptional(),
  changed: changedFilter.exactOptional(),
});
/** Selects known keys. An empty text without further conditions selects all of them. */
export type KeyFilter = z.infer<typeof keyFilter>;

/** What separates the segments of a key. */
export const keyDelimiter = z.string().min(1).max(100);

export const treeQuery = z.strictObject({
  connectionId,
  filter: keyFilter,
  delimiter: keyDelimiter,
  open: z.strictObject({
    /** Whether paths that are not listed are expanded. */
    others: z.boolean(),
    /** Paths for which the opposite applies. */
    except: z.array(keyText).max(1_000_000).readonly(),
  }),
});
/** The tree of the known keys that match a filter. */
export type TreeQuery = z.infer<typeof treeQuery>;

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
  'changedAt',
  'root',
  'treeSize',
] as const;
export type SortColumn = (typeof sortColumns)[number];

export const atomsQuery = z.strictObject({
  connectionId,
  filter: keyFilter,
  delimiter: keyDelimiter,
  /** `''` for all. */
  path: keyText,
  sort: z.strictObject({ column: z.enum(sortColumns), direction: z.enum(['ascending', 'descending']) }),
});
/** The atoms at or below a path that match a filter, in an order. */
export type AtomsQuery = z.infer<typeof atomsQuery>;

export function rowWindow(mostRows: number) {
  return z
    .strictObject({ from: z.int().min(0), to: z.int().min(0) })
    .refine(({ from, to }) => to - from <= mostRows, `at most ${String(mostRows)} rows at once`);
}
/** Rows `from` up to but not including `to`. */
export type RowWindow = z.infer<ReturnType<typeof rowWindow>>;

export interface RowsAnswer<Row> {
  /** Increases with every change of the catalogue; rows of different revisions must not be mixed. */
  readonly revision: number;
  /** All rows of the query. */
  readonly total: number;
  /** Those of the window that was requested, as far as there are any. */
  readonly rows: readonly Row[];
}

export const keySelection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keys'), keys: z.array(keyText).max(1_000_000).readonly() }),
  z.strictObject({
    kind: z.literal('query'),
    query: atomsQuery,
    except: z.array(keyText).max(1_000_000).readonly(),
  }),
]);
/** Which keys a piece of work is about: listed, or all that a query finds, but for some. */
export type KeySelection = z.infer<typeof keySelection>;

export const treeTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('path'), path: keyText }),
  /** One letter, or the same again and again, continues to the next such row after row `after`; a longer word may stay there. */
  z.strictObject({ kind: z.literal('typed'), text: z.string().min(1).max(1_000), after: z.int().min(-1) }),
]);
/** A row of the tree to be found: that of a path, or the next one, around the end, whose label begins with what was typed. */
export type TreeTarget = z.infer<typeof treeTarget>;

export interface RowPlace {
  readonly revision: number;
  /** -1 where there is no such row. */
  readonly index: number;
  /** Of a path that has no row visible: the row of the nearest path above it that has one. Otherwise as `index`. */
  readonly nearest: number;
}
