import type { LeafScheme, PathScheme } from '../merkle/scheme.ts';

const tree: PathScheme = { hash: 'sha-256', node: 'concat', shape: 'duplicate-last', order: 'leaf-to-root' };

/** How the trees of a signed snapshot are hashed, according to its format. Leaves cover the key only. */
export const snapshotScheme: {
  /** One tree. */
  readonly tree: PathScheme;
  /** Of proofs: through the tree of a shard and the one over all shards, or through the only shard. */
  readonly path: readonly [PathScheme, PathScheme];
  readonly leaf: LeafScheme;
} = {
  tree,
  path: [{ ...tree, links: ['same'] }, tree],
  leaf: { hash: 'sha-256', digest: 'plain', preimage: 'key' },
};
