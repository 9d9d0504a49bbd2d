import type { VerdictCounts, VerdictStatus } from '../merkle/verdict.ts';
import type { ConnectionId } from './connection.ts';

/** Differences of one comparison that are listed. */
export const mostDifferences = 10_000;

export const differenceKinds = [
  'other-value-same-version',
  'value',
  'version',
  'leaf',
  'only-in-a',
  'only-in-b',
  'verdict',
  'not-compared',
  'not-in-either',
] as const;
/**
 * How a key differs between connections A and B. `other-value-same-version`: both state the same version, with different
 * values. `value`: different values otherwise. `only-in-a`: requested from B and not returned. `not-compared`: a side
 * could not be read (see `ComparedSide`). `not-in-either`: neither side returned it.
 */
export type DifferenceKind = (typeof differenceKinds)[number];

/** What one side returned for a key. Contains no value. */
export type ComparedSide =
  | { readonly kind: 'atom'; readonly version: number | null; readonly verdict: VerdictStatus }
  /** `isDenied`: although the key is proven under the root that this side claims. */
  | { readonly kind: 'missing'; readonly isDenied: boolean }
  /** Refused by the service; no request can carry the key; several atoms with this key in one response. */
  | { readonly kind: 'refused' | 'unsendable' | 'repeated' };

export interface KeyDifference {
  readonly key: string;
  /** At least one. */
  readonly kinds: readonly DifferenceKind[];
  readonly a: ComparedSide;
  readonly b: ComparedSide;
}

/**
 * Each key has one outcome. `same`: equal values, and nothing else that was compared differs. `other-verdict`: the same, but for
 * the verdict. `value-not-compared`: nothing differs, but a side does not include the value.
 */
export type KeyOutcome =
  | 'same'
  | 'other-verdict'
  | 'value-not-compared'
  | 'different'
  | 'only-in-a'
  | 'only-in-b'
  | 'not-in-either'
  | 'not-compared';

export interface ComparisonProgress {
  readonly otherId: ConnectionId;
  /** All keys that A or B knows; null until they have been counted. */
  readonly total: number | null;
  /** Keys with an outcome. */
  readonly done: number;
  readonly outcomes: Readonly<Record<KeyOutcome, number>>;
  /** A key counts once for each kind. */
  readonly kinds: Readonly<Record<DifferenceKind, number>>;
  /** Of the keys that both returned: how many lack what it takes to compare the field. */
  readonly fieldsNotCompared: { readonly value: number; readonly version: number; readonly leaf: number };
  readonly a: ComparedConnection;
  readonly b: ComparedConnection;
  /** The number of all listed kinds of differences, including those beyond `mostDifferences`. */
  readonly differenceCount: number;
}

export interface ComparedConnection {
  /** Known keys when the comparison started. */
  readonly keys: number;
  /** A snapshot lists all of its atoms; a service cannot. */
  readonly listsAll: boolean;
  readonly verdicts: VerdictCounts;
  /** Atoms returned without being requested. */
  readonly unasked: number;
}
