import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visiblePieces } from '#shared/text/visibleText.ts';
import { markedPieces, type TextRange } from './markedPieces.ts';
import { anyCharacter } from '#shared/text/testing/anyCharacter.ts';

/** What is marked in brackets, hidden characters by their code. */
function shown(text: string, ranges: readonly TextRange[]): string {
  const pieces = visiblePieces(text, { markLeading: true, markTrailing: true });
  return markedPieces(text, pieces, ranges)
    .map(({ piece, isMarked }) => {
      const words = piece.kind === 'plain' ? piece.text : `<${piece.shown}>`;
      return isMarked ? `[${words}]` : words;
    })
    .join('');
}

describe('markedPieces', () => {
  it('marks ranges of a text', () => {
    expect(shown('v1.user.theme', [{ start: 3, end: 7 }])).toBe('v1.[user].theme');
    expect(
      shown('aa', [
        { start: 0, end: 1 },
        { start: 1, end: 2 },
      ]),
    ).toBe('[a][a]');
    expect(shown('abc', [])).toBe('abc');
  });

  it('still names hidden characters and spaces at the ends, inside and outside of ranges', () => {
    expect(shown(' us\u200Ber ', [{ start: 1, end: 6 }])).toBe('<␣>[us][<U+200B>][er]<␣>');
    expect(shown('a\u{E0041}b\u3164c', [{ start: 3, end: 4 }])).toBe('a<U+E0041>[b]<U+3164>c');
  });

  it('loses no character', () => {
    const range = fc.tuple(fc.nat(20), fc.nat(20)).map(([start, length]) => ({ start, end: start + length }));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 30 }), range, (text, one) => {
        const marked = markedPieces(text, visiblePieces(text), [one]);
        const plain = marked.map(({ piece }) => (piece.kind === 'plain' ? piece.text : '')).join('');
        const hidden = marked.filter(({ piece }) => piece.kind === 'hidden').length;
        expect(plain.length + hidden).toBeLessThanOrEqual(text.length);
        expect([...visiblePieces(text)].filter(({ kind }) => kind === 'hidden')).toHaveLength(hidden);
        expect(plain).toBe(
          visiblePieces(text)
            .map((piece) => (piece.kind === 'plain' ? piece.text : ''))
            .join(''),
        );
      }),
    );
  });
});
