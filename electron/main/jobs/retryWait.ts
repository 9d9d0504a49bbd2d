import { mayPass, type AppError } from '#shared/domain/appError.ts';

const firstWaitMs = 1_000;
/** Not at once, even with full jitter. */
const leastWaitMs = firstWaitMs / 2;
const longestWaitMs = 60_000;
/** Longest outage to wait for. After that the user is told and can resume later. */
const mostFailures = 6;
/** After this many refusals in spite of waiting, something else is wrong. */
const mostRefusals = 30;

/** 408 Request Timeout and 425 Too Early: the service itself asks for a retry. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425]);

/**
 * How long a job waits after a failure before it retries, in milliseconds; null if waiting does not help.
 * `earlier`: number of failures in a row before this one. `random` in [0, 1): the wait is anything up to a
 * limit that doubles each time, so that requests that were refused together do not return together.
 */
export function retryWait(error: AppError, earlier: number, random: number): number | null {
  const longest = Math.min(longestWaitMs, firstWaitMs * 2 ** earlier);
  const backoff = leastWaitMs + (longest - leastWaitMs) * random;
  switch (error.code) {
    case 'rate_limited':
      if (earlier >= mostRefusals) return null;
      return error.retryAfterMs === null ? backoff : Math.max(error.retryAfterMs, firstWaitMs / 4);
    case 'server_error':
    case 'timeout':
      return earlier < mostFailures ? backoff : null;
    case 'unexpected_status':
      return passingStatuses.has(error.status) && earlier < mostFailures ? backoff : null;
    case 'network':
      return mayPass(error.failure) && earlier < mostFailures ? backoff : null;
    default:
      return null;
  }
}
