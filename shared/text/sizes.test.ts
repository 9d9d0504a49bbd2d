import { afterEach, describe, expect, it } from 'vitest';
import { firstFormats, setTextFormats } from './formats.ts';
import { durationWords } from './times.ts';
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

describe('the chosen number format', () => {
  afterEach(() => setTextFormats(firstFormats));

  it.each([
    ['comma', '1,234,567', '1.4 kB', '1.5 s'],
    ['space', '1\u202f234\u202f567', '1.4 kB', '1.5 s'],
    ['point', '1.234.567', '1,4 kB', '1,5 s'],
    ['none', '1234567', '1.4 kB', '1.5 s'],
  ] as const)('applies to counts, sizes, and durations: %s', (number, count, size, duration) => {
    setTextFormats({ ...firstFormats, number });
    expect([countWords(1_234_567), sizeWords(1_449), durationWords(1_500)]).toEqual([count, size, duration]);
  });
});
