import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLongLines, breaksBefore, cutIntoParts, hasLineOver, originalPlace } from './longLines.ts';
import { anyCharacter } from '#shared/text/testing/anyCharacter.ts';

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('\n', 'x'.repeat(3_000), '👍'.repeat(1_500), 'Word, word. '),
    ),
  )
  .map((parts) => parts.join(''));

describe('breakLongLines', () => {
  it('does not change text with lines of normal length', () => {
    const text = `${'x'.repeat(2_000)}\n\r\n${'y'.repeat(2_000)}`;
    expect(breakLongLines(text)).toEqual({ text, breaks: [] });
  });

  it.each(['even', 'joints'] as const)(
    'adds nothing but the breaks it names, and leaves no long line (%s)',
    (places) => {
      fc.assert(
        fc.property(anyText, (original) => {
          const broken = breakLongLines(original, places);
          const isBreak = new Set(broken.breaks);
          expect(broken.breaks.every((at) => broken.text[at] === '\n')).toBe(true);
          expect(
            [...Array(broken.text.length).keys()]
              .filter((at) => !isBreak.has(at))
              .map((at) => broken.text[at])
              .join(''),
          ).toBe(original);
          expect(Math.max(...broken.text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(
            places === 'even' ? 2_000 : 3_100,
          );
        }),
        { numRuns: 60 },
      );
    },
  );

  it('never breaks a character in half', () => {
    for (const line of breakLongLines(`a${'👍'.repeat(3_000)}`).text.split('\n')) {
      expect(line).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
    }
  });

  it('breaks two long lines the same way except where they differ', () => {
    const line = (word: string): string =>
      `${'Some, words. '.repeat(300)}${word}, ${'more; of them! '.repeat(300)}`;
    const [one, other] = ['short', 'considerably longer'].map((word) =>
      breakLongLines(line(word), 'joints').text.split('\n'),
    );
    expect(one?.length).toBe(other?.length);
    expect(one?.filter((part, index) => part !== other?.[index])).toHaveLength(1);
  });
});

describe('originalPlace', () => {
  it('maps back to the same character', () => {
    const original = `${'abcdefg'.repeat(1_000)}\nend`;
    const broken = breakLongLines(original);
    expect(broken.breaks).toHaveLength(3);
    for (const at of [0, 1_999, 2_001, 4_500, broken.text.length - 1]) {
      expect(original[originalPlace(broken, at)]).toBe(broken.text[at]);
    }
    expect(breaksBefore(broken.breaks, 2_000)).toBe(0);
  });
});

describe('cutIntoParts', () => {
  it('does not split a short text', () => {
    expect(cutIntoParts('x'.repeat(1_000_000))).toEqual([0]);
  });

  it('splits after a nearby line ending, otherwise between characters', () => {
    expect(cutIntoParts(`${'x'.repeat(899_999)}\n${'y'.repeat(500_000)}`)).toEqual([0, 900_000]);
    expect(cutIntoParts('x'.repeat(2_500_000))).toEqual([0, 1_000_000, 2_000_000]);
    expect(cutIntoParts(`x${'👍'.repeat(600_000)}`)).toEqual([0, 999_999]);
  });
});

describe('hasLineOver', () => {
  it('checks the length of lines, not of the text', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 4_000 }), (text, most) => {
        expect(hasLineOver(text, most)).toBe(text.split('\n').some((line) => line.length > most));
      }),
    );
  });
});
