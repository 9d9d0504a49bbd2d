import type { LeafMap, LeafRange } from '../domain/catalogue.ts';

/** How many dark stretches are named. */
const mostRanges = 1_000;

/**
 * Where the known positions lie in a tree.
 *
 * @param positions distinct and ascending. Those that are not below `treeSize` are left out.
 */
export function mapLeaves(
  treeSize: bigint,
  positions: readonly bigint[] | Float64Array,
  mostCells: number,
): Pick<LeafMap, 'cells' | 'dark'> & { readonly known: number } {
  const width = largerOf(1n, (treeSize + BigInt(mostCells) - 1n) / BigInt(mostCells));
  const counts: number[] = Array.from({ length: Number((treeSize + width - 1n) / width) }, () => 0);
  const size = Number(treeSize);
  // Exact as numbers for as long as the tree is.
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
  return {
    known,
    cells: counts.map((of, cell) => {
      const start = BigInt(cell) * width;
      return { start: String(start), end: String(smallerOf(start + width, treeSize)), known: of };
    }),
    dark: {
      leaves: String(treeSize - BigInt(known)),
      rangeCount: starts.length,
      longest: longestOf(starts, ends),
    },
  };
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
