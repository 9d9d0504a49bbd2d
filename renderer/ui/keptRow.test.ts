import { expect, it } from 'vitest';
import { visibleRowsAnd } from './keptRow.ts';

const range = { startIndex: 10, endIndex: 12, overscan: 1, count: 20 };

it('adds the kept row, in order, if it is not visible', () => {
  expect(visibleRowsAnd(3)(range)).toEqual([3, 9, 10, 11, 12, 13]);
  expect(visibleRowsAnd(19)(range)).toEqual([9, 10, 11, 12, 13, 19]);
});

it('adds nothing for a row that is visible, or that does not exist', () => {
  for (const kept of [9, 11, -1, 20]) expect(visibleRowsAnd(kept)(range)).toEqual([9, 10, 11, 12, 13]);
});
