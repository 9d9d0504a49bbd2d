import type { RootSighting } from './connection.ts';
import type { VerdictStatus } from '../merkle/verdict.ts';

export const keySources = ['recall', 'prediction', 'lookup', 'write'] as const;
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
  /** The last read answered 404. */
  readonly gone: boolean;
  /** The highest version that was verified, and when that was first so (epoch milliseconds); null if none was. */
  readonly verified: { readonly version: number; readonly at: number } | null;
}

export interface CatalogueListing {
  readonly entries: readonly CatalogueEntry[];
  readonly coverage: Coverage;
  /** The newest root of the ledger, from this session or an earlier one; null until a root was seen. */
  readonly lastRoot: RootSighting | null;
  /** Set when a damaged catalogue was set aside and a new one begun: where the old one lies. */
  readonly recoveredFrom: string | null;
}

/** Distinct leaf positions seen, out of the tree's leaves. */
export interface Coverage {
  readonly knownLeaves: number;
  /** Decimal string of the largest tree seen; null until a proof was read. */
  readonly treeSize: string | null;
}
