import { z } from 'zod';

/** Minutes of a year. */
export const longestScheduleMinutes = 525_600;

export const scheduleTiming = z.discriminatedUnion('kind', [
  /** So long after the last one was due. */
  z.strictObject({ kind: z.literal('every'), minutes: z.int().min(1).max(longestScheduleMinutes) }),
  /** At a time of day of this computer, on some days of the week (0: Sunday). */
  z.strictObject({
    kind: z.literal('at'),
    hour: z.int().min(0).max(23),
    minute: z.int().min(0).max(59),
    days: z.array(z.int().min(0).max(6)).min(1).max(7).readonly(),
  }),
]);
/** When an audit is repeated. */
export type ScheduleTiming = z.infer<typeof scheduleTiming>;

const minuteMs = 60_000;

/** The first time after `now`, where the last one was due at `dueAt`. Of those that were missed, none is left. Epoch milliseconds. */
export function nextTime(timing: ScheduleTiming, now: number, dueAt: number): number {
  if (timing.kind === 'at') return nextTimeOfDay(timing, now);
  const every = timing.minutes * minuteMs;
  const missed = Math.floor(Math.max(0, now - dueAt) / every);
  return dueAt + (missed + 1) * every;
}

/**
 * Local time: a day with a change of the clock has 23 or 25 hours, and still one audit. A time that the clock skips is an hour
 * later that day; of one that it shows twice, the first counts.
 */
function nextTimeOfDay(
  { hour, minute, days }: Extract<ScheduleTiming, { readonly kind: 'at' }>,
  now: number,
): number {
  const today = new Date(now);
  const on = (later: number): Date =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + later, hour, minute);
  for (let later = 0; later <= 7; later += 1) {
    const at = on(later);
    if (days.includes(at.getDay()) && at.getTime() > now) return at.getTime();
  }
  // Only without a day, which the schema refuses.
  return on(1).getTime();
}
