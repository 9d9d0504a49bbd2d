import { describe, expect, it } from 'vitest';
import { coverageWords, percentWords, rangeSize, rangeWords } from './leafWords.ts';

describe('coverage in words', () => {
  it.each([
    [{ knownLeaves: 0, treeSize: null }, 'No proof read yet'],
    [{ knownLeaves: 1, treeSize: '1' }, 'Known 1 of 1 leaf (100%)'],
    [{ knownLeaves: 1_204, treeSize: '5000' }, 'Known 1,204 of 5,000 leaves (24%)'],
    [{ knownLeaves: 11, treeSize: '32', emptyLeaves: 21 }, 'Known 11 of 11 leaves (100%)'],
  ])('%j', (coverage, words) => {
    expect(coverageWords(coverage)).toBe(words);
  });

  it.each([
    [0, '10', '0%'],
    [1, '10000', 'less than 1%'],
    [1, '2', '50%'],
    [4_999, '5000', 'more than 99%'],
    [5_000, '5000', '100%'],
    [0, '0', '0%'],
  ])('%d of %s is never rounded to all or to nothing', (part, whole, words) => {
    expect(percentWords(part, whole)).toBe(words);
  });
});

describe('a range of leaves', () => {
  it('is named by its first and last leaf, exactly, however large', () => {
    expect(rangeWords({ start: '7', end: '8' })).toBe('leaf 7');
    expect(rangeWords({ start: '7', end: '1207' })).toBe('leaves 7 to 1,206');
    expect(rangeWords({ start: '9007199254740993', end: '9007199254740995' })).toBe(
      'leaves 9,007,199,254,740,993 to 9,007,199,254,740,994',
    );
    expect(rangeSize({ start: '9007199254740993', end: '9007199254740996' })).toBe('3');
  });
});
