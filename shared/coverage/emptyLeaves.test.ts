import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LeafSpan } from '../merkle/emptySubtrees.ts';
import { differenceOf, intersectionOf, sizeOf, unionOf } from './emptyLeaves.ts';
import { mapLeaves } from './leafMap.ts';

const spans = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 })), { maxLength: 8 })
  .map((pairs) => pairs.map(([start, length]) => ({ start: BigInt(start), end: BigInt(start + length) })));

function leavesOf(of: readonly LeafSpan[]): readonly number[] {
  const leaves = new Set<number>();
  for (const { start, end } of of) for (let at = start; at < end; at += 1n) leaves.add(Number(at));
  return [...leaves].sort((a, b) => a - b);
}

describe('spans of leaves', () => {
  it('are joined, cut, and taken away like sets of their leaves', () => {
    fc.assert(
      fc.property(spans, spans, (some, others) => {
        const [one, other] = [unionOf(some), unionOf(others)];
        const [left, right] = [leavesOf(some), leavesOf(others)];
        expect(leavesOf(one)).toEqual(left);
        expect(Number(sizeOf(one))).toBe(left.length);
        expect(leavesOf(intersectionOf(one, other))).toEqual(left.filter((leaf) => right.includes(leaf)));
        expect(leavesOf(differenceOf(one, other))).toEqual(left.filter((leaf) => !right.includes(leaf)));
      }),
    );
  });
});

describe('a map of leaves, some of them shown to be empty', () => {
  it('counts those as neither known nor unknown', () => {
    const map = mapLeaves(16n, [0n, 1n, 2n, 4n, 12n], 4, [{ start: 8n, end: 16n }]);
    expect(map).toMatchObject({ known: 5, empty: 7n, unknown: { leaves: '4', rangeCount: 2 } });
    expect(map.unknown.longest).toEqual([
      { start: '5', end: '8' },
      { start: '3', end: '4' },
    ]);
    expect(map.cells).toEqual([
      { start: '0', end: '4', known: 3 },
      { start: '4', end: '8', known: 1 },
      { start: '8', end: '12', known: 0, empty: 4 },
      { start: '12', end: '16', known: 1, empty: 3 },
    ]);
  });
});
