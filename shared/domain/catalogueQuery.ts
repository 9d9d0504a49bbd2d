import { z } from 'zod';
import { connectionId, keyText } from '../ipc/fields.ts';
import { verdictStatuses } from '../merkle/verdict.ts';
import { fieldSteps } from '../keyIndex/fieldPath.ts';
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

export const searchPlaces = ['keys', 'values', 'both'] as const;
/** Where the text of a filter is searched. */
export type SearchPlace = (typeof searchPlaces)[number];

export const keyFilter = z.strictObject({
  text: z.string().max(10_000),
  /** For keys only: in values, the text may be anywhere. */
  mode: z.enum(filterModes),
  /** Absent: in keys. Of values, only those that are in memory are searched; see `ValueCoverage`. */
  where: z.enum(searchPlaces).exactOptional(),
  /** In values, whether case counts, and whether the text must be whole words. Absent: no. */
  matchCase: z.literal(true).exactOptional(),
  wholeWord: z.literal(true).exactOptional(),
  /** Only keys whose value is not in memory although it could be read. */
  withoutValue: z.literal(true).exactOptional(),
  /** Only entries whose last verdict is one of these, or that were never read. */
  states: z.array(z.enum(keyStates)).min(1).readonly().exactOptional(),
  bookmarked: z.literal(true).exactOptional(),
  /** Only keys that have all of these tags. */
  tags: z.array(z.string().max(maxTagLength)).min(1).max(1_000).readonly().exactOptional(),
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
  'value',
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** The longest path of a field, in UTF-16 units. */
export const longestField = 300;
export const mostFields = 20;

/** A field of values that are JSON, as a path: `$.unit`, `$.readings[0]`, `$["odd name"]`. */
export const fieldColumn = z
  .templateLiteral(['$', z.string()])
  .refine((path) => path.length <= longestField && fieldSteps(path) !== null, 'not the path of a field');
export type FieldColumn = z.infer<typeof fieldColumn>;
/** A column of the table of atoms. */
export const atomColumn = z.union([z.enum(sortColumns), fieldColumn]);
export type AtomColumn = z.infer<typeof atomColumn>;

/** Whether a column shows a part of the value. */
export function isOfValues(column: AtomColumn): column is 'value' | FieldColumn {
  return column === 'value' || column.startsWith('$');
}

/** An atom with the parts of its value that a table shows. */
export interface AtomRow extends CatalogueEntry {
  /** Absent if the query asks for none. */
  readonly shown?: ShownValue;
}

export interface ShownValue {
  /** null if its value is not in memory, or was not asked for. */
  readonly preview: ValuePreview | null;
  /** In the order of the fields of the query; null for each that the value does not have. */
  readonly fields: readonly (string | null)[];
}

/** A part of a value on one line. */
export interface ValuePreview {
  readonly text: string;
  /** What the filter found in it, in UTF-16 units of `text`. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** How many of the values of the known keys a search reaches. */
export interface ValueCoverage {
  readonly keys: number;
  /** Keys whose value is in memory. */
  readonly searched: number;
  /** Keys whose value is too large to be kept in memory. */
  readonly tooLarge: number;
  /** Keys whose value was dropped from memory to make room for others. */
  readonly dropped: number;
  /** Keys whose value can be read: not in memory, not too large, and returned when they were last requested. */
  readonly readable: number;
  /** The values that the history of the connection has. `none`: it has none. */
  readonly history: KeptValuesState;
}

/** `locked`: the computer is, so nothing is loaded. */
export type KeptValuesState = 'none' | 'loading' | 'loaded' | 'key-missing' | 'unreadable' | 'locked';

/** A field that values have, and how many of those that were looked at have it. */
export interface SeenField {
  readonly path: FieldColumn;
  readonly values: number;
}

export const atomsQuery = z.strictObject({
  connectionId,
  filter: keyFilter,
  delimiter: keyDelimiter,
  /** `''` for all. */
  path: keyText,
  sort: z.strictObject({
    column: atomColumn,
    direction: z.enum(['ascending', 'descending']),
  }),
  /** What rows show of values. Absent: nothing. */
  show: z
    .strictObject({ preview: z.boolean(), fields: z.array(fieldColumn).max(mostFields).readonly() })
    .exactOptional(),
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
