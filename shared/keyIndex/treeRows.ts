import { isKeyNode, type KeyTree } from './keyTree.ts';
import { clearBits, emptyBits, forEachBit, hasBit, NumberSet, setBit, setBits } from './numberSet.ts';

/** Which nodes are open: all `others` or none of them, and for the nodes of `except` the other way round. */
export interface OpenNodes {
  readonly others: boolean;
  readonly except: ReadonlySet<number>;
}

export function isOpenNode(open: OpenNodes, node: number): boolean {
  return open.others !== open.except.has(node);
}

/**
 * The nodes that have a row visible; the n-th of them has the n-th row, top down.
 *
 * @param matches the places of the keys that pass the filter; null for all.
 */
export function visibleNodes(tree: KeyTree, matches: NumberSet | null, open: OpenNodes): NumberSet {
  const { parents, ends, nodes } = tree;
  const bits = emptyBits(parents.length);
  setBit(bits, 0);
  const except = Uint32Array.from(open.except).sort();
  if (open.others) {
    if (matches === null) setBits(bits, 0, parents.length);
    else markWithAbove(matches.bits, nodes, parents, bits);
    for (const node of except) clearBits(bits, node + 1, ends[node] ?? 0);
    return new NumberSet(bits);
  }
  // What is open comes before what is below it.
  for (const node of except) {
    if (!hasBit(bits, node)) continue;
    const end = ends[node] ?? 0;
    for (let child = node + 1; child < end; child = ends[child] ?? end) {
      if (holdsMatch(tree, matches, child)) setBit(bits, child);
    }
  }
  return new NumberSet(bits);
}

/** Up to what is marked already: of the ways up, none is gone twice. */
function markWithAbove(
  matches: Uint32Array,
  nodes: Uint32Array,
  parents: Uint32Array,
  bits: Uint32Array,
): void {
  forEachBit(matches, (place) => {
    let node = nodes[place] ?? 0;
    for (;;) {
      const at = node >>> 5;
      const word = bits[at] ?? 0;
      const bit = 1 << (node & 31);
      if ((word & bit) !== 0) return;
      bits[at] = word | bit;
      node = parents[node] ?? 0;
    }
  });
}

function holdsMatch(tree: KeyTree, matches: NumberSet | null, node: number): boolean {
  if (matches === null) return true;
  const next = matches.next(tree.firstKeys[node] ?? 0);
  return next !== -1 && next < (tree.lastKeys[node] ?? 0);
}

/** A row's place among its siblings, from 1, and how many they are. Asked top down, one after the other. */
export function createSiblings(tree: KeyTree, inSight: NumberSet) {
  const families = new Map<number, { last: number; readonly siblings: number }>();
  return (node: number): { readonly position: number; readonly siblings: number } => {
    if (node === 0) return { position: 1, siblings: 1 };
    const parent = tree.parents[node] ?? 0;
    const known = families.get(parent);
    if (known !== undefined) {
      known.last += 1;
      return { position: known.last, siblings: known.siblings };
    }
    let siblings = 0;
    let position = 0;
    const end = tree.ends[parent] ?? 0;
    for (let child = parent + 1; child < end; child = tree.ends[child] ?? end) {
      if (inSight.has(child)) siblings += 1;
      if (child === node) position = siblings;
    }
    families.set(parent, { last: position, siblings });
    return { position, siblings };
  };
}

/** How many keys at or below a node pass the filter. */
export function matchesBelow(tree: KeyTree, matches: NumberSet | null, node: number): number {
  const first = tree.firstKeys[node] ?? 0;
  const last = tree.lastKeys[node] ?? 0;
  return matches === null ? last - first : matches.rank(last) - matches.rank(first);
}

/** Whether a node is itself a key that passes the filter. */
export function isMatch(tree: KeyTree, matches: NumberSet | null, node: number): boolean {
  if (!isKeyNode(tree, node)) return false;
  return matches === null || matches.has(tree.firstKeys[node] ?? 0);
}
