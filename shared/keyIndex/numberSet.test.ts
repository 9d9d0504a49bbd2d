import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clearBits, emptyBits, forEachBit, mapBits, NumberSet, setBit, setBits } from './numberSet.ts';

const limit = 1_500;
const number = fc.nat(limit - 1);
const range = fc.tuple(number, fc.nat(limit)).map(([one, other]) => [one, Math.max(one, other)] as const);

describe('a set of numbers', () => {
  it('knows what is in it, in order and by place', () => {
    fc.assert(
      fc.property(
        fc.array(number),
        fc.array(range, { maxLength: 3 }),
        fc.array(range, { maxLength: 3 }),
        fc.array(fc.nat(limit + 100)),
        (single, added, taken, asked) => {
          const bits = emptyBits(limit);
          const expected = new Set<number>();
          for (const one of single) {
            setBit(bits, one);
            expected.add(one);
          }
          for (const [from, to] of added) {
            setBits(bits, from, to);
            for (let one = from; one < to; one += 1) expected.add(one);
          }
          for (const [from, to] of taken) {
            clearBits(bits, from, to);
            for (let one = from; one < to; one += 1) expected.delete(one);
          }
          const sorted = [...expected].sort((a, b) => a - b);
          const visited: number[] = [];
          forEachBit(bits, (one) => visited.push(one));
          expect(visited).toEqual(sorted);
          const turned = Uint32Array.from({ length: limit }, (_, at) => limit - 1 - at);
          const set = new NumberSet(bits);
          const mapped = new NumberSet(mapBits(bits, turned, limit));
          expect(sorted.map((_, at) => mapped.select(at))).toEqual(
            sorted.map((one) => limit - 1 - one).reverse(),
          );
          expect(set.count).toBe(sorted.length);
          for (const one of asked) {
            expect(set.rank(one)).toBe(sorted.filter((other) => other < one).length);
            expect(set.next(one)).toBe(sorted.find((other) => other >= one) ?? -1);
            expect(set.has(one)).toBe(expected.has(one));
            expect(set.select(one)).toBe(sorted[one] ?? -1);
            expect(set.select(one + 1)).toBe(sorted[one + 1] ?? -1);
          }
        },
      ),
    );
  });
});
