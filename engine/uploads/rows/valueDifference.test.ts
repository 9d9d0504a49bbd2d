import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueDifference } from './valueDifference.ts';

describe('valueDifference', () => {
  it.each([
    ['', '', { removed: 0, added: 0, bytes: 0 }],
    ['abc', 'abXc', { removed: 0, added: 1, bytes: 1 }],
    ['abXc', 'abc', { removed: 1, added: 0, bytes: -1 }],
    ['aaa', 'aa', { removed: 1, added: 0, bytes: -1 }],
    ['a1z', 'a22z', { removed: 1, added: 2, bytes: 1 }],
    ['aé', 'ae', { removed: 1, added: 1, bytes: -1 }],
    // Pairs with the same first or second half are still different characters.
    ['x\u{1F600}', 'x\u{1F601}', { removed: 2, added: 2, bytes: 0 }],
    ['\u{1F600}y', '\u{1FA00}y', { removed: 2, added: 2, bytes: 0 }],
  ])('from %j to %j', (stored, value, difference) => {
    expect(valueDifference(stored, value)).toEqual(difference);
  });

  it('counts whole characters', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '\u{1F600}', '\u{1F601}', '\u{1FA00}'), { maxLength: 8 });
    fc.assert(
      fc.property(text, text, (stored, value) => {
        let start = 0;
        while (start < Math.min(stored.length, value.length) && stored[start] === value[start]) start += 1;
        let end = 0;
        while (
          end < Math.min(stored.length, value.length) - start &&
          stored[stored.length - 1 - end] === value[value.length - 1 - end]
        ) {
          end += 1;
        }
        const left = (all: readonly string[]): number => all.slice(start, all.length - end).join('').length;
        expect(valueDifference(stored.join(''), value.join(''))).toMatchObject({
          removed: left(stored),
          added: left(value),
        });
      }),
    );
  });
});
