import type { LeafScheme, PathScheme } from './scheme.ts';

/**
 * How the open Parametric Memory server hashes, by its public source: an atom is its key, and its leaf the hash of that.
 * Shards are padded to a power of two, or, in newer servers, their last node is duplicated. Without tree sizes in the
 * proofs, both are followed alike.
 */
export const openServerScheme: { readonly path: PathScheme; readonly leaf: LeafScheme } = {
  path: { hash: 'sha-256', node: 'concat', shape: 'zero-pad', order: 'leaf-to-root' },
  leaf: { hash: 'sha-256', digest: 'plain', preimage: 'atom' },
};
