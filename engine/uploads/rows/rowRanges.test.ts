import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOf, toRanges } from './rowRanges.ts';

describe('row numbers as ranges', () => {
  it('are few if rows are consecutive', () => {
    expect(toRanges([0, 1, 2, 5, 7, 8])).toEqual([
      [0, 2],
      [5, 5],
      [7, 8],
    ]);
  });

  it('are restored exactly', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60)), (rows) => {
        const ascending = [...rows].sort((one, other) => one - other);
        expect(rowsOf(toRanges(ascending))).toEqual(ascending);
      }),
    );
  });
});
