import { expect, it } from 'vitest';
import { listMove, rowsOfPage } from './listMove.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const list = { selected: 5, count: 20, page: 8 };

it.each([
  ['ArrowDown', 6],
  ['ArrowUp', 4],
  ['PageDown', 13],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 19],
])('%s moves to %i', (key, to) => {
  expect(listMove({ ...plain, key }, list)).toBe(to);
});

it('stays within the list, and ignores other keys', () => {
  expect(listMove({ ...plain, key: 'PageDown' }, { ...list, selected: 15 })).toBe(19);
  expect(listMove({ ...plain, key: 'ArrowDown' }, { ...list, count: 0 })).toBe(null);
  expect(listMove({ ...plain, key: 'a' }, list)).toBe(null);
  expect(listMove({ ...plain, key: 'End', ctrlKey: true }, list)).toBe(null);
});

it('moves by at least one row per page', () => {
  expect(rowsOfPage(null, 30)).toBe(1);
});
