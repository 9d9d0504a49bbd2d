import type { Sharing } from './keyOrder.ts';
import { compareKeys, endOfSegment, isAtOrBelow } from './segments.ts';

/**
 * The tree of all keys as flat arrays. Nodes are numbered from the root (0), each before its descendants, in
 * the order of the keys; positions are positions in that order. A path that is not a key and has only one child is
 * merged with that child, so a label may have several segments.
 */
export interface KeyTree {
  readonly delimiter: string;
  /** Position -> number of the key. */
  readonly order: Uint32Array;
  /** Node -> its parent; for the root, the root itself. */
  readonly parents: Uint32Array;
  /** Node -> the first node after it and its descendants. */
  readonly ends: Uint32Array;
  /** Node -> the positions of the keys at or below it: from here up to but not including `lastKeys`. */
  readonly firstKeys: Uint32Array;
  readonly lastKeys: Uint32Array;
  /** Node -> the length of its path, in units of its first key. */
  readonly pathLengths: Uint32Array;
  /** Position -> node of that key. */
  readonly nodes: Uint32Array;
}

export const noNode = 0xffffffff;

/** @param order numbers of distinct keys, in the order of `compareKeys`. */
export function buildKeyTree(
  keys: readonly string[],
  order: Uint32Array,
  delimiter: string,
  sharing: Sharing,
): KeyTree {
  const count = order.length;
  let room = Math.max(16, count + (count >>> 1));
  let parents = new Uint32Array(room);
  let ends = new Uint32Array(room);
  let firstKeys = new Uint32Array(room);
  let lastKeys = new Uint32Array(room);
  let pathLengths = new Uint32Array(room);
  const nodes = new Uint32Array(count);
  const grow = (): void => {
    room *= 2;
    parents = larger(parents, room);
    ends = larger(ends, room);
    firstKeys = larger(firstKeys, room);
    lastKeys = larger(lastKeys, room);
    pathLengths = larger(pathLengths, room);
  };
  const delimiterUnit = delimiter.length === 1 ? delimiter.charCodeAt(0) : -1;

  let nodeCount = 1;
  /** The node of the previous key, or an ancestor of it. */
  let node = 0;
  for (let place = 0; place < count; place += 1) {
    const number = order[place] ?? 0;
    const key = keys[number] ?? '';
    const shared = place === 0 ? 0 : sharing(order[place - 1] ?? 0, number);
    while (node !== 0) {
      const length = pathLengths[node] ?? 0;
      const parent = parents[node] ?? 0;
      const goesOn =
        length <= shared &&
        length < key.length &&
        (delimiterUnit === -1
          ? endOfSegment(key, delimiter, offsetBelow(parent, pathLengths, delimiter)) === length
          : key.charCodeAt(length) === delimiterUnit);
      if (goesOn) break;
      ends[node] = nodeCount;
      lastKeys[node] = place;
      node = parent;
    }
    let offset = offsetBelow(node, pathLengths, delimiter);
    // The empty key is the row of all keys.
    while (key !== '' && offset <= key.length) {
      const end = endOfSegment(key, delimiter, offset);
      if (nodeCount === room) grow();
      parents[nodeCount] = node;
      firstKeys[nodeCount] = place;
      pathLengths[nodeCount] = end === -1 ? key.length : end;
      node = nodeCount;
      nodeCount += 1;
      if (end === -1) break;
      offset = end + delimiter.length;
    }
    nodes[place] = node;
  }
  for (; node !== 0; node = parents[node] ?? 0) {
    ends[node] = nodeCount;
    lastKeys[node] = count;
  }
  ends[0] = nodeCount;
  lastKeys[0] = count;

  // Chains are merged in place: writing never overtakes reading.
  /** Node -> how many nodes before it remain; for a node that remains, its new number. */
  const ranks = new Uint32Array(nodeCount + 1);
  let kept = 0;
  for (let at = 0; at < nodeCount; at += 1) {
    ranks[at] = kept;
    const isKey = nodes[firstKeys[at] ?? 0] === at;
    if (at === 0 || isKey || ends[at + 1] !== ends[at]) kept += 1;
  }
  ranks[nodeCount] = kept;
  if (kept < nodeCount) {
    for (let at = 0; at < nodeCount; at += 1) {
      const to = ranks[at] ?? 0;
      if (ranks[at + 1] === to) {
        // The parent of a removed node becomes the parent of its children.
        const next = parents[at] ?? 0;
        if (parents[at + 1] === at) parents[at + 1] = next;
        continue;
      }
      parents[to] = parents[at] ?? 0;
      ends[to] = ends[at] ?? 0;
      firstKeys[to] = firstKeys[at] ?? 0;
      lastKeys[to] = lastKeys[at] ?? 0;
      pathLengths[to] = pathLengths[at] ?? 0;
    }
    for (let at = 0; at < kept; at += 1) {
      parents[at] = ranks[parents[at] ?? 0] ?? 0;
      ends[at] = ranks[ends[at] ?? 0] ?? 0;
    }
    for (let place = 0; place < count; place += 1) nodes[place] = ranks[nodes[place] ?? 0] ?? 0;
  }
  return {
    delimiter,
    order,
    parents: parents.slice(0, kept),
    ends: ends.slice(0, kept),
    firstKeys: firstKeys.slice(0, kept),
    lastKeys: lastKeys.slice(0, kept),
    pathLengths: pathLengths.slice(0, kept),
    nodes,
  };
}

