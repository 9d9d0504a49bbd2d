import { expect, it } from 'vitest';
import { visibleRowsAnd } from './keptRow.ts';

const range = { startIndex: 10, endIndex: 12, overscan: 1, count: 20 };

it('adds the kept row, in order, if it is not visible', () => {
  expect(visibleRowsAnd(3, 20)(range)).toEqual([3, 9, 10, 11, 12, 13]);
  expect(visibleRowsAnd(19, 20)(range)).toEqual([9, 10, 11, 12, 13, 19]);
});

it('adds nothing for a row that is visible, or that does not exist', () => {
  for (const kept of [9, 11, -1, 20]) expect(visibleRowsAnd(kept, 20)(range)).toEqual([9, 10, 11, 12, 13]);
});

it('shows the last rows of a list that has become shorter, and none of an empty one', () => {
  const places = { ...range, count: 64 };
  expect(visibleRowsAnd(-1, 6)(places)).toEqual([2, 3, 4, 5]);
  expect(visibleRowsAnd(-1, 2)(places)).toEqual([0, 1]);
  expect(visibleRowsAnd(0, 0)(places)).toEqual([]);
  expect(visibleRowsAnd(40, 20)(places)).toEqual([9, 10, 11, 12, 13]);
});
