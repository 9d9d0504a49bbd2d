import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Text } from './utf8Text.ts';
import { anyCharacter } from '../text/testing/anyCharacter.ts';

describe('UTF-8', () => {
  it.each([
    ['an overlong form', [0xc0, 0xaf]],
    ['an overlong form of three bytes', [0xe0, 0x9f, 0xbf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a character beyond the last one', [0xf4, 0x90, 0x80, 0x80]],
    ['a character that is cut off', [0x61, 0xe2, 0x82]],
    ['a byte that only continues', [0x61, 0x80]],
    ['a byte that never occurs', [0xff]],
  ])('is not %s', (_, bytes) => {
    expect(utf8Text(Uint8Array.from(bytes))).toBeNull();
  });

  it('keeps every character, a byte order mark included, and reads nothing else', () => {
    expect(utf8Text(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\uFEFFa');
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(utf8Text(Buffer.from(text, 'utf8'))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        const text = utf8Text(bytes);
        // What was read is written as the same bytes; what was not has none.
        const isWhole = Buffer.from(Buffer.from(bytes).toString('utf8'), 'utf8').equals(bytes);
        expect(text === null).toBe(!isWhole);
        if (text !== null) expect(Buffer.from(text, 'utf8').equals(bytes)).toBe(true);
      }),
    );
  });
});
