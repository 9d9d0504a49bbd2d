import type { Json } from '#shared/domain/json.ts';
import type { SnapshotRefusal, SnapshotReport } from '#shared/domain/snapshot.ts';

/** An atom of a snapshot, with a proof that leads to the master root. */
export interface SnapshotRead {
  readonly key: string;
  /** null if the snapshot was exported without values. */
  readonly value: string | null;
  readonly leafHash: string;
  /** One proof, or two if there are several shards: to the root of the shard, and from there to the master root. */
  readonly proof: Json;
  /** The atom as in the file, as JSON. */
  readonly raw: string;
}

/** The largest file that is read, in bytes. A text of more than 2^29 characters does not fit into memory. */
export const mostSnapshotBytes = 500_000_000;

export type SnapshotOpening =
  | {
      readonly ok: true;
      /** SHA-256 of the file, lowercase hex. */
      readonly sha256: string;
      readonly report: SnapshotReport;
    }
  | { readonly ok: false; readonly refusal: SnapshotRefusal }
  /** `code`: that of the file system, such as `ENOENT`. */
  | { readonly ok: false; readonly code: string };

/** The calls of the thread that holds a snapshot file. */
export interface SnapshotCalls {
  readonly opening: () => SnapshotOpening;
  /** The atoms that exist, in the order of the keys; none if the file could not be opened. */
  readonly read: (keys: readonly string[]) => readonly SnapshotRead[];
  /** The keys of all atoms that were not deleted, in the order of the file. */
  readonly keys: () => readonly string[];
}
