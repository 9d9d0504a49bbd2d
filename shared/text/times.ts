const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long something took: `< 1 ms`, `12 ms`, `1 s`, `1.4 s`, `2 min 5 s`. Takes milliseconds. */
export function durationWords(milliseconds: number): string {
  if (milliseconds < 1) return '< 1 ms';
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 9_950) return `${(milliseconds / second).toFixed(1).replace('.0', '')} s`;
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

/** A moment, to the second, in local time: `2026-11-20 19:07:20`. Takes epoch milliseconds. */
export function momentWords(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'unknown time';
  const two = (part: number): string => String(part).padStart(2, '0');
  const days = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${days} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
