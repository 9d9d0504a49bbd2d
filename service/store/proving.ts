import { peakPositions, siblingHash, siblingsOf, treeHead, type Position } from '../tree/merkleTree.ts';
import { present, type LeafRecord, type ProvenAtom } from './atomStore.ts';

/** A leaf to prove. */
export interface FoundLeaf extends Pick<LeafRecord, 'key' | 'value' | 'version'> {
  readonly leafIndex: number;
}

/** A map key for a position. */
export function positionId({ level, index }: Position): string {
  return `${level}/${index}`;
}

/**
 * The complete subtrees that proofs of these leaves need in a tree of this size, each once: O(log size) for each leaf.
 *
 * @throws RangeError if a leaf is outside of the tree
 */
export function nodesToProve(size: number, leafIndexes: readonly number[]): readonly Position[] {
  const needed = new Map<string, Position>();
  const need = (position: Position): void => void needed.set(positionId(position), position);
  peakPositions(size).forEach(need);
  for (const index of leafIndexes) {
    need({ level: 0, index });
    for (const sibling of siblingsOf(index, size)) if (sibling.kind === 'stored') need(sibling.position);
  }
  return [...needed.values()];
}

/** The leaves with their inclusion proofs, all under the root of this size. `stored` returns the nodes of `nodesToProve`. */
export function proveLeaves(
  size: number,
  leaves: readonly FoundLeaf[],
  stored: (position: Position) => Buffer | undefined,
): readonly ProvenAtom[] {
  const node = (position: Position): Buffer => present(stored(position));
  const peaks = peakPositions(size).map((position) => ({ ...position, hash: node(position) }));
  const head = treeHead(size, peaks);
  const rootHash = head.root.toString('hex');
  return leaves.map(({ key, value, version, leafIndex }) => {
    const hash = node({ level: 0, index: leafIndex }).toString('hex');
    const siblings = siblingsOf(leafIndex, size).map((sibling) =>
      siblingHash(sibling, head, node).toString('hex'),
    );
    return {
      key,
      value,
      version,
      hash,
      proof: { leafHash: hash, siblings, rootHash, leafIndex, treeSize: size },
    };
  });
}
