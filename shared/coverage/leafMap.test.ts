import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapLeaves } from './leafMap.ts';

/** Position by position. */
function naiveMap(size: number, known: ReadonlySet<number>, width: number) {
  const cells: { start: string; end: string; known: number }[] = [];
  for (let start = 0; start < size; start += width) {
    const end = Math.min(start + width, size);
    const inside = [...known].filter((at) => at >= start && at < end).length;
    cells.push({ start: String(start), end: String(end), known: inside });
  }
  const ranges: { start: number; end: number }[] = [];
  for (let at = 0; at < size; at += 1) {
    if (known.has(at)) continue;
    const last = ranges.at(-1);
    if (last?.end === at) last.end = at + 1;
    else ranges.push({ start: at, end: at + 1 });
  }
  ranges.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  return { cells, ranges: ranges.map(({ start, end }) => ({ start: String(start), end: String(end) })) };
}

describe('mapLeaves', () => {
  it('counts what a count of every position finds, as numbers and as big integers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200 }),
        fc.uniqueArray(fc.nat(220)),
        fc.integer({ min: 1, max: 40 }),
        (size, positions, most) => {
          const sorted = positions.sort((a, b) => a - b);
          const below = sorted.filter((at) => at < size);
          const expected = naiveMap(size, new Set(below), Math.max(1, Math.ceil(size / most)));
          for (const given of [Float64Array.from(sorted), sorted.map(BigInt)]) {
            const map = mapLeaves(BigInt(size), given, most);
            expect(map.cells).toEqual(expected.cells);
            expect(map.cells.length).toBeLessThanOrEqual(most);
            expect(map.known).toBe(below.length);
            expect(map.unknown).toEqual({
              leaves: String(size - below.length),
              rangeCount: expected.ranges.length,
              longest: expected.ranges,
            });
          }
        },
      ),
    );
  });

  it('is exact in a tree beyond 2^53', () => {
    const size = 2n ** 70n;
    const map = mapLeaves(size, [0n, 2n ** 53n + 1n, size - 1n, size], 2);
    expect(map.cells).toEqual([
      { start: '0', end: String(size / 2n), known: 2 },
      { start: String(size / 2n), end: String(size), known: 1 },
    ]);
    expect(map.unknown).toEqual({
      leaves: String(size - 3n),
      rangeCount: 2,
      longest: [
        { start: String(2n ** 53n + 2n), end: String(size - 1n) },
        { start: '1', end: String(2n ** 53n + 1n) },
      ],
    });
  });

  it('names the longest thousand of many unknown ranges', () => {
    // Stretches of 1, 2, 3 positions, and so on, one known position after each.
    const positions: number[] = [];
    for (let at = 1, length = 1; length <= 3_000; length += 1) {
      positions.push(at);
      at += length + 2;
    }
    const size = BigInt((positions.at(-1) ?? 0) + 1);
    const { rangeCount, longest } = mapLeaves(size, Float64Array.from(positions), 100).unknown;
    expect(rangeCount).toBe(3_000);
    expect(longest).toHaveLength(1_000);
    const lengths = longest.map(({ start, end }) => Number(end) - Number(start));
    expect(lengths).toEqual(Array.from({ length: 1_000 }, (_, at) => 3_000 - at));
  });
});
