import type { Position } from '../tree/merkleTree.ts';

export interface NewAtom {
  readonly key: string;
  readonly value: string;
  /** Of a version that is copied, epoch milliseconds; omitted: now. */
  readonly createdAt?: number;
}

/** The response to a store (interface section 2). Hashes are lowercase hex. */
export interface StoredVersion {
  readonly key: string;
  readonly version: number;
  readonly hash: string;
  readonly rootHash: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The proof object of the API (section 2), in an RFC 6962 tree; siblings from the leaf to the root. */
export interface InclusionProof {
  readonly leafHash: string;
  readonly siblings: readonly string[];
  readonly rootHash: string;
  readonly leafIndex: number;
  readonly treeSize: number;
}

export interface ProvenAtom {
  readonly key: string;
  readonly value: string;
  readonly version: number;
  readonly hash: string;
  readonly proof: InclusionProof;
}

/** Atoms that can be read, as of now or of some moment. */
export interface AtomReader {
  /**
   * The newest version of each key, with proofs under one root, regardless of concurrent stores. Atoms come
   * in the requested order, each key once; keys that do not exist are omitted.
   */
  read(keys: readonly string[]): Promise<{
    readonly atoms: readonly ProvenAtom[];
    readonly missing: readonly string[];
  }>;
}

export interface AtomStore extends AtomReader {
  /**
   * Stores all or nothing, each atom as the next version of its key, and resolves once it is on disk. A key
   * that occurs twice gets two versions, in order. All results have the root after the last one.
   */
  append(atoms: readonly NewAtom[]): Promise<readonly StoredVersion[]>;
  /** A snapshot of the current atoms, for as long as it is used. */
  freeze(): AtomReader & { close(): Promise<void> };
  /** Whether other processes may store atoms in the same memory. */
  readonly isShared: boolean;
  /**
   * The keys whose first version is the leaf `from` or a later one, in the order of the tree, in parts.
   *
   * @returns the keys below the leaf `size`, and whether that is all there is
   */
  keysSince(
    from: number,
  ): Promise<{ readonly keys: readonly string[]; readonly size: number; readonly isAll: boolean }>;
  /** The atom stored as this leaf; undefined if the tree has not grown that far. */
  leafAt(leafIndex: number): Promise<LeafRecord | undefined>;
  /** The hash of a complete subtree; undefined if there is none. */
  nodeAt(position: Position): Promise<Buffer | undefined>;
  /** Every existing key, in no particular order. */
  keys(): AsyncIterable<string>;
  /** Leaves in the tree: the versions of all atoms together. */
  size(): Promise<number>;
  /** Stores that were accepted and wait for the one that is being written. */
  waiting(): number;
  /** Resolves when everything that was accepted has been written. */
  settled(): Promise<void>;
}

/** A stored version of an atom: one leaf. */
export interface LeafRecord {
  readonly key: string;
  readonly value: string;
  readonly version: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Where the newest version of a key is. */
export interface NewestVersion {
  readonly leafIndex: number;
  readonly version: number;
}

/** Records that must exist in an undamaged database. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The database is damaged: a record is missing.');
  return value;
}
