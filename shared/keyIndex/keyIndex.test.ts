import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeyIndex } from './keyIndex.ts';

it('has the numbers of keys in whatever order they are looked up, added, and removed', () => {
  const key = fc.integer({ min: 10, max: 30 }).map(String);
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('look up' as const), key, upTo: fc.nat(21) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('add' as const), key }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), key }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('sort' as const) }) },
  );
  fc.assert(
    fc.property(fc.uniqueArray(key), fc.array(step, { maxLength: 40 }), (first, steps) => {
      const sorted = [...first].sort();
      const index = createKeyIndex(sorted);
      const numbers = new Map(sorted.map((one, at) => [one, at]));
      for (const one of steps) {
        if (one.kind === 'sort')
          expect([...index.sorted()]).toEqual([...numbers.keys()].sort().map((known) => numbers.get(known)));
        else if (one.kind === 'look up') {
          const from = Number(one.key);
          for (let at = from; at <= from + one.upTo; at += 1)
            expect(index.numberOf(String(at))).toBe(numbers.get(String(at)) ?? -1);
        } else if (one.kind === 'remove') {
          const number = numbers.get(one.key);
          if (number !== undefined) index.remove(number);
          numbers.delete(one.key);
        } else if (!numbers.has(one.key)) numbers.set(one.key, index.add(one.key));
      }
    }),
    { numRuns: 500 },
  );
});
