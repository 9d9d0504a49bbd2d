import type { LeafScheme, PathScheme } from './scheme.ts';

/**
 * Whether no bytes can be both a leaf's and a node's pre-image. A double leaf hash is taken over one hash and a
 * node over two, unless the node is hashed twice as well; hex digits never begin with the byte 00; otherwise both
 * need their prefix. An unknown leaf rule is judged by the node's prefix.
 */
export function separatesLeaves({ node }: Pick<PathScheme, 'node'>, leaf: readonly LeafScheme[]): boolean {
  if (leaf.length === 0) return node === 'prefix-01';
  return leaf.every(({ digest }) => {
    if (digest === 'double') return node !== 'double';
    return digest === 'prefix-00' && (node === 'prefix-01' || node === 'hex');
  });
}