function larger(numbers: Uint32Array<ArrayBuffer>, room: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(room);
  grown.set(numbers);
  return grown;
}

/** Where the labels of a node's children start. */
function offsetBelow(node: number, pathLengths: Uint32Array, delimiter: string): number {
  return node === 0 ? 0 : (pathLengths[node] ?? 0) + delimiter.length;
}

/** 1 for the root. */
export function levelOf({ parents }: KeyTree, node: number): number {
  let level = 1;
  for (let at = node; at !== 0; at = parents[at] ?? 0) level += 1;
  return level;
}

export function pathOf(tree: KeyTree, keys: readonly string[], node: number): string {
  const key = keys[tree.order[tree.firstKeys[node] ?? 0] ?? 0] ?? '';
  return key.slice(0, tree.pathLengths[node]);
}

export function labelOf(tree: KeyTree, keys: readonly string[], node: number): string {
  if (node === 0) return '';
  const key = keys[tree.order[tree.firstKeys[node] ?? 0] ?? 0] ?? '';
  const offset = offsetBelow(tree.parents[node] ?? 0, tree.pathLengths, tree.delimiter);
  return key.slice(offset, tree.pathLengths[node]);
}

/** Whether the path of a node is itself a known key. */
export function isKeyNode(tree: KeyTree, node: number): boolean {
  const first = tree.firstKeys[node] ?? 0;
  return first < tree.order.length && tree.nodes[first] === node;
}

/** The node with exactly this path; `noNode` if there is none. */
export function nodeOfPath(tree: KeyTree, keys: readonly string[], path: string): number {
  const node = nodeOver(tree, keys, path);
  return node !== noNode && tree.pathLengths[node] === path.length ? node : noNode;
}

/** The node that contains all keys at or below a path, and may have a longer path itself; `noNode` if there are no such keys. */
export function nodeOver(tree: KeyTree, keys: readonly string[], path: string): number {
  if (path === '') return 0;
  let low = 0;
  let high = tree.order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(keys[tree.order[middle] ?? 0] ?? '', path, tree.delimiter) < 0) low = middle + 1;
    else high = middle;
  }
  if (low === tree.order.length) return noNode;
  let node = tree.nodes[low] ?? 0;
  for (;;) {
    const parent = tree.parents[node] ?? 0;
    if (parent === 0 || (tree.pathLengths[parent] ?? 0) < path.length) break;
    node = parent;
  }
  return isAtOrBelow(pathOf(tree, keys, node), path, tree.delimiter) ? node : noNode;
}
