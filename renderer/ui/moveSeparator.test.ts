import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveSeparator } from './moveSeparator.ts';

const three = [
  { size: 200, min: 100 },
  { size: 300, min: 250 },
  { size: 500, min: 100 },
];

describe('moveSeparator', () => {
  it('takes from the nearest pane first', () => {
    expect(moveSeparator(three, 0, 40)).toEqual([240, 260, 500]);
    expect(moveSeparator(three, 1, -40)).toEqual([200, 260, 540]);
  });

  it('goes on with the panes beyond once the nearest is at its smallest', () => {
    expect(moveSeparator(three, 0, 80)).toEqual([280, 250, 470]);
    expect(moveSeparator(three, 1, -100)).toEqual([150, 250, 600]);
  });

  it('stops where there is no more space to take', () => {
    expect(moveSeparator(three, 0, 10_000)).toEqual([650, 250, 100]);
    expect(moveSeparator(three, 0, -10_000)).toEqual([100, 400, 500]);
  });

  it('does not shrink a pane that is below its smallest size already', () => {
    const cramped = [
      { size: 80, min: 100 },
      { size: 300, min: 100 },
    ];
    expect(moveSeparator(cramped, 0, -10)).toEqual([80, 300]);
  });

  it('keeps the sum, and every pane at its smallest size or above', () => {
    const pane = fc.record({ room: fc.nat(1_000), min: fc.nat(300) });
    fc.assert(
      fc.property(
        fc.array(pane, { minLength: 2, maxLength: 4 }),
        fc.nat(2),
        fc.integer({ min: -3_000, max: 3_000 }),
        (drawn, at, delta) => {
          const panes = drawn.map(({ room, min }) => ({ size: min + room, min }));
          const sizes = moveSeparator(panes, Math.min(at, panes.length - 2), delta);
          const sum = (all: readonly number[]): number => all.reduce((total, size) => total + size, 0);
          expect(sum(sizes)).toBe(sum(panes.map(({ size }) => size)));
          expect(sizes.every((size, index) => size >= (panes[index]?.min ?? 0))).toBe(true);
        },
      ),
    );
  });
});
