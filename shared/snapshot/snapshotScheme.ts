import type { LeafScheme, PathScheme } from '../merkle/scheme.ts';

/** How the trees of a signed snapshot are hashed, according to its format. Leaves cover the key only. */
export const snapshotScheme: { readonly path: PathScheme; readonly leaf: LeafScheme } = {
  path: { hash: 'sha-256', node: 'concat', shape: 'duplicate-last', order: 'leaf-to-root' },
  leaf: { hash: 'sha-256', digest: 'plain', preimage: 'key' },
};
