import type { LeafScheme, PathScheme } from './scheme.ts';

/**
 * How the open Parametric Memory server hashes, by its public source: an atom is its key, and its leaf the hash of that. An atom is
 * in one of several trees (shards), whose roots are the leaves of the master tree, which has no others.
 */
export const openServerScheme: {
  /** As the server does it, and newer versions. Which one a server is shows with its first proof. */
  readonly path: readonly [PathScheme, PathScheme];
  readonly leaf: LeafScheme;
} = {
  path: [
    { hash: 'sha-256', node: 'concat', shape: 'zero-pad', order: 'leaf-to-root', links: ['hash-hex'] },
    { hash: 'sha-256', node: 'concat', shape: 'duplicate-last', order: 'leaf-to-root', links: ['same'] },
  ],
  leaf: { hash: 'sha-256', digest: 'plain', preimage: 'atom' },
};
