import type { DateForm } from '../domain/rowMapping.ts';

const timeOfDay = String.raw`(?:[T ,]\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?\s*([AaPp][Mm])?\s*([Zz]|GMT|UTC|[+-]\d{2}:?\d{2})?)?`;
const inDigits = new RegExp(String.raw`^(\d{1,4})([-./ ])(\d{1,2})\2(\d{1,4})${timeOfDay}$`);
const weekday = String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?\s+)?`;
const dayThenMonth = new RegExp(
  String.raw`^${weekday}(\d{1,2})(?:st|nd|rd|th|\.)?[- ]([a-z]{3,9})\.?,?[- ](\d{4})${timeOfDay}$`,
  'i',
);
const monthThenDay = new RegExp(
  String.raw`^${weekday}([a-z]{3,9})\.?[- ](\d{1,2})(?:st|nd|rd|th)?,?[- ](\d{4})${timeOfDay}$`,
  'i',
);

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

interface WrittenDate {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  /** Hour, minute, seconds, AM or PM, and offset; as far as there are any. */
  readonly time: readonly (string | undefined)[];
}

/**
 * A date as ISO 8601: `2026-11-27`, or `2026-11-27T08:30:00` with the offset that it has, if any. null if it is not such a date: the year
 * needs four digits, and day and month must exist. The English name of a month, or its first letters, fits each order. Unix time becomes
 * UTC.
 */
export function isoDate(text: string, form: DateForm): string | null {
  const trimmed = text.trim();
  if (form === 'seconds' || form === 'milliseconds')
    return ofUnixTime(trimmed, form === 'seconds' ? 1_000 : 1);
  const found = dateInDigits(trimmed, form) ?? dateWithName(trimmed);
  if (found === null) return null;
  const { year, month, day } = found;
  if (year.length !== 4 || day.length > 2 || month.length > 2 || !isDay(+year, +month, +day)) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const [hour, minute, seconds = '00', half, offset = ''] = found.time;
  if (hour === undefined || minute === undefined) return date;
  const hours = hourOfDay(+hour, half);
  if (hours === null || +minute > 59 || +seconds >= 60) return null;
  const zone = /^(?:z|gmt|utc)$/i.test(offset) ? 'Z' : offset;
  return `${date}T${String(hours).padStart(2, '0')}:${minute}:${seconds}${zone}`;
}

function dateInDigits(text: string, form: DateForm): WrittenDate | null {
  const found = inDigits.exec(text);
  if (found === null) return null;
  const [, first = '', , second = '', third = '', ...time] = found;
  // Four digits in front can only be a year.
  if (form === 'year-first' || first.length === 4) return { year: first, month: second, day: third, time };
  return form === 'day-first'
    ? { year: third, month: second, day: first, time }
    : { year: third, month: first, day: second, time };
}

function dateWithName(text: string): WrittenDate | null {
  const named = dayThenMonth.exec(text);
  const [, first = '', second = '', year = '', ...time] = named ?? monthThenDay.exec(text) ?? [];
  const [day, name] = named === null ? [second, first] : [first, second];
  const month = months.findIndex((one) => one.startsWith(name.toLowerCase()));
  return name === '' || month < 0 ? null : { year, month: String(month + 1), day, time };
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
