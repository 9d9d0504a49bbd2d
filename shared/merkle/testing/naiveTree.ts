/**
 * Merkle trees the slow, obvious way, as a second opinion for tests. Written from the recursive definitions
 * of RFC 9162 section 2.1 and, for `duplicate-last`, from Bitcoin's level by level rule. Shares no code with
 * the engine, not even the hash function, which is handed in: a bug in one must not cancel out in the other.
 */
type Bytes = Uint8Array;
type Hash = (...parts: readonly Bytes[]) => Bytes;

export interface NaiveTree {
  root(leaves: readonly Bytes[]): Bytes;
  /** Siblings of a leaf, from the leaf to the root, without duplicates of the node itself. */
  path(index: number, leaves: readonly Bytes[]): readonly Bytes[];
}

function at(items: readonly Bytes[], index: number): Bytes {
  const item = items[index];
  if (item === undefined) throw new Error(`no item ${index} among ${items.length}`);
  return item;
}

/** `leaves` are leaf hashes; `node` makes a parent of two children. */
export function naiveRfcTree(node: Hash): NaiveTree {
  /** k: the largest power of two smaller than n (RFC 9162 section 2.1.1). */
  const splitOf = (n: number): number => {
    let k = 1;
    while (k * 2 < n) k *= 2;
    return k;
  };
  /** MTH(D[n]). */
  const root = (leaves: readonly Bytes[]): Bytes => {
    if (leaves.length === 1) return at(leaves, 0);
    const k = splitOf(leaves.length);
    return node(root(leaves.slice(0, k)), root(leaves.slice(k)));
  };
  /** PATH(m, D[n]) (RFC 9162 section 2.1.3.1). */
  const path = (m: number, leaves: readonly Bytes[]): readonly Bytes[] => {
    if (leaves.length === 1) return [];
    const k = splitOf(leaves.length);
    return m < k
      ? [...path(m, leaves.slice(0, k)), root(leaves.slice(k))]
      : [...path(m - k, leaves.slice(k)), root(leaves.slice(0, k))];
  };
  return { root, path };
}

/**
 * The root above one leaf whose siblings are given, by the same recursion: for trees too large to build.
 * Throws unless every sibling is used.
 */
export function naiveRootFromPath(
  node: Hash,
  m: bigint,
  n: bigint,
  leaf: Bytes,
  siblings: readonly Bytes[],
): Bytes {
  if (n === 1n) {
    if (siblings.length > 0) throw new Error('siblings left over');
    return leaf;
  }
  let k = 1n;
  while (k * 2n < n) k *= 2n;
  const last = at(siblings, siblings.length - 1);
  const rest = siblings.slice(0, -1);
  return m < k
    ? node(naiveRootFromPath(node, m, k, leaf, rest), last)
    : node(last, naiveRootFromPath(node, m - k, n - k, leaf, rest));
}

export function naiveDuplicatingTree(node: Hash): NaiveTree {
  const above = (level: readonly Bytes[]): readonly Bytes[] => {
    const even = level.length % 2 === 0 ? level : [...level, at(level, level.length - 1)];
    const parents: Bytes[] = [];
    for (let left = 0; left < even.length; left += 2) parents.push(node(at(even, left), at(even, left + 1)));
    return parents;
  };
  const root = (leaves: readonly Bytes[]): Bytes =>
    leaves.length === 1 ? at(leaves, 0) : root(above(leaves));
  const path = (index: number, level: readonly Bytes[]): readonly Bytes[] => {
    if (level.length === 1) return [];
    const sibling = index % 2 === 0 ? index + 1 : index - 1;
    const rest = path(Math.floor(index / 2), above(level));
    return sibling < level.length ? [at(level, sibling), ...rest] : rest;
  };
  return { root, path };
}

/** Filled up with leaves of zero bytes to a power of two; a path then lists a sibling on every level. */
export function naivePaddedTree(node: Hash, hashBytes: number): NaiveTree {
  const pad = (leaves: readonly Bytes[]): readonly Bytes[] => {
    let size = 1;
    while (size < leaves.length) size *= 2;
    return [...leaves, ...Array.from({ length: size - leaves.length }, () => new Uint8Array(hashBytes))];
  };
  const tree = naiveRfcTree(node);
  return {
    root: (leaves) => tree.root(pad(leaves)),
    path: (index, leaves) => tree.path(index, pad(leaves)),
  };
}
