import type { PackedProofs } from './packedProofs.ts';
import { paddingNode } from './padding.ts';
import type { InclusionProof } from './proof.ts';
import { reachesRoot } from './rootFromInclusionProof.ts';

/**
 * Hashes two nodes into a third, all in one array of words; the arguments are their offsets. Words contain bytes
 * as they are in memory, so the byte order does not matter.
 */
export type WordHash = (words: Uint32Array, left: number, right: number, into: number) => void;

export interface PackVerification {
  /** For each proof of the pack, 1 if it leads to the root and 0 if it does not. */
  readonly verified: Uint8Array;
  /** How many nodes were hashed. */
  readonly hashed: number;
}

/**
 * Checks the paths of many proofs of one tree, each as strictly as `rootFromInclusionProof`, but hashes every node
 * that they share only once.
 *
 * Proofs are in the order of their leaves, and the last verified path is kept. It meets the next proof's path at
 * the lowest node above both leaves. Below that node, the next proof is hashed. At the meeting point, its node must equal
 * the kept path's sibling, and its sibling the kept path's node. Above, its siblings must equal the kept ones. So
 * proofs are only compared with nodes that were verified under this root. A proof that differs anywhere is hashed by
 * itself, from leaf to root, and so is one that lists the partners of nodes without a sibling.
 */
export function verifyPacked(pack: PackedProofs, hash: WordHash): PackVerification {
  const { scheme, rootHash, treeSize, leafIndices, leaves, siblings, ends } = pack;
  const width = rootHash.length / 4;
  const shape = shapeOf(treeSize);
  const { levels } = shape;

  // After the table of the pack: the root, the padding of each level, and two slots for the node of each level.
  const rootAt = pack.hashes.length / 4;
  const paddingAt = rootAt + width;
  const nodesAt = paddingAt + levels * width;
  const words = roomFor(nodesAt + 2 * (levels + 1) * width);
  const bytes = new Uint8Array(words.buffer);
  bytes.set(pack.hashes);
  bytes.set(rootHash, 4 * rootAt);
  if (scheme.shape === 'zero-pad')
    for (let level = 0; level < levels; level += 1)
      bytes.set(paddingNode(level, scheme), 4 * (paddingAt + level * width));

  const equal = (one: number, other: number): boolean => {
    if (one === other) return true;
    for (let at = 0; at < width; at += 1) if (words[one + at] !== words[other + at]) return false;
    return true;
  };

  /** The kept path: the offset of its node on each level, and which of the two slots it uses. */
  const kept = new Int32Array(levels + 1);
  const used = new Uint8Array(levels + 1);
  const next = new Int32Array(levels + 1);
  let keptIndex = -1;
  let keptEnd = 0;
  let hashed = 0;

  /** Hashes from the leaf up to a level, and puts the offset of the node of each level into `next`. */
  const climb = (leaf: number, index: number, begin: number, top: number): void => {
    let node = leaf * width;
    let sibling = begin;
    let place = index;
    next[0] = node;
    for (let level = 0; level < top; level += 1) {
      const isRight = place % 2 === 1;
      const isAlone = !isRight && place === shape.lasts[level];
      if (!isAlone || scheme.shape !== 'rfc6962') {
        const into = nodesAt + (2 * (level + 1) + 1 - (used[level + 1] ?? 0)) * width;
        const partner = scheme.shape === 'zero-pad' ? paddingAt + level * width : node;
        const other = isAlone ? partner : (siblings[sibling] ?? 0) * width;
        hash(words, isRight ? other : node, isRight ? node : other, into);
        hashed += 1;
        node = into;
        if (!isAlone) sibling += 1;
      }
      next[level + 1] = node;
      place = Math.floor(place / 2);
    }
  };

  /** Whether a proof agrees with the kept path; `meeting`: the level of the lowest node above both leaves. */
  const fits = (leaf: number, index: number, begin: number, end: number, meeting: number): boolean => {
    const above = neighboursFrom(meeting, index, shape);
    for (let at = 1; at <= above; at += 1) {
      const [one, other] = [siblings[end - at] ?? 0, siblings[keptEnd - at] ?? 0];
      if (one !== other && !equal(one * width, other * width)) return false;
    }
    if (meeting === 0) return equal(leaf * width, kept[0] ?? 0);
    climb(leaf, index, begin, meeting - 1);
    // The two paths come from different sides of the node at which they meet.
    const own = (siblings[end - above - 1] ?? 0) * width;
    const theirs = (siblings[keptEnd - above - 1] ?? 0) * width;
    return equal(next[meeting - 1] ?? 0, theirs) && equal(own, kept[meeting - 1] ?? 0);
  };

  const verified = new Uint8Array(leaves.length);
  let begin = 0;
  for (let at = 0; at < leaves.length; at += 1) {
    const index = leafIndices[at] ?? 0;
    const leaf = leaves[at] ?? 0;
    const end = ends[at] ?? begin;
    let isSound = false;
    let own = 0;
    if (end - begin === neighboursFrom(0, index, shape)) {
      if (keptIndex < 0) {
        climb(leaf, index, begin, levels);
        own = levels;
        isSound = equal(next[levels] ?? 0, rootAt);
      } else {
        own = meetingLevel(index, keptIndex) - 1;
        isSound = fits(leaf, index, begin, end, own + 1);
      }
    }
    if (isSound) {
      verified[at] = 1;
      keptIndex = index;
      keptEnd = end;
      for (let level = 0; level <= own; level += 1) {
        const place = next[level] ?? 0;
        // A node that was not hashed on its level (a leaf, or a promoted node) uses no slot there.
        if (place === nodesAt + (2 * level + 1 - (used[level] ?? 0)) * width)
          used[level] = 1 - (used[level] ?? 0);
        kept[level] = place;
      }
    } else {
      verified[at] = reachesRoot(unpack(pack, at, begin, end), scheme) ? 1 : 0;
    }
    begin = end;
  }
  return { verified, hashed };
}

