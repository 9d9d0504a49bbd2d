import { describe, expect, it } from 'vitest';
import { firstZoom, ladderScale } from './ladderZoom.ts';

describe('ladderScale', () => {
  it.each([1, 3, 7, 20, 40])('fits %i levels into the pane where they can be fitted', (steps) => {
    for (const height of [560, 700, 1_200]) {
      const { density, stepHeight } = ladderScale('fit', steps, height);
      const taken = density === 'full' ? steps * 98 + 194 : steps * (stepHeight ?? 0) + 150;
      expect(taken).toBeLessThanOrEqual(height);
    }
  });

  it('gives each step of a very deep path a minimum height, even if the path then scrolls', () => {
    expect(ladderScale('fit', 256, 500)).toEqual({ density: 'mini', stepHeight: 8 });
  });

  it('shows hashes at the initial zoom of any path, and scrolls if needed', () => {
    expect(firstZoom(3, 620)).toBe('fit');
    expect(firstZoom(9, 620)).toBe('fit');
    expect(firstZoom(40, 620)).toBe('compact');
  });

  it('draws a tree of one leaf at full size', () => {
    expect(ladderScale('fit', 0, 100)).toEqual({ density: 'full', stepHeight: null });
  });
});
