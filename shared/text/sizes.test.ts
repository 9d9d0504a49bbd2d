import { describe, expect, it } from 'vitest';
import { countWords, sizeWords } from './sizes.ts';

describe('sizeWords', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 kB'],
    [1_449, '1.4 kB'],
    [9_960, '10 kB'],
    [999_499, '999 kB'],
    [999_600, '1.0 MB'],
    [10_000_000, '10 MB'],
    [4_200_000_000, '4.2 GB'],
    [7e15, '7000 TB'],
  ])('says %d bytes as %s', (bytes, words) => {
    expect(sizeWords(bytes)).toBe(words);
  });
});

describe('countWords', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_204, '1,204'],
    ['1234567', '1,234,567'],
    ['92233720368547758070', '92,233,720,368,547,758,070'],
  ])('groups %s as %s', (count, words) => {
    expect(countWords(count)).toBe(words);
  });
});
