import { present, type AtomStore, type ProvenAtom } from '../store/atomStore.ts';
import { hashLeaf, hashNode, leafPreimage } from '../tree/nodeHash.ts';
import { siblingsOf } from '../tree/merkleTree.ts';

/**
 * The same response from a tree whose first leaf was stored with another value: every proof is valid, but the
 * root differs. Only the nodes above that leaf differ, and every path except its own contains one of them.
 */
export async function withOtherHistory(
  atomStore: Pick<AtomStore, 'leafAt' | 'nodeAt'>,
  atoms: readonly ProvenAtom[],
  suffix: string,
): Promise<readonly ProvenAtom[]> {
  const first = await atomStore.leafAt(0);
  if (first === undefined) return atoms;
  const firstHash = hashLeaf(leafPreimage({ ...first, value: `${first.value}${suffix}` }));
  const leftmost = await leftmostNodes(atomStore, firstHash, atoms[0]?.proof.treeSize ?? 0);
  return atoms.map((atom) => rewritten(atom, suffix, leftmost));
}

/** By level, the complete subtree at the left edge, above another first leaf. */
async function leftmostNodes(
  atomStore: Pick<AtomStore, 'nodeAt'>,
  firstHash: Buffer,
  size: number,
): Promise<readonly Buffer[]> {
  const nodes = [firstHash];
  let node = firstHash;
  for (let level = 0; 2 ** (level + 1) <= size; level += 1) {
    node = hashNode(node, present(await atomStore.nodeAt({ level, index: 1 })));
    nodes.push(node);
  }
  return nodes;
}

function rewritten(atom: ProvenAtom, suffix: string, leftmost: readonly Buffer[]): ProvenAtom {
  const { proof } = atom;
  const path = siblingsOf(proof.leafIndex, proof.treeSize);
  const isFirst = proof.leafIndex === 0;
  const leaf = isFirst ? present(leftmost[0]) : Buffer.from(proof.leafHash, 'hex');
  let node = leaf;
  const siblings = path.map((sibling, step) => {
    const isLeftEdge = sibling.kind === 'stored' && sibling.position.index === 0;
    const hash = isLeftEdge
      ? present(leftmost[sibling.position.level])
      : Buffer.from(proof.siblings[step] ?? '', 'hex');
    node = isLeftSibling(sibling, proof.leafIndex) ? hashNode(hash, node) : hashNode(node, hash);
    return hash.toString('hex');
  });
  const leafHash = leaf.toString('hex');
  return {
    ...atom,
    value: isFirst ? `${atom.value}${suffix}` : atom.value,
    hash: leafHash,
    proof: { ...proof, leafHash, siblings, rootHash: node.toString('hex') },
  };
}

function isLeftSibling(sibling: ReturnType<typeof siblingsOf>[number], leafIndex: number): boolean {
  // The incomplete node at the right edge is never a left sibling.
  if (sibling.kind === 'edge') return false;
  return sibling.position.index < Math.floor(leafIndex / 2 ** sibling.position.level);
}
