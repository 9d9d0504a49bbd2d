import { afterEach, describe, expect, it } from 'vitest';
import { firstFormats, setTextFormats } from './formats.ts';
import { agoWords, clockWords, dayWords, durationWords, localDay, momentWords } from './times.ts';

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
  afterEach(() => setTextFormats(firstFormats));
  const at = Date.UTC(2026, 10, 5, 3, 4, 5);

  it('writes local date and time with leading zeros, and the offset of that moment', () => {
    const local = new Date(2026, 0, 2, 3, 4, 5);
    const words = momentWords(local.getTime());
    expect(words).toMatch(/^2026-01-02 03:04:05 [+-]\d\d:\d\d$/);
    const [day = '', clock = '', offset = ''] = words.split(' ');
    expect(new Date(`${day}T${clock}${offset}`).getTime()).toBe(local.getTime());
  });

  it.each([
    ['iso', '2026-11-05 03:04:05 UTC'],
    ['dayFirst', '5 Nov 2026 03:04:05 UTC'],
    ['monthFirst', 'Nov 5, 2026 03:04:05 UTC'],
  ] as const)('writes UTC and the date as chosen: %s', (date, words) => {
    setTextFormats({ ...firstFormats, zone: 'utc', date });
    expect(momentWords(at)).toBe(words);
    expect(`${dayWords(at)} ${clockWords(at)}`).toBe(words);
  });

  it('names days of data by this computer, whatever is shown', () => {
    const midnight = new Date(2026, 5, 1).getTime();
    setTextFormats({ ...firstFormats, zone: 'utc', date: 'dayFirst' });
    expect(localDay(midnight)).toBe('2026-06-01');
  });

  it('survives a timestamp that is no date', () => {
    expect(momentWords(1e300)).toBe('unknown time');
    expect(dayWords(NaN)).toBe('unknown time');
    expect(clockWords(Infinity)).toBe('unknown time');
  });
});
