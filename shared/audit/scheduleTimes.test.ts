import { afterEach, describe, expect, it, vi } from 'vitest';
import { nextTime, type ScheduleTiming } from './scheduleTimes.ts';

afterEach(() => vi.unstubAllEnvs());

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const at = (hour: number, minute = 0, days = everyDay): ScheduleTiming => ({
  kind: 'at',
  hour,
  minute,
  days,
});
const time = (text: string): number => Date.parse(text);
const next = (timing: ScheduleTiming, now: string): string =>
  new Date(nextTime(timing, time(now), 0)).toISOString();

describe('the next time of a schedule', () => {
  it('is at the time of day of this computer, also on the days when the clock changes', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    // Winter, the night of the change, and summer.
    expect(next(at(7), '2026-03-28T05:59:00Z')).toBe('2026-03-28T06:00:00.000Z');
    expect(next(at(7), '2026-03-28T06:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
    expect(next(at(7), '2026-10-24T05:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
  });

  it('is an hour later where the clock skips it, and once where the clock shows it twice', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(next(at(2, 30), '2026-03-28T02:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(next(at(2, 30), '2026-03-29T01:30:00Z')).toBe('2026-03-30T00:30:00.000Z');
    expect(next(at(2, 30), '2026-10-24T22:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    // The second 2:30 of this night.
    expect(next(at(2, 30), '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
  });

  it('is on one of the days', () => {
    vi.stubEnv('TZ', 'America/New_York');
    // A Friday; Monday is next.
    expect(next(at(9, 15, [1]), '2026-11-27T12:00:00Z')).toBe('2026-11-30T14:15:00.000Z');
    expect(next(at(9, 15, [5]), '2026-11-27T14:15:00Z')).toBe('2026-12-04T14:15:00.000Z');
  });

  it('of an interval leaves out all that were missed', () => {
    const every: ScheduleTiming = { kind: 'every', minutes: 60 };
    const due = time('2026-11-27T12:00:00Z');
    expect(nextTime(every, due + 1, due)).toBe(time('2026-11-27T13:00:00Z'));
    expect(nextTime(every, time('2026-11-27T17:59:59Z'), due)).toBe(time('2026-11-27T18:00:00Z'));
  });
});
