import { mayPass, type AppError } from '#shared/domain/appError.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
/** A service that is down for longer is not waited for: the user is told, and goes on when they like. */
const mostFailures = 6;
/** Every refusal was waited for, and it still refuses: something else is wrong. */
const mostRefusals = 30;

/** 408 Request Timeout and 425 Too Early: the service itself asks for another try. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425]);

/**
 * How long a job waits after a failure before it asks again, in milliseconds; null where waiting cures nothing, or
 * did not. `earlier`: failures in a row before this one. `random` in [0, 1): many that were refused together
 * do not come back together.
 */
export function retryWait(error: AppError, earlier: number, random: number): number | null {
  const backoff = Math.min(longestWaitMs, firstWaitMs * 2 ** earlier) * (0.5 + random / 2);
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
