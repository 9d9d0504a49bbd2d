import { describe, expect, it } from 'vitest';
import { visibleBounds } from './windowState.ts';

const left = { x: 0, y: 25, width: 1920, height: 1055 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };

describe('visibleBounds', () => {
  it.each([
    ['on a display', { x: 100, y: 100, width: 800, height: 600 }],
    ['across two', { x: 1700, y: 100, width: 800, height: 600 }],
    ['partly off', { x: -600, y: 100, width: 800, height: 600 }],
  ])('keeps a window %s', (_name, bounds) => {
    expect(visibleBounds(bounds, [left, right])).toEqual(bounds);
  });

  it.each([
    ['where a display used to be', { x: 4000, y: 100, width: 800, height: 600 }],
    ['almost off', { x: -750, y: 100, width: 800, height: 600 }],
    ['with its title bar above the top', { x: 100, y: -300, width: 800, height: 600 }],
  ])('forgets one %s', (_name, bounds) => {
    expect(visibleBounds(bounds, [left, right])).toBeNull();
  });

  it('has nothing to restore at the first start', () => {
    expect(visibleBounds(null, [left])).toBeNull();
  });
});
