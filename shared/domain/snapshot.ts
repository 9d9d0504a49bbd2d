import type { CheckStatus } from '../merkle/verdict.ts';

/**
 * A signed snapshot of a memory (`formatVersion` 1.0.0): every atom with its leaf, and a signature over the roots. What its
 * signature covers, and what it does not, is in docs/snapshots.md.
 */
export interface SnapshotFacts {
  /** Who exported it, according to the file. */
  readonly exporter: { readonly name: string; readonly version: string; readonly host: string };
  /** Epoch milliseconds, according to the file. */
  readonly exportedAt: number;
  /** Lowercase hex. */
  readonly masterRoot: string;
  readonly shards: number;
  /** Leaves with an atom. */
  readonly atoms: number;
  /** Leaves whose atom was deleted. */
  readonly deleted: number;
  /** Atoms that come with their value. */
  readonly values: number;
  readonly edges: number;
  /** SHA-256 of the raw Ed25519 key, lowercase hex with colons. Computed, not the one that the file states. */
  readonly fingerprint: string | null;
}

export const snapshotCheckNames = [
  'signature',
  'atoms',
  'leaves',
  'shard-roots',
  'master-root',
  'edges',
  'audit-log',
] as const;
export type SnapshotCheckName = (typeof snapshotCheckNames)[number];

/** `undecided`: the file has nothing to check there. */
export interface SnapshotCheck {
  readonly name: SnapshotCheckName;
  readonly status: CheckStatus;
  /** How many items were checked; for a failed check, how many of them failed. */
  readonly count: number;
  /** What failed first: a key, the number of a shard, or a reason; null if nothing failed. */
  readonly first: string | null;
}

/** What a separate implementation found; only its failed checks are named. */
export type SecondOpinion =
  | { readonly kind: 'running' }
  /** `failed`: the names that the library gives its checks. */
  | { readonly kind: 'done'; readonly failed: readonly string[] }
  | { readonly kind: 'unavailable'; readonly reason: string };

export interface SnapshotReport {
  readonly facts: SnapshotFacts;
  readonly checks: readonly SnapshotCheck[];
}

/** A snapshot file that is open in the app. */
export interface OpenSnapshot {
  /** The ID of its connection, too, once it is kept. */
  readonly id: string;
  /** Where the file is. */
  readonly path: string;
  /** SHA-256 of the file, lowercase hex. */
  readonly sha256: string;
  readonly report: SnapshotReport;
  readonly secondOpinion: SecondOpinion;
  /** Whether it is listed as a connection. */
  readonly isKept: boolean;
}

/** Why a file cannot be used as a snapshot. */
export type SnapshotRefusal =
  | { readonly kind: 'not-json' }
  /** An object has two members of one name, of which programs use one or the other. */
  | { readonly kind: 'repeated-name' }
  | { readonly kind: 'not-a-snapshot' }
  | { readonly kind: 'other-version'; readonly version: string }
  /** `field`: a path such as `atoms[3].leafHash`. */
  | { readonly kind: 'bad-field'; readonly field: string }
  | { readonly kind: 'too-large'; readonly limit: number; readonly unit: 'bytes' | 'atoms' | 'edges' };
