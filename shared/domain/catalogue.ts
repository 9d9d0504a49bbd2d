import type { RootContradiction, RootSighting } from './connection.ts';
import type { CheckStatus, VerdictStatus } from '../merkle/verdict.ts';

export const keySources = ['recall', 'prediction', 'lookup', 'write', 'import'] as const;
/** How a key became known. */
export type KeySource = (typeof keySources)[number];

/** What is remembered of one known key. Values are never kept. */
export interface CatalogueEntry {
  readonly key: string;
  readonly version: number | null;
  readonly hash: string | null;
  /** Decimal string; null until a proof was read. */
  readonly leafIndex: string | null;
  /** Of the last reading; null if never read. */
  readonly verdict: VerdictStatus | null;
  readonly source: KeySource;
  /** Epoch milliseconds. */
  readonly firstSeenAt: number;
  /** Epoch milliseconds of the last reading; null if never read. */
  readonly readAt: number | null;
  /** The last response did not return it. That does not show that it is not there. */
  readonly gone: boolean;
  /** A response contradicted what was remembered of it, and the user has not settled that yet. */
  readonly conflicting: boolean;
  /** The tree in which the last reading placed it at `leafIndex`; null until a proof was read. */
  readonly placed: LeafPlace | null;
  readonly bookmarked: boolean;
  /** The user's own words; `''` where there are none. At most `maxNoteLength` UTF-16 units. */
  readonly note: string;
  /** The user's own, as `normalTag` leaves them, sorted; at most `maxTags` of them. */
  readonly tags: readonly string[];
}

export const maxNoteLength = 10_000;
export const maxTagLength = 50;
export const maxTags = 20;

/** A tree as a proof names it, and how well the proof shows that the leaf is in it. */
export interface LeafPlace {
  readonly rootHash: string;
  /** Decimal string. */
  readonly treeSize: string;
  /** Whether the proof leads from the leaf to the root. */
  readonly path: CheckStatus;
}

/** What the user changes about keys; what is not named stays. */
export interface AnnotationChange {
  readonly bookmarked?: boolean;
  readonly note?: string;
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
}

/** What is known of a connection's memory, in numbers. */
export interface CatalogueSummary {
  /** Counts up with every change. */
  readonly revision: number;
  readonly keys: number;
  /** Known by name only. */
  readonly unread: number;
  readonly bookmarked: number;
  readonly coverage: Coverage;
  /** The newest root of the ledger, from this session or an earlier one; null until a root was seen. */
  readonly lastRoot: RootSighting | null;
  /** Set when a damaged catalogue was moved aside and a new one begun: where the old one lies. */
  readonly recoveredFrom: string | null;
  /** Tags in use, in their order, with how many keys carry each. */
  readonly tags: readonly { readonly tag: string; readonly keys: number }[];
}

/** Distinct leaf positions seen, out of the tree's leaves. */
export interface Coverage {
  readonly knownLeaves: number;
  /** Leaves that proofs of the newest tree showed to be empty, such as padding; absent if there are none. */
  readonly emptyLeaves?: number;
  /** Decimal string of the largest tree seen; null until a proof was read. */
  readonly treeSize: string | null;
}

/** How many leaves of the tree may hold an atom: all but those that were shown to be empty. */
export function occupiedLeaves(treeSize: string, { emptyLeaves = 0 }: Coverage): bigint {
  return BigInt(treeSize) - BigInt(emptyLeaves);
}

/** Leaf positions from `start` up to and without `end`; decimal strings. */
export interface LeafRange {
  readonly start: string;
  readonly end: string;
}

/** Where in the tree the known leaves are. */
export interface LeafMap {
  readonly revision: number;
  readonly coverage: Coverage;
  /** The positions of the tree in equal parts (the last may be shorter), with how many of each are known. Never more parts than positions. */
  readonly cells: readonly (LeafRange & {
    readonly known: number;
    /** How many were shown to be empty; absent if none were. */
    readonly empty?: number;
  })[];
  readonly dark: {
    /** How many positions are not known; decimal string. */
    readonly leaves: string;
    /** How many stretches they make up. */
    readonly rangeCount: number;
    /** The longest of these, longest first. */
    readonly longest: readonly LeafRange[];
  };
  readonly contradictions: readonly LeafContradiction[];
  /** How many there are, of which `contradictions` holds the first. */
  readonly contradictionCount: number;
  readonly moves: LeafMoves;
  readonly byVersions: VersionReading;
}

/**
 * Keys that were seen on another position, or with another leaf on the same position, than in an earlier tree. Either
 * shows that this tree does more than grow: then positions of different trees cannot be compared.
 */
export interface LeafMoves {
  /** Keys of which the same version was placed elsewhere in another tree. */
  readonly moved: number;
  /** Keys whose position held another leaf in another tree. */
  readonly rewritten: number;
}

/** What was read that cannot all be so. */
export type LeafContradiction =
  /** Several keys on one position under one root. */
  | {
      readonly kind: 'one-leaf-one-root';
      readonly leafIndex: string;
      readonly rootHash: string;
      /** The first of them. */
      readonly keys: readonly string[];
      readonly keyCount: number;
      /** Whether all of their proofs lead to the root; else it is what the service says. */
      readonly proven: boolean;
    }
  /** Two leaves of one key on one position under one root. */
  | {
      readonly kind: 'two-leaves-one-root';
      readonly leafIndex: string;
      readonly rootHash: string;
      readonly key: string;
    }
  /** Several keys on one position under different roots: it contradicts only a tree that does nothing but grow. */
  | {
      readonly kind: 'one-leaf-other-root';
      readonly leafIndex: string;
      readonly keys: readonly string[];
      readonly keyCount: number;
      readonly proven: boolean;
    }
  /** What the ledger found about a root. */
  | { readonly kind: 'root'; readonly rootHash: string; readonly contradiction: RootContradiction };

/**
 * A guess at what the unknown leaves hold: one leaf for each version of each key, with versions counted from 1. No read
 * returns an earlier version, so its leaf stays unknown.
 */
export type VersionReading =
  /** No tree was seen, or one that does more than grow, or no known key was read with a version. */
  | { readonly kind: 'unknown' }
  /** No position is unknown. */
  | { readonly kind: 'nothing-dark' }
  /** The versions of the known keys add up to exactly the tree: all unknown leaves is explained by earlier versions. */
  | { readonly kind: 'explained'; readonly dark: string }
  /** They add up to less: so many positions remain that no known version explains. */
  | {
      readonly kind: 'partly';
      readonly earlierVersions: string;
      readonly unexplained: string;
      /** Known keys whose version is not known yet. */
      readonly unread: number;
    }
  /** They add up to more than the tree has, or are not counted from 1: the tree does not have one leaf for each version. */
  | { readonly kind: 'does-not-fit'; readonly sum: string | null };

/** A tag as it is kept: composed, without space around it, each run of space one space, lower case. */
export function normalTag(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}
