import type { NumberMeaning } from './numberFormats.ts';

const dayMs = 86_400_000;
/** 9999-12-31 is the last day that Excel has. */
const afterLastDay = 2_958_466;
/** Days from the first day of the system that starts in 1900 to the one that starts in 1904. */
const days1904 = 1462;

/**
 * A date, time, or duration as ISO 8601; null if the number is none that Excel can show. Nothing of the number is
 * omitted: a format that shows only the date does not hide the time.
 */
export function isoOfSerial(
  serial: number,
  meaning: Exclude<NumberMeaning, 'number'>,
  is1904: boolean,
): string | null {
  if (!(serial >= 0)) return null;
  const ms = Math.round(serial * dayMs);
  if (meaning === 'duration') return durationOf(ms);
  const time = timeOf(ms % dayMs);
  if (ms < dayMs && !is1904) return meaning === 'date' && ms === 0 ? null : time;
  if (ms < dayMs && meaning === 'time') return time;
  const date = dateOf(Math.floor(ms / dayMs) + (is1904 ? days1904 : 0));
  if (date === null) return null;
  return meaning === 'date' && ms % dayMs === 0 ? date : `${date}T${time}`;
}

function dateOf(day: number): string | null {
  if (day >= afterLastDay) return null;
  // Excel counts a day that never was, as Lotus 1-2-3 did.
  if (day === 60) return '1900-02-29';
  const first = Date.UTC(1899, 11, day < 60 ? 31 : 30);
  return new Date(first + day * dayMs).toISOString().slice(0, 10);
}

function timeOf(ms: number): string {
  const text = new Date(ms).toISOString().slice(11, 23);
  return text.endsWith('.000') ? text.slice(0, 8) : text;
}

function durationOf(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const seconds = (ms % 60_000) / 1_000;
  const parts = [hours === 0 ? '' : `${hours}H`, minutes === 0 ? '' : `${minutes}M`];
  const text = parts.join('') + (seconds === 0 ? '' : `${seconds}S`);
  return `PT${text === '' ? '0S' : text}`;
}
