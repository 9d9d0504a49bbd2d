import type { AppError, AppErrorCode } from '../domain/appError.ts';

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
