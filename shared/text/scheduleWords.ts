import type { ScheduleTiming } from '../audit/scheduleTimes.ts';
import type { AuditSchedule } from '../domain/audit.ts';
import { countOf, listWords } from './phrases.ts';
import { momentWords } from './times.ts';

/** `every hour`, `every 3 days`. */
export function intervalWords(minutes: number): string {
  const [size, unit] =
    minutes % 1_440 === 0
      ? ([minutes / 1_440, 'day'] as const)
      : minutes % 60 === 0
        ? ([minutes / 60, 'hour'] as const)
        : ([minutes, 'minute'] as const);
  return size === 1 ? `every ${unit}` : `every ${countOf(size, unit)}`;
}

/** From Monday, as numbers of JavaScript. */
export const weekDays: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

export const dayNames: readonly string[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `02:30`. */
export function clockWords({ hour, minute }: { readonly hour: number; readonly minute: number }): string {
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
}

/** `every day at 02:30`, `Mon and Fri at 09:00`, `every 3 hours`. */
export function timingWords(timing: ScheduleTiming): string {
  if (timing.kind === 'every') return intervalWords(timing.minutes);
  const days = weekDays.filter((day) => timing.days.includes(day));
  const when = days.length === 7 ? 'every day' : listWords(days.map((day) => dayNames[day] ?? ''));
  return `${when} at ${clockWords(timing)}`;
}

/** That an audit started late, and why; null if it was on time. */
export function lateWords({ late }: Pick<AuditSchedule, 'late'>): string | null {
  if (late === null) return null;
  const why = late.wasClosed ? 'the app was closed' : 'the computer slept, or another audit was running';
  return `Due ${momentWords(late.dueAt)}, but ${why}. Started ${momentWords(late.startedAt)}.`;
}
