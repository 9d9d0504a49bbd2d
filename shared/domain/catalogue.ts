import { z } from 'zod';
import type { RootContradiction, RootSighting } from './connection.ts';
import type { CheckStatus, VerdictStatus } from '../merkle/verdict.ts';

export const keySources = ['recall', 'prediction', 'lookup', 'write', 'import'] as const;
/** How a key became known. */
export type KeySource = (typeof keySources)[number];

/** What is known about a key. Values are never stored. */
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
  /** The last response did not contain it. That does not prove that it does not exist. */
  readonly gone: boolean;
  /** When a reading last differed from the one before it; null if none did since changes are recorded. Epoch milliseconds. */
  readonly changedAt: number | null;
  /** A response contradicted an earlier one, and the user has not settled that yet. */
  readonly conflicting: boolean;
  /** The tree in which the last reading placed it at `leafIndex`; null until a proof was read. */
  readonly placed: LeafPlace | null;
  readonly bookmarked: boolean;
  /** The user's note; `''` if there is none. At most `maxNoteLength` UTF-16 units. */
  readonly note: string;
  /** The user's tags, normalized by `normalTag` and sorted; at most `maxTags`. */
  readonly tags: readonly string[];
}

export const maxNoteLength = 10_000;
export const maxTagLength = 50;
export const maxTags = 20;

/** The tree that a proof claims, and how well the proof shows that the leaf is in it. */
export interface LeafPlace {
  readonly rootHash: string;
  /** Decimal string. */
  readonly treeSize: string;
  /** Whether the proof leads from the leaf to the root. */
  readonly path: CheckStatus;
}

/** What is known about a connection's memory, in numbers. */
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
  /** Set if a damaged catalogue was replaced by a new one: the path of the old one. */
  readonly recoveredFrom: string | null;
  /** Tags in use, sorted, with the number of keys that have each. */
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

/** How many leaves of the tree may hold an atom: all except those proven to be empty. */
export function occupiedLeaves(treeSize: string, { emptyLeaves = 0 }: Coverage): bigint {
  return BigInt(treeSize) - BigInt(emptyLeaves);
}

/** Leaf positions from `start` up to but not including `end`; decimal strings. */
export interface LeafRange {
  readonly start: string;
  readonly end: string;
}

/** Where the known leaves are in the tree. */
export interface LeafMap {
  readonly revision: number;
  readonly coverage: Coverage;
  /** The positions of the tree in equal parts (the last may be shorter), with how many of each are known. Never more parts than positions. */
  readonly cells: readonly (LeafRange & {
    readonly known: number;
    /** How many were shown to be empty; absent if none were. */
    readonly empty?: number;
  })[];
  readonly unknown: {
    /** How many positions are not known; decimal string. */
    readonly leaves: string;
    /** How many ranges they form. */
    readonly rangeCount: number;
    /** The longest of these, longest first. */
    readonly longest: readonly LeafRange[];
  };
  readonly contradictions: readonly LeafContradiction[];
  /** How many there are in total; `contradictions` contains the first of them. */
  readonly contradictionCount: number;
  readonly moves: LeafMoves;
  readonly byVersions: VersionReading;
}

/**
 * Keys that were seen at a different position, or with a different leaf at the same position, than in an earlier tree. Either
 * shows that this tree does not only grow, so positions of different trees cannot be compared.
 */
export interface LeafMoves {
  /** Keys of which the same version was placed elsewhere in another tree. */
  readonly moved: number;
  /** Keys whose position held another leaf in another tree. */
  readonly rewritten: number;
}

/** Readings that cannot all be true. */
export type LeafContradiction =
  /** Several keys at one position under one root. */
  | {
      readonly kind: 'one-leaf-one-root';
      readonly leafIndex: string;
      readonly rootHash: string;
      /** The first of them. */
      readonly keys: readonly string[];
      readonly keyCount: number;
      /** Whether all of their proofs lead to the root; otherwise it is only a claim of the service. */
      readonly proven: boolean;
    }
  /** Two leaves of one key at one position under one root. */
  | {
      readonly kind: 'two-leaves-one-root';
      readonly leafIndex: string;
      readonly rootHash: string;
      readonly key: string;
    }
  /** Several keys at one position under different roots: a contradiction only in a tree that only grows. */
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
  /** No tree was seen, or one that does not only grow, or no known key was read with a version. */
  | { readonly kind: 'unknown' }
  /** No position is unknown. */
  | { readonly kind: 'nothing-unknown' }
  /** The versions of the known keys add up to exactly the tree size: earlier versions explain all unknown leaves. */
  | { readonly kind: 'explained'; readonly unknown: string }
  /** They add up to less: this many positions are not explained by known versions. */
  | {
      readonly kind: 'partly';
      readonly earlierVersions: string;
      readonly unexplained: string;
      /** Known keys whose version is not known yet. */
      readonly unread: number;
    }
  /** They add up to more than the tree has, or are not counted from 1: the tree does not have one leaf for each version. */
  | { readonly kind: 'does-not-fit'; readonly sum: string | null };

/** A normalized tag: NFC, trimmed, with single spaces, in lower case. */
export function normalTag(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

const tag = z.string().transform(normalTag).pipe(z.string().min(1).max(maxTagLength));

export const annotationChange = z.strictObject({
  bookmarked: z.boolean().exactOptional(),
  note: z.string().max(maxNoteLength).exactOptional(),
  addTags: z.array(tag).max(maxTags).readonly().exactOptional(),
  removeTags: z.array(tag).max(1_000).readonly().exactOptional(),
});
/** Changes by the user to keys; omitted fields stay as they are. */
export type AnnotationChange = z.infer<typeof annotationChange>;
