import { describe, expect, it } from 'vitest';
import { isTyping, moveInTree, nothingTyped, typeOn, type RowOfTree } from './treeKeys.ts';

const leaf: RowOfTree = { hasChildren: false, isOpen: false, parent: 4 };
const closed: RowOfTree = { ...leaf, hasChildren: true };
const open: RowOfTree = { ...closed, isOpen: true };
const root: RowOfTree = { ...open, parent: -1 };

const at = (row: RowOfTree | undefined, index = 5) => ({ row, index, total: 10, page: 4 });

describe('moveInTree', () => {
  it.each([
    ['ArrowDown', 6],
    ['ArrowUp', 4],
    ['PageDown', 9],
    ['PageUp', 1],
    ['Home', 0],
    ['End', 9],
  ])('%s moves, even over rows that have not arrived', (key, index) => {
    expect(moveInTree(at(undefined), key)).toEqual({ kind: 'go', index });
  });

  it('stays within the tree', () => {
    expect(moveInTree(at(leaf, 0), 'ArrowUp')).toEqual({ kind: 'go', index: 0 });
    expect(moveInTree(at(leaf, 9), 'ArrowDown')).toEqual({ kind: 'go', index: 9 });
    expect(moveInTree({ ...at(leaf), total: 0 }, 'ArrowDown')).toBeNull();
  });

  it('opens, enters, closes, and leaves a branch with the left and right arrows', () => {
    expect(moveInTree(at(closed), 'ArrowRight')).toEqual({ kind: 'toggle' });
    expect(moveInTree(at(open), 'ArrowRight')).toEqual({ kind: 'go', index: 6 });
    expect(moveInTree(at(leaf), 'ArrowRight')).toBeNull();
    expect(moveInTree(at(open), 'ArrowLeft')).toEqual({ kind: 'toggle' });
    expect(moveInTree(at(closed), 'ArrowLeft')).toEqual({ kind: 'go', index: 4 });
    expect(moveInTree(at({ ...root, isOpen: false }, 0), 'ArrowLeft')).toBeNull();
  });

  it('opens the siblings with *, except at the root, which has none', () => {
    expect(moveInTree(at(leaf), '*')).toEqual({ kind: 'open-siblings' });
    expect(moveInTree(at(root), '*')).toBeNull();
  });
});

describe('typing', () => {
  it('joins letters typed in quick succession, and starts a new word after a pause', () => {
    const word = typeOn(typeOn(nothingTyped, 'g', 1_000), 'l', 1_400);
    expect(word.text).toBe('gl');
    expect(isTyping(word, 1_500)).toBe(true);
    expect(typeOn(word, 'x', 3_000).text).toBe('x');
  });
});
