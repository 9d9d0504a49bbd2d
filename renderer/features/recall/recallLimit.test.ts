import { describe, expect, it } from 'vitest';
import { parseLimit } from './recallLimit.ts';
import { scorePlace } from './ScoreBar.tsx';

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
  ])('parses %j as %j', (typed, limit) => {
    expect(parseLimit(typed)).toBe(limit);
  });
});

describe('scorePlace', () => {
  it('draws a bar only for a score between 0 and 1', () => {
    expect([-0.01, 0, 0.5, 1, 1.01, null].map(scorePlace)).toEqual([
      'below',
      'inside',
      'inside',
      'inside',
      'above',
      'none',
    ]);
  });
});
