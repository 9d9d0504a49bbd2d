import type { DateForm } from '../domain/rowMapping.ts';

const written =
  /^(\d{1,4})([-./ ])(\d{1,2})\2(\d{1,4})(?:[T ,]\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?\s*([AaPp][Mm])?\s*([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/**
 * A date as ISO 8601: `2026-11-27`, or `2026-11-27T08:30:00` with the offset that it has, if any. null if it is not such a date: the year
 * needs four digits, and day and month must exist. Unix time becomes UTC.
 */
export function isoDate(text: string, form: DateForm): string | null {
  const trimmed = text.trim();
  if (form === 'seconds' || form === 'milliseconds')
    return ofUnixTime(trimmed, form === 'seconds' ? 1_000 : 1);
  const found = written.exec(trimmed);
  if (found === null) return null;
  const [, first = '', , second = '', third = '', hour, minute, seconds = '00', half, offset = ''] = found;
  const [year, month, day] =
    // Four digits in front can only be a year.
    form === 'year-first' || first.length === 4
      ? [first, second, third]
      : form === 'day-first'
        ? [third, second, first]
        : [third, first, second];
  if (year.length !== 4 || day.length > 2 || month.length > 2 || !isDay(+year, +month, +day)) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (hour === undefined || minute === undefined) return date;
  const hours = hourOfDay(+hour, half);
  if (hours === null || +minute > 59 || +seconds >= 60) return null;
  return `${date}T${String(hours).padStart(2, '0')}:${minute}:${seconds}${offset.toUpperCase()}`;
}

function ofUnixTime(text: string, unit: number): string | null {
  if (!/^-?\d{1,15}(?:\.\d{1,9})?$/.test(text)) return null;
  const time = new Date(Number(text) * unit);
  return Number.isNaN(time.getTime()) ? null : time.toISOString().replace('.000Z', 'Z');
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** null if there is no such hour. */
function hourOfDay(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}
