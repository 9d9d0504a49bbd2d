import { describe, expect, it } from 'vitest';
import { agoWords, durationWords, momentWords } from './times.ts';

describe('durationWords', () => {
  it.each([
    [0.4, '< 1 ms'],
    [11.6, '12 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [1_440, '1.4 s'],
    [9_960, '10 s'],
    [59_400, '59 s'],
    [60_000, '1 min'],
    [125_000, '2 min 5 s'],
  ])('says %d ms as %s', (milliseconds, words) => {
    expect(durationWords(milliseconds)).toBe(words);
  });
});

describe('agoWords', () => {
  const now = 1_700_000_000_000;

  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 min ago'],
    [3_599_999, '59 min ago'],
    [7_200_000, '2 h ago'],
    [86_400_000 * 3, '3 d ago'],
  ])('says %d ms ago as %s', (elapsed, words) => {
    expect(agoWords(now - elapsed, now)).toBe(words);
  });

  it('takes a moment ahead of this clock for now', () => {
    expect(agoWords(now + 5_000, now)).toBe('just now');
  });
});

describe('momentWords', () => {
  it('writes local date and time with leading zeros', () => {
    expect(momentWords(new Date(2026, 0, 2, 3, 4, 5).getTime())).toBe('2026-01-02 03:04:05');
  });

  it('survives a timestamp that is no date', () => {
    expect(momentWords(1e300)).toBe('unknown time');
  });
});
