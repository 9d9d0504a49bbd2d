import type { LeafRange } from '../domain/catalogue.ts';
import type { AuditRecord } from './auditRecord.ts';

/** Ranges that are listed. */
const mostRanges = 1_000;

/** The leaves that two audits both proved at the same leaf index, of trees with different roots. */
export interface LeafComparison {
  readonly compared: number;
  /** Those with another leaf hash. In a tree that only grows, a leaf never changes, so these were rewritten. */
  readonly rewritten: number;
  /** Neighboring rewritten leaves, ascending; the first `mostRanges` of them. */
  readonly ranges: readonly LeafRange[];
  readonly rangeCount: number;
}

/** Collects the leaves of two audits in 40 bytes each, because all of them have to be held until the end. */
export interface LeafCollector {
  readonly add: (side: 'before' | 'after', record: AuditRecord) => void;
  readonly compare: () => LeafComparison;
}

export function createLeafCollector(): LeafCollector {
  const sides = { before: createLeaves(), after: createLeaves() };
  return {
    add: (side, { outcome, leafIndex, leafHash }) => {
      // Only a proof that leads to its root shows that the leaf is there.
      if (outcome !== 'green' && outcome !== 'keyOnly') return;
      if (leafIndex === null || leafHash === null) return;
      const index = Number(leafIndex);
      if (Number.isSafeInteger(index)) sides[side].add(index, leafHash);
    },
    compare: () => compareLeaves(sides.before, sides.after),
  };
}

/** 32-bit words of a hash that are compared: all of SHA-256. Longer hashes are compared by as much of them. */
const words = 8;

interface Leaves {
  readonly add: (index: number, hash: string) => void;
  readonly count: () => number;
  readonly index: (at: number) => number;
  /** Places in ascending order of their leaf indexes. */
  readonly order: () => Uint32Array;
  readonly word: (at: number, word: number) => number;
}

function createLeaves(): Leaves {
  let count = 0;
  let indexes = new Float64Array(1_024);
  let hashes = new Uint32Array(1_024 * words);
  return {
    add: (index, hash) => {
      if (count === indexes.length) {
        const moreIndexes = new Float64Array(2 * count);
        moreIndexes.set(indexes);
        indexes = moreIndexes;
        const moreHashes = new Uint32Array(2 * count * words);
        moreHashes.set(hashes);
        hashes = moreHashes;
      }
      indexes[count] = index;
      for (let word = 0; word < words; word += 1)
        hashes[count * words + word] = Number.parseInt(hash.slice(8 * word, 8 * word + 8) || '0', 16);
      count += 1;
    },
    count: () => count,
    index: (at) => indexes[at] ?? 0,
    order: () =>
      Uint32Array.from({ length: count }, (_, at) => at).sort(
        (a, b) => (indexes[a] ?? 0) - (indexes[b] ?? 0),
      ),
    word: (at, word) => hashes[at * words + word] ?? 0,
  };
}

function compareLeaves(before: Leaves, after: Leaves): LeafComparison {
  const [one, other] = [before.order(), after.order()];
  const ranges: { readonly start: number; end: number }[] = [];
  let compared = 0;
  let rewritten = 0;
  let rangeCount = 0;
  let last: { readonly start: number; end: number } | null = null;
  for (let a = 0, b = 0; a < one.length && b < other.length;) {
    const [left, right] = [one[a] ?? 0, other[b] ?? 0];
    const [index, otherIndex] = [before.index(left), after.index(right)];
    if (index !== otherIndex) {
      if (index < otherIndex) a += 1;
      else b += 1;
      continue;
    }
    compared += 1;
    if (!isSameHash(before, left, after, right)) {
      rewritten += 1;
      if (last !== null && last.end === index) last.end = index + 1;
      else {
        last = { start: index, end: index + 1 };
        rangeCount += 1;
        if (ranges.length < mostRanges) ranges.push(last);
      }
    }
    a += 1;
    b += 1;
  }
  return {
    compared,
    rewritten,
    ranges: ranges.map(({ start, end }) => ({ start: String(start), end: String(end) })),
    rangeCount,
  };
}

function isSameHash(before: Leaves, left: number, after: Leaves, right: number): boolean {
  for (let word = 0; word < words; word += 1)
    if (before.word(left, word) !== after.word(right, word)) return false;
  return true;
}
