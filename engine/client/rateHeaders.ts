import type { IncomingHttpHeaders } from 'node:http';

/** What a response says about the rate limit of its service. */
export interface RateNote {
  /** Requests that the service still accepts. */
  readonly remaining: number;
  /** Until it accepts more, in milliseconds from now. */
  readonly resetMs: number;
}

/** A larger number of seconds is a date: seconds since 1970, as GitHub and others send it. */
const latestSpan = 10 * 365 * 24 * 60 * 60;
const longestResetMs = 60 * 60_000;

/**
 * Reads the headers that services use: `RateLimit` (IETF draft, in both of its forms), `RateLimit-Remaining` with
 * `RateLimit-Reset`, and the same with `X-`. null if there are none, or if they make no sense.
 *
 * @param now epoch milliseconds
 */
export function readRate(headers: IncomingHttpHeaders, now: number): RateNote | null {
  const one = String(headers['ratelimit'] ?? '');
  const named = (pattern: RegExp): string | undefined => pattern.exec(one)?.[1];
  const header = (name: string): string | undefined => {
    const value =
      headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`] ?? headers[`x-rate-limit-${name}`];
    return Array.isArray(value) ? value[0] : value;
  };
  const remaining = wholeNumber(named(/(?:^|[;,\s])(?:remaining|r)=(\d+)/) ?? header('remaining'));
  const reset = wholeNumber(named(/(?:^|[;,\s])(?:reset|t)=(\d+)/) ?? header('reset'));
  if (remaining === null || reset === null) return null;
  const resetMs = reset > latestSpan ? reset * 1_000 - now : reset * 1_000;
  return { remaining, resetMs: Math.min(Math.max(0, resetMs), longestResetMs) };
}

function wholeNumber(text: string | undefined): number | null {
  const digits = /^\s*(\d{1,15})(?:\.\d+)?\s*(?:[;,]|$)/.exec(text ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
