import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys, isAtOrBelow, rangeOfPrefix } from './keyOrder.ts';

const keys = fc.uniqueArray(fc.stringMatching(/^[ab.-]{1,6}$/), { maxLength: 30 });

describe('compareKeys', () => {
  it('keeps a branch together where plain string order would not', () => {
    expect(['a-b', 'a.c', 'a', 'a.b'].sort(compareKeys)).toEqual(['a', 'a.b', 'a.c', 'a-b']);
  });

  it('is a total order on keys', () => {
    fc.assert(
      fc.property(keys, (some) => {
        const sorted = [...some].sort(compareKeys);
        for (const [at, key] of sorted.entries()) {
          const next = sorted[at + 1];
          if (next !== undefined) expect(compareKeys(key, next)).toBeLessThan(0);
        }
      }),
    );
  });
});

describe('rangeOfPrefix', () => {
  it('finds exactly the keys at or below a prefix', () => {
    fc.assert(
      fc.property(keys, fc.stringMatching(/^[ab.-]{1,4}$/), (some, prefix) => {
        const sorted = [...some].sort(compareKeys);
        const { start, end } = rangeOfPrefix(sorted, prefix);
        expect(sorted.slice(start, end)).toEqual(sorted.filter((key) => isAtOrBelow(key, prefix)));
      }),
    );
  });

  it('takes whole segments only', () => {
    const sorted = ['v1.user.Glen', 'v1.user.Glenn'];
    expect(rangeOfPrefix(sorted, 'v1.user.Glen')).toEqual({ start: 0, end: 1 });
  });

  it('takes everything for the root', () => {
    expect(rangeOfPrefix(['.a', 'b'], '')).toEqual({ start: 0, end: 2 });
  });
});
