import { describe, expect, it } from 'vitest';
import { parseLimit } from './recallLimit.ts';
import { barPercent, scoreWords } from './scoreBar.ts';

describe('parseLimit', () => {
  it.each([
    [10, 10],
    ['25', 25],
    [1, 1],
    [10_000, 10_000],
    [0, null],
    [10_001, null],
    [2.5, null],
    ['', null],
    ['ten', null],
    ['-', null],
  ])('reads %j as %j', (typed, limit) => {
    expect(parseLimit(typed)).toBe(limit);
  });
});

describe('scores', () => {
  it('draws scores out of range as a bar that ends, and writes them as they are', () => {
    expect([barPercent(-1), barPercent(0.25), barPercent(7)]).toEqual([0, 25, 100]);
    expect(scoreWords(7)).toBe('7.000');
  });

  it('does not round a small score away', () => {
    expect(scoreWords(0.00012)).toBe('0.00012');
    expect(scoreWords(0)).toBe('0.000');
    expect(scoreWords(0.8765)).toMatch(/^0\.87[67]$/);
  });
});
