import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mixedScriptWords, splitKey, visibleLine, visiblePieces } from './visibleText.ts';
import { anyCharacter } from './testing/anyCharacter.ts';

function hiddenNames(text: string): readonly string[] {
  return visiblePieces(text).flatMap((piece) => (piece.kind === 'hidden' ? [piece.name] : []));
}

describe('visiblePieces', () => {
  it('leaves ordinary text of any script in one piece', () => {
    for (const text of ['v1.user.Glen', 'v1.日本語.キー', 'v1.שלום', 'café', 'a b']) {
      expect(visiblePieces(text)).toEqual([{ kind: 'plain', text }]);
    }
  });

  it.each([
    ['right-to-left override', 'a\u202Eb', 'right-to-left override (U+202E)'],
    ['isolate', 'a\u2067b', 'right-to-left isolate (U+2067)'],
    ['zero width space', 'a\u200Bb', 'zero width space (U+200B)'],
    ['byte order mark', '\uFEFFa', 'byte order mark (U+FEFF)'],
    ['NUL', 'a\0b', 'control character NUL (U+0000)'],
    ['line feed', 'a\nb', 'control character LF (U+000A)'],
    ['C1 control', 'a\u0085b', 'invisible character (U+0085)'],
    ['no-break space', 'a\u00A0b', 'no-break space (U+00A0)'],
    ['line separator', 'a\u2028b', 'line separator (U+2028)'],
    ['tag character', 'a\u{E0041}b', 'invisible character (U+E0041)'],
    ['variation selector', 'a\uFE00b', 'variation selector 1 (U+FE00)'],
    ['picture selector after a letter', 'a\uFE0Fb', 'variation selector 16 (U+FE0F)'],
    ['picture selector after what is a picture already', '👍\uFE0F', 'variation selector 16 (U+FE0F)'],
    ['picture selector after a digit', '1\uFE0F2', 'variation selector 16 (U+FE0F)'],
    ['text selector after a picture', '❤\uFE0E', 'variation selector 15 (U+FE0E)'],
    ['ideographic variation', '葛\u{E0101}', 'variation selector 18 (U+E0101)'],
    ['grapheme joiner', 'a\u034Fb', 'combining grapheme joiner (U+034F)'],
    ['Hangul filler', 'a\u3164b', 'Hangul filler (U+3164)'],
    ['halfwidth Hangul filler', 'a\uFFA0b', 'halfwidth Hangul filler (U+FFA0)'],
    ['braille blank', 'a\u2800b', 'blank braille pattern (U+2800)'],
    ['null notehead', 'a\u{1D159}b', 'invisible character (U+1D159)'],
    ['reserved ignorable', 'a\u{E0FFF}b', 'invisible character (U+E0FFF)'],
    ['lone surrogate', 'a\uD800b', 'unpaired surrogate (U+D800)'],
  ])('names a %s', (_what, text, name) => {
    expect(hiddenNames(text)).toEqual([name]);
  });

  it('keeps an emoji of several joined ones whole, and names a joiner between letters', () => {
    expect(hiddenNames('👩‍👩‍👧')).toEqual([]);
    expect(hiddenNames('👍🏽‍❤️')).toEqual([]);
    expect(hiddenNames('1️⃣ ☀️ 🏳️‍🌈')).toEqual([]);
    expect(hiddenNames('a\u200Db')).toEqual(['zero width joiner (U+200D)']);
  });

  it('draws spaces at the ends only where asked to', () => {
    expect(visibleLine('  a b ')).toBe('␣␣a b␣');
    expect(visiblePieces(' a ')).toEqual([{ kind: 'plain', text: ' a ' }]);
    expect(visiblePieces(' a ', { markTrailing: true })).toEqual([
      { kind: 'plain', text: ' a' },
      { kind: 'hidden', shown: '␣', name: 'space (U+0020)' },
    ]);
    expect(visibleLine('   ')).toBe('␣␣␣');
  });

  it('keeps lines where asked to', () => {
    expect(visiblePieces('a\n\tb', { keepLines: true })).toEqual([{ kind: 'plain', text: 'a\n\tb' }]);
  });

  it('never lets a bidi or control character through, and loses no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const pieces = visiblePieces(text, { markLeading: true, markTrailing: true });
        const plain = pieces.map((piece) => (piece.kind === 'plain' ? piece.text : '')).join('');
        const count = pieces.filter(({ kind }) => kind === 'hidden').length;
        expect(plain).not.toMatch(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
        expect([...plain].length + count).toBe([...text].length);
      }),
    );
  });
});

describe('visibleLine', () => {
  it('writes hidden characters out', () => {
    expect(visibleLine('a\u202Eb\nc')).toBe('a[U+202E]b[LF]c');
  });
});

describe('splitKey', () => {
  it('keeps the last segment as the tail', () => {
    expect(splitKey('v1.user.Glen.preference.theme')).toEqual({
      head: 'v1.user.Glen.preference',
      tail: '.theme',
    });
  });

  it('keeps the end of a last segment that is too long', () => {
    const { tail } = splitKey(`v1.${'x'.repeat(100)}`);
    expect(tail).toBe('x'.repeat(28));
  });

  it('keeps the end of a long single segment, where letters stand for themselves', () => {
    expect(splitKey('acceptance_of_the_second')).toEqual({ head: 'acceptance_of_', tail: 'the_second' });
    expect(splitKey('short_segment')).toEqual({ head: '', tail: 'short_segment' });
    const arabic = 'ملاحظات'.repeat(3);
    expect(splitKey(arabic)).toEqual({ head: '', tail: arabic });
  });

  it('does not cut a character in half', () => {
    const { head, tail } = splitKey('👍'.repeat(30), 27);
    expect(tail).toBe('👍'.repeat(14));
    expect(head).toBe('👍'.repeat(16));
  });

  it('gives back the key when put together', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), (key) => {
        const { head, tail } = splitKey(key);
        expect(head + tail).toBe(key);
      }),
    );
  });
});

describe('mixedScriptWords', () => {
  it('finds a Latin word with a Cyrillic letter in it', () => {
    expect(mixedScriptWords('v1.p\u0430ypal.token')).toEqual(['p\u0430ypal']);
  });

  it('has nothing against words of one script, side by side', () => {
    expect(mixedScriptWords('v1.привет.hello.γειά')).toEqual([]);
  });
});
