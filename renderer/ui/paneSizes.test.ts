import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveSeparator, parsePaneSizes } from './paneSizes.ts';

describe('parsePaneSizes', () => {
  it('reads pixels and shares', () => {
    expect(parsePaneSizes('["280px", 1, "320.5px"]', 3)).toEqual(['280px', 1, '320.5px']);
  });

  it.each([
    ['nothing', null, 2],
    ['broken JSON', '["280px"', 1],
    ['another number of panes', '["280px", 1]', 3],
    ['a foreign unit', '["280vh", 1]', 2],
    ['a share of zero', '["280px", 0]', 2],
    ['something else', '{"length": 2}', 2],
  ])('rejects %s', (_what, stored, count) => {
    expect(parsePaneSizes(stored, count)).toBeNull();
  });
});

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

  it('continues with the panes beyond when the nearest is at its minimum', () => {
    expect(moveSeparator(three, 0, 80)).toEqual([280, 250, 470]);
    expect(moveSeparator(three, 1, -100)).toEqual([150, 250, 600]);
  });

  it('stops when there is no more space to take', () => {
    expect(moveSeparator(three, 0, 10_000)).toEqual([650, 250, 100]);
    expect(moveSeparator(three, 0, -10_000)).toEqual([100, 400, 500]);
  });

  it('does not shrink a pane that is already below its minimum', () => {
    const cramped = [
      { size: 80, min: 100 },
      { size: 300, min: 100 },
    ];
    expect(moveSeparator(cramped, 0, -10)).toEqual([80, 300]);
  });

  it('keeps the sum, and every pane at its minimum or above', () => {
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
