import type { HttpResponse, HttpNoResponse } from './httpClient.ts';
import { parseRetryAfter } from './retryAfter.ts';

const mostRetries = 2;
/** First wait; doubled for each further one. */
const baseDelayMs = 250;
/** If a service asks for longer, the app does not wait: the user is told and decides. */
const longestPatienceMs = 2_000;

/**
 * How long to wait before a read is retried, in milliseconds; null if it is not worthwhile. Retries follow
 * 503, a lost connection, and 429 with a short wait. Jitter keeps clients that failed together from returning
 * together.
 */
export function retryDelay(
  outcome: HttpResponse | HttpNoResponse,
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
