/** Longest wait that is ever passed on; a service that asks for days gets this instead. */
export const longestRetryAfterMs = 10 * 60_000;

/** Reads `Retry-After` (RFC 9110, 10.2.3): seconds or an HTTP date. Milliseconds from now, capped; null if absent or unreadable. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  // An HTTP date names its day; without that check Date.parse would make something of almost anything.
  const isDate = /^[a-z]{3}/i.test(text);
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : isDate ? Date.parse(text) - now : NaN;
  if (Number.isNaN(ms)) return null;
  return Math.min(Math.max(0, Math.ceil(ms)), longestRetryAfterMs);
}
