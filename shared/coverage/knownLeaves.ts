import type { LeafContradiction, VersionReading } from '../domain/catalogue.ts';
import type { EntryColumns } from '../keyIndex/entryColumns.ts';
import { sortNumbers } from '../keyIndex/sortNumbers.ts';
import type { LeafSpan } from '../merkle/emptySubtrees.ts';
import { sizeOf } from './emptyLeaves.ts';
import { contradictionsOn, type PlacedKey } from './leafContradictions.ts';
import { readByVersions } from './versionReading.ts';

/** What the known keys show about the leaves of the tree. */
export interface KnownLeaves {
  /** Distinct and ascending; as numbers if all of them are safe integers. */
  readonly positions: readonly bigint[] | Float64Array;
  readonly contradictions: readonly LeafContradiction[];
  readonly contradictionCount: number;
}

/** How many contradictions are listed. */
const mostContradictions = 1_000;

/**
 * @param numbers those of all known keys.
 * @param grows whether everything known is consistent with a tree that only grows.
 */
export function findKnownLeaves(
  numbers: Uint32Array,
  columns: EntryColumns,
  keyOf: (number: number) => string,
  grows: boolean,
): KnownLeaves {
  const placed = numbers.filter(
    (number) => !Number.isNaN(columns.leafNumberOf(number)) || columns.leafOf(number) !== null,
  );
  const sorted = sortNumbers(placed, columns.sortKeys('leaf'), 'ascending');
  const contradictions: LeafContradiction[] = [];
  let contradictionCount = 0;
  const starts: number[] = [];
  for (let at = 0; at < sorted.length;) {
    const first = sorted[at] ?? 0;
    let end = at + 1;
    while (end < sorted.length && isSameLeaf(columns, first, sorted[end] ?? 0)) end += 1;
    starts.push(first);
    if (end - at > 1) {
      const together: PlacedKey[] = [...sorted.subarray(at, end)].flatMap((number) => {
        const place = columns.placedOf(number);
        return place === null ? [] : [{ key: keyOf(number), placed: place }];
      });
      for (const found of contradictionsOn(columns.leafOf(first) ?? '', together, grows)) {
        contradictionCount += 1;
        if (contradictions.length < mostContradictions) contradictions.push(found);
      }
    }
    at = end;
  }
  const asNumbers = Float64Array.from(starts, columns.leafNumberOf);
  return {
    positions: asNumbers.some(Number.isNaN)
      ? starts.map((number) => BigInt(columns.leafOf(number) ?? '0'))
      : asNumbers,
    contradictions,
    contradictionCount,
  };
}

function isSameLeaf(columns: EntryColumns, left: number, right: number): boolean {
  const [a, b] = [columns.leafNumberOf(left), columns.leafNumberOf(right)];
  return Number.isNaN(a) || Number.isNaN(b) ? columns.leafOf(left) === columns.leafOf(right) : a === b;
}

/** Positions below this are counted with a bit for each. */
const mostMarks = 1 << 28;

/** How many distinct positions below `treeSize` (null: any) are known. */
export function countKnownLeaves(
  numbers: Uint32Array,
  columns: EntryColumns,
  treeSize: bigint | null,
): number {
  const size = treeSize === null ? Infinity : Number(treeSize);
  let largest = 0;
  for (const number of numbers) {
    const leaf = columns.leafNumberOf(number);
    if (leaf > largest && leaf < size) largest = leaf;
  }
  const markSize = Math.min(largest + 1, mostMarks);
  const marks = new Uint8Array((markSize >>> 3) + 1);
  let count = 0;
  const others = new Set<string>();
  for (const number of numbers) {
    const leaf = columns.leafNumberOf(number);
    if (leaf < markSize) {
      if (leaf >= size) continue;
      const bit = 1 << (leaf & 7);
      const byte = leaf >>> 3;
      if (((marks[byte] ?? 0) & bit) !== 0) continue;
      marks[byte] = (marks[byte] ?? 0) | bit;
      count += 1;
    } else {
      // One that a number cannot represent, or a very large one.
      const text = columns.leafOf(number);
      if (text !== null && (treeSize === null || BigInt(text) < treeSize)) others.add(text);
    }
  }
  return count + others.size;
}

/** How many leaves in the spans have no known key. */
export function countEmptyLeaves(
  numbers: Uint32Array,
  columns: EntryColumns,
  spans: readonly LeafSpan[],
): number {
  const [first] = spans;
  if (first === undefined) return 0;
  const from = Number(first.start);
  const occupied = new Set<string>();
  for (const number of numbers) {
    const leaf = columns.leafNumberOf(number) < from ? null : columns.leafOf(number);
    if (leaf === null) continue;
    const position = BigInt(leaf);
    if (spans.some(({ start, end }) => start <= position && position < end)) occupied.add(leaf);
  }
  return Number(sizeOf(spans)) - occupied.size;
}

/**
 * Of all readings that passed their checks.
 *
 * @param grows whether everything known is consistent with a tree that only grows.
 */
export function readKnownVersions(
  numbers: Uint32Array,
  columns: EntryColumns,
  treeSize: bigint | null,
  knownLeaves: number,
  grows: boolean,
): VersionReading {
  const versions: number[] = [];
  let unread = 0;
  for (const number of numbers) {
    const version = columns.versionOf(number);
    if (version === null) unread += 1;
    else if (columns.verdictOf(number) !== 'red') versions.push(version);
  }
  return readByVersions({ treeSize, knownLeaves: BigInt(knownLeaves), versions, unread, grows });
}
