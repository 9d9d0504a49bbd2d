import type { AppError } from '#shared/domain/appError.ts';
import type { Result } from '#shared/domain/result.ts';

/** A failed `Result` as an exception, for code that needs exceptions (React Query, error boundaries). */
export class AppFailure extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.message);
    this.name = 'AppFailure';
    this.error = error;
  }
}

/** A caught value as an AppError; anything but an AppFailure is a bug in the app: `internal`. */
export function toAppError(caught: unknown): AppError {
  if (caught instanceof AppFailure) return caught.error;
  const message = caught instanceof Error ? caught.message : String(caught);
  return { code: 'internal', message, requestId: null };
}

/**
 * The value of a `Result`.
 *
 * @throws AppFailure if the result is a failure, or the call itself was rejected (code `internal`).
 */
export async function unwrap<T>(promise: Promise<Result<T>>): Promise<T> {
  let result: Result<T>;
  try {
    result = await promise;
  } catch (caught) {
    throw new AppFailure(toAppError(caught));
  }
  if (!result.ok) throw new AppFailure(result.error);
  return result.value;
}
