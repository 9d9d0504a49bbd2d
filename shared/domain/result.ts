import type { AppError } from './appError.ts';

/** The outcome of an operation that can fail for a reason the user should hear about. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError };

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(error: AppError): Result<never> {
  return { ok: false, error };
}

/** Refuses what was asked for. `field`: the input that it is about. */
export function refuseInput(field: string, message: string, requestId: string | null = null): Result<never> {
  return fail({ code: 'invalid_input', field, message, requestId });
}
