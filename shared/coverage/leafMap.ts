import type { LeafMap, LeafRange } from '../domain/catalogue.ts';
import type { LeafSpan } from '../merkle/emptySubtrees.ts';
import { differenceOf, intersectionOf, sizeOf } from './emptyLeaves.ts';

/** How many unknown ranges are listed. */
const mostRanges = 1_000;

/**
 * Where the known positions are in a tree.
 *
 * @param positions distinct and ascending. Those that are not below `treeSize` are omitted.
 * @param shownEmpty what proofs showed to be empty, ascending and disjoint; counts as neither unknown nor known.
 */
export function mapLeaves(
  treeSize: bigint,
  positions: readonly bigint[] | Float64Array,
  mostCells: number,
  shownEmpty: readonly LeafSpan[] = [],
): Pick<LeafMap, 'cells' | 'unknown'> & { readonly known: number; readonly empty: bigint } {
  const width = largerOf(1n, (treeSize + BigInt(mostCells) - 1n) / BigInt(mostCells));
  const counts: number[] = Array.from({ length: Number((treeSize + width - 1n) / width) }, () => 0);
  const size = Number(treeSize);
  // Numbers are exact up to the size of the tree.
  const isSafe = Number.isSafeInteger(size);
  const cellOf = (position: bigint | number): number =>
    isSafe ? Math.floor(Number(position) / Number(width)) : Number(BigInt(position) / width);

  const starts: (bigint | number)[] = [];
  const ends: (bigint | number)[] = [];
  let known = 0;
  let next: bigint | number = 0;
  for (const position of positions) {
    if (position >= treeSize) break;
    if (position > next) {
      starts.push(next);
      ends.push(position);
    }
    next = typeof position === 'bigint' ? position + 1n : position + 1;
    const cell = cellOf(position);
    counts[cell] = (counts[cell] ?? 0) + 1;
    known += 1;
  }
  if (next < treeSize) {
    starts.push(next);
    ends.push(isSafe ? size : treeSize);
  }
  const empty = takeEmpty(starts, ends, shownEmpty);
  return {
    known,
    empty: sizeOf(empty),
    cells: counts.map((of, cell) => {
      const start = BigInt(cell) * width;
      const end = smallerOf(start + width, treeSize);
      const inCell = empty.length === 0 ? 0n : sizeOf(intersectionOf([{ start, end }], empty));
      const range = { start: String(start), end: String(end), known: of };
      return inCell === 0n ? range : { ...range, empty: Number(inCell) };
    }),
    unknown: {
      leaves: String(treeSize - BigInt(known) - sizeOf(empty)),
      rangeCount: starts.length,
      longest: longestOf(starts, ends),
    },
  };
}

/** Removes the ranges shown to be empty from the unknown ranges, and returns them. */
function takeEmpty(
  starts: (bigint | number)[],
  ends: (bigint | number)[],
  shownEmpty: readonly LeafSpan[],
): readonly LeafSpan[] {
  if (shownEmpty.length === 0) return [];
  const unknownRanges = starts.map((start, at) => ({ start: BigInt(start), end: BigInt(ends[at] ?? 0) }));
  const left = differenceOf(unknownRanges, shownEmpty);
  starts.splice(0, starts.length, ...left.map(({ start }) => start));
  ends.splice(0, ends.length, ...left.map(({ end }) => end));
  return intersectionOf(unknownRanges, shownEmpty);
}

function longestOf(
  starts: readonly (bigint | number)[],
  ends: readonly (bigint | number)[],
): readonly LeafRange[] {
  // As numbers the lengths only choose, with room for those that rounding made equal; the order is exact.
  const lengths = Float64Array.from(starts, (start, at) => Number(BigInt(ends[at] ?? 0) - BigInt(start)));
  const atLeast =
    lengths.length <= mostRanges ? 0 : (lengths.slice().sort()[lengths.length - mostRanges] ?? 0);
  const chosen: { readonly start: bigint; readonly end: bigint }[] = [];
  let atThreshold = 0;
  const above = lengths.reduce((sum, length) => sum + Number(length > atLeast), 0);
  for (const [at, start] of starts.entries()) {
    const length = lengths[at] ?? 0;
    if (length < atLeast) continue;
    if (length === atLeast) {
      if (lengths.length > mostRanges && above + atThreshold >= mostRanges) continue;
      atThreshold += 1;
    }
    chosen.push({ start: BigInt(start), end: BigInt(ends[at] ?? 0) });
  }
  return chosen
    .sort((a, b) => {
      const difference = b.end - b.start - (a.end - a.start);
      return difference === 0n ? (a.start < b.start ? -1 : 1) : difference > 0n ? 1 : -1;
    })
    .map(({ start, end }) => ({ start: String(start), end: String(end) }));
}

function largerOf(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

function smallerOf(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