/** Used again for the next pack: so much memory for each would make the garbage collector look through everything, too. */
let room = new Uint32Array(0);
/** 4 MiB. */
const largestRoom = 1_048_576;

/** Words with anything in them. */
function roomFor(length: number): Uint32Array<ArrayBuffer> {
  if (length > largestRoom) return new Uint32Array(length);
  if (length > room.length) room = new Uint32Array(Math.min(largestRoom, 2 * length));
  return room;
}

function unpack(pack: PackedProofs, at: number, begin: number, end: number): InclusionProof {
  const { scheme, rootHash, treeSize, leafIndices, leaves, siblings, hashes } = pack;
  const width = rootHash.length;
  const hashAt = (number: number) => hashes.subarray(number * width, (number + 1) * width);
  const upwards = Array.from(siblings.subarray(begin, end), hashAt);
  return {
    leafHash: hashAt(leaves[at] ?? 0),
    siblings: scheme.order === 'leaf-to-root' ? upwards : upwards.reverse(),
    rootHash,
    leafIndex: BigInt(leafIndices[at] ?? 0),
    treeSize: BigInt(treeSize),
  };
}

interface Shape {
  /** Below the root. */
  readonly levels: number;
  /** Index of the last node on each level. */
  readonly lasts: readonly number[];
  /** How many siblings the path of the last leaf has from each level to the root. */
  readonly siblingsOfLast: readonly number[];
}

function shapeOf(treeSize: number): Shape {
  const lasts: number[] = [];
  for (let last = treeSize - 1; last > 0; last = Math.floor(last / 2)) lasts.push(last);
  const siblingsOfLast = Array.from({ length: lasts.length + 1 }, () => 0);
  for (let level = lasts.length - 1; level >= 0; level -= 1)
    siblingsOfLast[level] = (siblingsOfLast[level + 1] ?? 0) + ((lasts[level] ?? 0) % 2);
  return { levels: lasts.length, lasts, siblingsOfLast };
}

/** How many siblings the path of a leaf has from a level to the root: one on each level until it joins the path of the last leaf. */
function neighboursFrom(level: number, index: number, { lasts, siblingsOfLast }: Shape): number {
  const joins = Math.max(level, meetingLevel(index, lasts[0] ?? 0));
  return joins - level + (siblingsOfLast[joins] ?? 0);
}

/** The level of the lowest node above both leaves; 0 if they are the same leaf. */
function meetingLevel(index: number, other: number): number {
  // Bitwise operations are limited to 32 bits, so the halves are compared one after the other.
  const high = Math.floor(index / 2 ** 32) ^ Math.floor(other / 2 ** 32);
  return high === 0 ? 32 - Math.clz32(index ^ other) : 64 - Math.clz32(high);
}
