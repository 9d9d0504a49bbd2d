import type { HttpAnswer, HttpNoAnswer } from './httpClient.ts';
import { parseRetryAfter } from './retryAfter.ts';

const mostRetries = 2;
/** First wait; doubled for each further one. */
const baseDelayMs = 250;
/** A service that asks for longer is not waited for: the person is told and decides. */
const longestPatienceMs = 2_000;

/**
 * How long to wait before a read is tried again, in milliseconds; null if it is not worth it. Retried are 503,
 * a lost connection, and 429 where the service asks for a short wait. With jitter, so that many clients
 * that failed together do not come back together.
 */
export function retryDelay(
  outcome: HttpAnswer | HttpNoAnswer,
  retriesSoFar: number,
  effects: { readonly now: () => number; readonly random: () => number },
): number | null {
  if (retriesSoFar >= mostRetries) return null;
  const backoff = baseDelayMs * 2 ** retriesSoFar * (0.5 + effects.random());
  if (outcome.kind === 'failed') {
    const isLost = outcome.failure.kind === 'network' && outcome.failure.failure === 'reset';
    return isLost ? backoff : null;
  }
  if (outcome.status !== 503 && outcome.status !== 429) return null;
  const asked = parseRetryAfter(outcome.retryAfter, effects.now());
  if (asked === null) return outcome.status === 503 ? backoff : null;
  return asked <= longestPatienceMs ? Math.max(asked, backoff) : null;
}
