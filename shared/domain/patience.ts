import type { AppError, AppErrorCode } from './appError.ts';

/** Limits on how long requests wait for a service that asks to slow down. */
const mostWaits = 5;
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/**
 * Waits before a request that was one too many is sent again, if waiting helps. `earlier`: how often this request has been
 * waited for already. @returns false at once if waiting does not help, or did not
 */
export async function waitOut(
  error: AppError,
  earlier: number,
  wait: (ms: number) => Promise<void>,
): Promise<boolean> {
  if (error.code !== 'rate_limited' || earlier >= mostWaits) return false;
  await wait(Math.min(error.retryAfterMs ?? firstWaitMs * 2 ** earlier, longestWaitMs));
  return true;
}

const hopeless: ReadonlySet<AppErrorCode> = new Set([
  'unauthorized',
  'forbidden',
  'key_missing',
  'keychain_unavailable',
  'network',
  'demo_unavailable',
]);

/** Whether every further request over the connection would fail in the same way. */
export function failsEveryRequest({ code }: AppError): boolean {
  return hopeless.has(code);
}

/** Bad request; payload, address, or header fields too large; unprocessable. */
const requestStatuses: ReadonlySet<number> = new Set([400, 413, 414, 422, 431]);

/** Whether a status refuses only this request, so that others may succeed. */
export function isAboutRequest(status: number): boolean {
  return requestStatuses.has(status);
}
