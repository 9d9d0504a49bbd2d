import type { LeafRecord, NewestVersion } from '../store/atomStore.ts';
import type { Position } from '../tree/merkleTree.ts';

export interface StoredLeaf {
  readonly index: number;
  readonly record: LeafRecord;
}

export interface StoredHead extends NewestVersion {
  readonly key: string;
}

/** Everything that a store holds of its tree, as it is stored: for checks and copies. It does not change while it is read. */
export interface StoreContents {
  /** What the store says of its tree; null: it does not save the root. */
  tree(): Promise<{ readonly size: number; readonly root: Buffer | null }>;
  /** In the order of the tree, some at a time; those that are missing are left out. */
  leaves(): AsyncIterable<readonly StoredLeaf[]>;
  /** undefined for what is not there. */
  leavesAt(indexes: readonly number[]): Promise<readonly (LeafRecord | undefined)[]>;
  nodesAt(positions: readonly Position[]): Promise<readonly (Buffer | undefined)[]>;
  headsOf(keys: readonly string[]): Promise<readonly (NewestVersion | undefined)[]>;
  /** The positions of all nodes, in any order, some at a time. */
  nodes(): AsyncIterable<readonly Position[]>;
  /** The newest versions of all keys, in any order, some at a time. */
  heads(): AsyncIterable<readonly StoredHead[]>;
  close(): Promise<void>;
}
