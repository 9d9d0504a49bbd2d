import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asTyped, lineEndsOf, withLineEndsOf } from './lineEnds.ts';

describe('line ends of a value that is edited in a field', () => {
  it('are recognized', () => {
    expect(['a', 'a\nb', 'a\r\nb\r\n', 'a\r\nb\nc', 'a\rb', 'a\n\rb'].map(lineEndsOf)).toEqual([
      'none',
      'lf',
      'crlf',
      'mixed',
      'mixed',
      'mixed',
    ]);
  });

  it('are kept by an edit, if they were not mixed', () => {
    expect(withLineEndsOf('a\r\nb', 'a\nb!')).toBe('a\r\nb!');
    expect(withLineEndsOf('a\nb', 'a\nb!')).toBe('a\nb!');
  });

  it('are kept if nothing was typed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\r', '\n', '\r\n')), (parts) => {
        const text = parts.join('');
        expect(withLineEndsOf(text, asTyped(text))).toBe(text);
      }),
    );
  });
});
