/** Longest wait that is passed on, even if a service asks for days. */
export const longestRetryAfterMs = 10 * 60_000;

/**
 * Parses `Retry-After` (RFC 9110, 10.2.3): seconds or an HTTP date. Milliseconds from now, capped; null if
 * absent or invalid.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  // An HTTP date names its weekday. Without this check, Date.parse would accept almost anything.
  const isDate = /^[a-z]{3}/i.test(text);
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : isDate ? Date.parse(inGmt(text)) - now : NaN;
  if (Number.isNaN(ms)) return null;
  return Math.min(Math.max(0, Math.ceil(ms)), longestRetryAfterMs);
}

/** The oldest of the three forms of an HTTP date (`Sun Nov  6 08:49:37 1994`) names no time zone, and means GMT. */
function inGmt(date: string): string {
  return /\d{4}$/.test(date) ? `${date} GMT` : date;
}
