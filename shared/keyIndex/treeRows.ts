import { foldCase } from './caseFold.ts';
import { isKeyNode, labelOf, type KeyTree } from './keyTree.ts';
import { clearBits, emptyBits, forEachBit, hasBit, NumberSet, setBit, setBits } from './numberSet.ts';

/** Which nodes are open: those in `except` are the opposite of `others`. */
export interface OpenNodes {
  readonly others: boolean;
  readonly except: ReadonlySet<number>;
}

export function isOpenNode(open: OpenNodes, node: number): boolean {
  return open.others !== open.except.has(node);
}

/**
 * The nodes with a visible row; the n-th of them has the n-th row from the top.
 *
 * @param matches the positions of the keys that pass the filter; null for all.
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
  // Every node comes before its descendants.
  for (const node of except) {
    if (!hasBit(bits, node)) continue;
    const end = ends[node] ?? 0;
    for (let child = node + 1; child < end; child = ends[child] ?? end) {
      if (holdsMatch(tree, matches, child)) setBit(bits, child);
    }
  }
  return new NumberSet(bits);
}

/** Stops at a marked node, so that no path to the root is walked twice. */
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

/** A row's position among its siblings, from 1, and their number. Call it for one row after the other, from the top. */
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

/** The next row after the row `after` whose label begins with what was typed; -1 if there is none. */
export function typedRow(
  tree: KeyTree,
  inSight: NumberSet,
  text: string,
  after: number,
  keys: readonly string[],
): number {
  const letters = [...foldCase(text)];
  const isOneLetter = letters.every((letter) => letter === letters[0]);
  const wanted = isOneLetter ? (letters[0] ?? '') : letters.join('');
  const first = Math.max(0, isOneLetter ? after + 1 : after);
  for (let step = 0; step < inSight.count; step += 1) {
    const row = (first + step) % inSight.count;
    if (foldCase(labelOf(tree, keys, inSight.select(row))).startsWith(wanted)) return row;
  }
  return -1;
}
