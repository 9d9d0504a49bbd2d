import type { HttpResponse, HttpNoResponse } from './httpClient.ts';
import { parseRetryAfter } from './retryAfter.ts';

const mostRetries = 2;
/** The longest first wait; doubled for each further one. */
const baseDelayMs = 500;
/** If a service asks for longer, the app does not wait: the user is told and decides. */
const longestPatienceMs = 2_000;

/**
 * How long to wait before a request is retried, in milliseconds; null if it is not worthwhile, or not safe. Retries of
 * reads follow 503, a lost connection, and 429 with a short wait. A write is retried only if its connection was lost
 * before anything was sent. Waits have full jitter: anything between nothing and twice as long as before, so that clients
 * that failed together do not return together.
 */
export function retryDelay(
  outcome: HttpResponse | HttpNoResponse,
  retriesSoFar: number,
  isWrite: boolean,
  effects: { readonly now: () => number; readonly random: () => number },
): number | null {
  if (retriesSoFar >= mostRetries) return null;
  const backoff = baseDelayMs * 2 ** retriesSoFar * effects.random();
  if (outcome.kind === 'failed') {
    const isLost = outcome.failure.kind === 'network' && outcome.failure.failure === 'reset';
    if (!isLost || (isWrite && outcome.mayHaveArrived)) return null;
    // The service closed a connection that was kept for later; nothing is wrong with it.
    return outcome.isStale === true ? 0 : backoff;
  }
  if (isWrite || (outcome.status !== 503 && outcome.status !== 429)) return null;
  const asked = parseRetryAfter(outcome.retryAfter, effects.now());
  if (asked === null) return outcome.status === 503 ? backoff : null;
  return asked <= longestPatienceMs ? asked + backoff : null;
}
