import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineEndsOf, placesOf, separatorOf } from './lineEnds.ts';

describe('lineEndsOf', () => {
  it.each([
    ['', 'none'],
    ['a', 'none'],
    ['a\nb', 'lf'],
    ['a\r\nb\r\n', 'crlf'],
    ['a\rb', 'cr'],
    ['a\r\nb\nc', 'mixed'],
    ['a\rb\r\nc', 'mixed'],
    ['\n\r', 'mixed'],
  ] as const)('of %j are %s', (text, ends) => expect(lineEndsOf(text)).toBe(ends));

  it('leaves every text as it was once parted and joined', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n'), maxLength: 30 }), (text) => {
        const separator = separatorOf(lineEndsOf(text));
        const parts = text.split(separator);
        expect(parts.join(separator)).toBe(text);
        // No part holds what would end its line in the editor.
        expect(parts.some((part) => part.includes('\n'))).toBe(false);
      }),
    );
  });
});

describe('placesOf', () => {
  it('counts lines and columns from 1', () => {
    expect(placesOf('ab\ncd\n', [0, 2, 3, 4, 6])).toEqual([
      { offset: 0, line: 1, column: 1 },
      { offset: 2, line: 1, column: 3 },
      { offset: 3, line: 2, column: 1 },
      { offset: 4, line: 2, column: 2 },
      { offset: 6, line: 3, column: 1 },
    ]);
  });

  it('counts lines as they end', () => {
    expect(placesOf('a\r\nb', [3])).toEqual([{ offset: 3, line: 2, column: 1 }]);
    expect(placesOf('a\rb', [2])).toEqual([{ offset: 2, line: 2, column: 1 }]);
    expect(placesOf('a\rb\nc', [2, 4])).toEqual([
      { offset: 2, line: 1, column: 3 },
      { offset: 4, line: 2, column: 1 },
    ]);
  });
});
