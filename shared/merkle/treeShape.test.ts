import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lengthOfPlaces, pathLength, placesToRoot } from './treeShape.ts';

it('counts the nodes of a path like listing them, in trees of any size', () => {
  const size = fc.oneof(
    fc.bigInt(1n, 300n),
    fc.bigInt(1n, 1n << 60n),
    fc.constantFrom(1n, 2n ** 53n - 1n, 2n ** 53n),
  );
  fc.assert(
    fc.property(size, fc.bigInt(0n, 1n << 60n), (treeSize, any) => {
      const leafIndex = any % treeSize;
      expect(pathLength(leafIndex, treeSize)).toEqual(lengthOfPlaces(placesToRoot(leafIndex, treeSize)));
    }),
    { numRuns: 1_000 },
  );
});
