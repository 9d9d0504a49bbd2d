import { textFormats } from './formats.ts';
import { decimalWords } from './sizes.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long something took: `< 1 ms`, `12 ms`, `1 s`, `1.4 s`, `2 min 5 s`. Takes milliseconds. */
export function durationWords(milliseconds: number): string {
  if (milliseconds < 1) return '< 1 ms';
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 9_950) return `${decimalWords((milliseconds / second).toFixed(1).replace('.0', ''))} s`;
  const seconds = Math.round(milliseconds / second);
  if (seconds < 60) return `${seconds} s`;
  return seconds % 60 === 0
    ? `${Math.floor(seconds / 60)} min`
    : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** How long ago something was: `just now`, `5 min ago`, `3 h ago`, `2 d ago`. Both in epoch milliseconds. */
export function agoWords(at: number, now: number): string {
  const elapsed = now - at;
  if (elapsed < minute) return 'just now';
  if (elapsed < hour) return `${Math.floor(elapsed / minute)} min ago`;
  if (elapsed < day) return `${Math.floor(elapsed / hour)} h ago`;
  return `${Math.floor(elapsed / day)} d ago`;
}

/** A moment, to the second, with its offset: `2026-11-20 19:07:20 +01:00`. Takes epoch milliseconds. */
export function momentWords(at: number): string {
  return isTime(at) ? `${dayWords(at)} ${clockWords(at)}` : unknownTime;
}

/** The day of a moment: `2026-11-20`. */
export function dayWords(at: number): string {
  if (!isTime(at)) return unknownTime;
  const { date } = textFormats();
  const [year, month, days] = partsOf(at);
  const name = monthNames[month - 1] ?? '';
  switch (date) {
    case 'iso':
      return `${year}-${two(month)}-${two(days)}`;
    case 'dayFirst':
      return `${days} ${name} ${year}`;
    case 'monthFirst':
      return `${name} ${days}, ${year}`;
  }
}

/** The time of day of a moment, with its offset: `19:07:20 +01:00`, `18:07:20 UTC`. */
export function clockWords(at: number): string {
  if (!isTime(at)) return unknownTime;
  return `${partsOf(at).slice(3).map(two).join(':')} ${zoneWords(at)}`;
}

/** The offset of the times that are shown: `+01:00`, or `UTC`. It depends on the moment where clocks change in summer. */
export function zoneWords(at: number): string {
  if (textFormats().zone === 'utc') return 'UTC';
  const ahead = -new Date(at).getTimezoneOffset();
  const size = Math.abs(ahead);
  return `${ahead < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The day of a moment where this computer is, for data: the same whatever the user chose to see. */
export function localDay(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const unknownTime = 'unknown time';

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function isTime(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime());
}

/** Year, month (from 1), day, hours, minutes, and seconds in the time zone that is shown. */
function partsOf(at: number): readonly [number, number, number, number, number, number] {
  const date = new Date(at);
  return textFormats().zone === 'utc'
    ? [
        date.getUTCFullYear(),
        date.getUTCMonth() + 1,
        date.getUTCDate(),
        date.getUTCHours(),
        date.getUTCMinutes(),
        date.getUTCSeconds(),
      ]
    : [
        date.getFullYear(),
        date.getMonth() + 1,
        date.getDate(),
        date.getHours(),
        date.getMinutes(),
        date.getSeconds(),
      ];
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}
