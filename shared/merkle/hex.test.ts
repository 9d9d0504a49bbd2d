import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalBytes, fromHex, toHex } from './hex.ts';

describe('fromHex', () => {
  it('reads back what toHex writes, in any case, with or without 0x', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const hex = toHex(bytes);
        expect(fromHex(hex)).toEqual(bytes);
        expect(fromHex(`0x${hex.toUpperCase()}`)).toEqual(bytes);
      }),
    );
  });

  it.each(['abc', '0xabc', 'zz', 'ab cd', ' abcd', 'abcd\n', 'ab-c', '0x0xabcd', 'ａｂ', '+1'])(
    'refuses %j instead of cutting it short',
    (text) => expect(fromHex(text)).toBeNull(),
  );

  it('takes mixed case for equal bytes', () => {
    expect(equalBytes(fromHex('aBcD') ?? new Uint8Array(), Uint8Array.of(0xab, 0xcd))).toBe(true);
  });
});

describe('equalBytes', () => {
  it('is false for a prefix', () => {
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3))).toBe(false);
    expect(equalBytes(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2))).toBe(false);
  });
});
