import { firstAtLeast } from './trigrams.ts';
import { isKeyNode, type KeyTree } from './keyTree.ts';

/** The rows in sight, top down, as flat arrays. */
export interface TreeRows {
  readonly count: number;
  readonly nodes: Uint32Array;
  /** Row -> row of its parent; of the row of all keys, itself. */
  readonly parents: Uint32Array;
  /** Row -> its place among its siblings, from 1. */
  readonly positions: Uint32Array;
  /** Row -> how many rows are right below it. */
  readonly children: Uint32Array;
  readonly isOpen: (node: number) => boolean;
  /** Node -> row; rows are in the order of their nodes. -1 where it is not in sight. */
  readonly rowOf: (node: number) => number;
}

/**
 * Which rows are in sight.
 *
 * @param matches the places of the keys that pass the filter, ascending; null for all.
 */
export function rowsInSight(
  tree: KeyTree,
  matches: Uint32Array | null,
  isOpen: (node: number) => boolean,
): TreeRows {
  const rows = rowList;
  rows.begin();
  rows.push(0, 0);
  if (isOpen(0)) {
    if (matches === null) pushAll(tree, isOpen, rows);
    else pushMatching(tree, matches, isOpen, rows);
  }
  return rows.done(isOpen);
}

function pushAll(tree: KeyTree, isOpen: (node: number) => boolean, rows: RowList): void {
  const { parents, ends } = tree;
  const last = ends[0] ?? 0;
  let row = 0;
  for (let node = 1; node < last;) {
    const parent = parents[node] ?? 0;
    while (rows.nodes[row] !== parent) row = rows.parents[row] ?? 0;
    row = rows.push(node, row);
    node = isOpen(node) ? node + 1 : (ends[node] ?? last);
  }
}

/** Goes from match to match: what holds none of them is never looked at. */
function pushMatching(
  tree: KeyTree,
  matches: Uint32Array,
  isOpen: (node: number) => boolean,
  rows: RowList,
): void {
  const { parents, ends, lastKeys, nodes } = tree;
  const way: number[] = [];
  let row = 0;
  for (let at = 0; at < matches.length;) {
    const target = nodes[matches[at] ?? 0] ?? 0;
    // Up to what this key has in common with the last row.
    for (let above = rows.nodes[row] ?? 0; target < above || target >= (ends[above] ?? 0);) {
      row = rows.parents[row] ?? 0;
      above = rows.nodes[row] ?? 0;
    }
    const common = rows.nodes[row] ?? 0;
    for (let node = target; node !== common; node = parents[node] ?? 0) way.push(node);
    let next = at + 1;
    for (let node = way.pop(); node !== undefined; node = way.pop()) {
      row = rows.push(node, row);
      if (isOpen(node)) continue;
      way.length = 0;
      next = firstFrom(matches, at + 1, lastKeys[node] ?? 0);
    }
    at = next;
  }
}

/** The first place from `from` on that holds `value` or more, looked for in growing steps: it is mostly near. */
function firstFrom(numbers: Uint32Array, from: number, value: number): number {
  let step = 1;
  let low = from;
  while (low + step < numbers.length && (numbers[low + step] ?? 0) < value) {
    low += step;
    step *= 2;
  }
  const end = Math.min(numbers.length, low + step + 1);
  return low + firstAtLeast(numbers.subarray(low, end), value);
}

/** How many keys at or below a node pass the filter. */
export function matchesBelow(tree: KeyTree, matches: Uint32Array | null, node: number): number {
  const first = tree.firstKeys[node] ?? 0;
  const last = tree.lastKeys[node] ?? 0;
  return matches === null ? last - first : firstAtLeast(matches, last) - firstAtLeast(matches, first);
}

/** Whether a node is itself a key that passes the filter. */
export function isMatch(tree: KeyTree, matches: Uint32Array | null, node: number): boolean {
  if (!isKeyNode(tree, node)) return false;
  const place = tree.firstKeys[node] ?? 0;
  return matches === null || matches[firstAtLeast(matches, place)] === place;
}

/** Rows as they are found. There is one list, used again and again: room for half a million rows is not made at every key pressed. */
class RowList {
  nodes = new Uint32Array(1_024);
  parents = new Uint32Array(1_024);
  private positions = new Uint32Array(1_024);
  private children = new Uint32Array(1_024);
  private count = 0;

  begin(): void {
    this.count = 0;
  }

  push(node: number, parent: number): number {
    const row = this.count;
    if (row === this.nodes.length) this.grow();
    this.nodes[row] = node;
    this.parents[row] = parent;
    this.children[row] = 0;
    if (row === 0) this.positions[row] = 1;
    else {
      const position = (this.children[parent] ?? 0) + 1;
      this.children[parent] = position;
      this.positions[row] = position;
    }
    this.count = row + 1;
    return row;
  }

  done(isOpen: (node: number) => boolean): TreeRows {
    const { count } = this;
    const nodes = this.nodes.slice(0, count);
    return {
      count,
      nodes,
      parents: this.parents.slice(0, count),
      positions: this.positions.slice(0, count),
      children: this.children.slice(0, count),
      isOpen,
      rowOf: (node) => {
        const row = firstAtLeast(nodes, node);
        return nodes[row] === node ? row : -1;
      },
    };
  }

  private grow(): void {
    const larger = (numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
      const grown = new Uint32Array(2 * numbers.length);
      grown.set(numbers);
      return grown;
    };
    this.nodes = larger(this.nodes);
    this.parents = larger(this.parents);
    this.positions = larger(this.positions);
    this.children = larger(this.children);
  }
}

const rowList = new RowList();
