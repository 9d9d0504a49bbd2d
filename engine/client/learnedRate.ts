import type { HttpNoResponse, HttpResponse } from './httpClient.ts';

/**
 * The longest wait between two requests, in milliseconds. A service that allows fewer still refuses some, and then the
 * user sees a countdown.
 */
export const longestSpacingMs = 2_000;
/** Accepted requests between two refusals: fewer say nothing about a rate. */
const leastSample = 10;
/** A little slower than what was measured, so that the service need not refuse any more. */
const caution = 0.9;
/** Slightly faster with each accepted request, because the limit may have been raised. */
const growth = 1.0005;
/** A limit that was met this long ago may no longer apply, in milliseconds. */
const forgottenAfterMs = 10 * 60_000;
/** Requests that go without a wait after a pause. */
const burst = 5;
/** With more requests left than this, there is no reason to spread them. */
const fewLeft = 10;

/** How fast the requests of one connection may follow each other: a token bucket whose rate is learned. */
export interface LearnedRate {
  /** How long the next request should wait, in milliseconds. Takes its token. */
  readonly take: () => number;
  readonly answered: (outcome: HttpResponse | HttpNoResponse) => void;
}

/**
 * Learns from what the service does: the requests that it accepts between two refusals (429), and what its headers say
 * about the rest of its limit. Without either, no request waits.
 *
 * @param now epoch milliseconds
 */
export function createLearnedRate(now: () => number): LearnedRate {
  /** Requests per millisecond; null while none is known. */
  let rate: number | null = null;
  let tokens = 0;
  let filledAt = 0;
  /** Of the last refusal; null before the first. */
  let refusedAt: number | null = null;
  let accepted = 0;
  let noted: { readonly remaining: number; readonly resetsAt: number } | null = null;

  const spacing = (): number => {
    if (rate === null) return 0;
    const at = now();
    tokens = Math.min(burst, tokens + (at - filledAt) * rate);
    filledAt = at;
    tokens -= 1;
    return tokens >= 0 ? 0 : -tokens / rate;
  };
  const spread = (): number => {
    if (noted === null || noted.remaining > fewLeft) return 0;
    const rest = noted.resetsAt - now();
    if (rest <= 0) noted = null;
    return noted === null ? 0 : rest / Math.max(1, noted.remaining);
  };
  return {
    take: () => {
      const wait = Math.min(Math.max(spacing(), spread()), longestSpacingMs);
      if (rate !== null) tokens = Math.max(tokens, -longestSpacingMs * rate);
      return wait;
    },
    answered: (outcome) => {
      if (outcome.kind === 'failed') return;
      const at = now();
      if (outcome.rate !== null)
        noted = { remaining: outcome.rate.remaining, resetsAt: at + outcome.rate.resetMs };
      if (outcome.status !== 429) {
        accepted += 1;
        if (refusedAt !== null && at - refusedAt > forgottenAfterMs) [rate, refusedAt] = [null, null];
        if (rate !== null) rate *= growth;
        return;
      }
      if (refusedAt !== null && accepted >= leastSample)
        rate = (caution * accepted) / Math.max(1, at - refusedAt);
      // Requests that were under way are refused together, which is one refusal.
      else if (rate !== null && accepted > 0) rate /= 2;
      tokens = 0;
      filledAt = at;
      refusedAt = at;
      accepted = 0;
    },
  };
}
