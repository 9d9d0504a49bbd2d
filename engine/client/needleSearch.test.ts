import { describe, expect, it } from 'vitest';
import { createNeedleSearch } from './needleSearch.ts';

const short = 'short-9';
const long = '736b2f6162632d736563';
const longer = 'c2svYWJjLXNlY3JldC0xMjM0NTY3ODkw';
const hasNeedle = createNeedleSearch([short, long, longer].map((text) => Buffer.from(text)));
/** Mostly parts of needles. */
const other = (length: number): string => '736b2f61c2svYWJj736b-'.repeat(length).slice(0, length);

describe('a search for several texts', () => {
  it('finds each of them wherever it is', () => {
    for (const needle of [short, long, longer]) {
      for (let before = 0; before < 60; before += 1) {
        for (const after of [0, 1, 40])
          expect(hasNeedle(Buffer.from(other(before) + needle + other(after)))).toBe(true);
      }
    }
  });

  it('finds none in parts of them', () => {
    expect(hasNeedle(Buffer.from(''))).toBe(false);
    expect(hasNeedle(Buffer.from(other(1_000)))).toBe(false);
    for (const needle of [short, long, longer]) {
      expect(hasNeedle(Buffer.from(needle.slice(1)))).toBe(false);
      expect(hasNeedle(Buffer.from(`${needle.slice(0, -1)} ${needle.slice(1)}`))).toBe(false);
    }
  });

  it('finds none if it has none', () => {
    expect(createNeedleSearch([])(Buffer.from(long))).toBe(false);
  });
});
