import { describe, expect, it } from 'vitest';
import type { DateForm } from '../domain/rowMapping.ts';
import { isoDate } from './isoDate.ts';

describe('isoDate', () => {
  it.each<[string, DateForm, string]>([
    ['1.2.2026', 'day-first', '2026-02-01'],
    ['01/02/2026', 'month-first', '2026-01-02'],
    ['2026/2/1', 'year-first', '2026-02-01'],
    ['2026-02-01', 'day-first', '2026-02-01'],
    ['29-02-2024', 'day-first', '2024-02-29'],
    ['0033-04-05', 'year-first', '0033-04-05'],
    ['2/1/2026 3:04 PM', 'month-first', '2026-02-01T15:04:00'],
    ['2/1/2026 12:30:05 am', 'month-first', '2026-02-01T00:30:05'],
    ['2026-02-01T08:30:00z', 'year-first', '2026-02-01T08:30:00Z'],
    ['2026-02-01 08:30 +01:00', 'year-first', '2026-02-01T08:30:00+01:00'],
    ['2026-02-01T08:30:00.125+0100', 'year-first', '2026-02-01T08:30:00.125+0100'],
    ['27 November 2026', 'month-first', '2026-11-27'],
    ['1-Feb-2026', 'year-first', '2026-02-01'],
    ['1. sept 2026', 'day-first', '2026-09-01'],
    ['Jun 12 1998', 'day-first', '1998-06-12'],
    ['March 3rd, 2026 3:04 PM', 'day-first', '2026-03-03T15:04:00'],
    ['Fri, 27 Nov 2026 08:30:00 GMT', 'day-first', '2026-11-27T08:30:00Z'],
    ['Fri, 27 Nov 2026 08:30:00 +0100', 'day-first', '2026-11-27T08:30:00+0100'],
    ['0', 'seconds', '1970-01-01T00:00:00Z'],
    ['1795770000.5', 'seconds', '2026-11-27T09:00:00.500Z'],
    ['1795770000000', 'milliseconds', '2026-11-27T09:00:00Z'],
  ])('reads %s, %s', (text, form, iso) => {
    expect(isoDate(text, form)).toBe(iso);
  });

  it.each<[string, DateForm]>([
    ['29.2.2026', 'day-first'],
    ['13/1/2026', 'month-first'],
    ['1.2.26', 'day-first'],
    ['1.2/2026', 'day-first'],
    ['1.2.2026 24:00', 'day-first'],
    ['1.2.2026 13:00 PM', 'day-first'],
    ['1.2.2026 11:60', 'day-first'],
    ['0.1.2026', 'day-first'],
    ['31 June 2026', 'day-first'],
    ['1 Juni 2026', 'day-first'],
    ['1 Ju 2026', 'day-first'],
    ['1 Jan 26', 'day-first'],
    ['Jan 2026', 'day-first'],
    ['', 'seconds'],
    ['soon', 'seconds'],
    ['999999999999999', 'seconds'],
  ])('does not guess %s, %s', (text, form) => {
    expect(isoDate(text, form)).toBeNull();
  });
});
