import type { AppError } from '#shared/domain/appError.ts';
import type { Result } from '#shared/domain/result.ts';

/** A failed `Result` on its way through code that speaks in exceptions (React Query, error boundaries). */
export class AppFailure extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.message);
    this.name = 'AppFailure';
    this.error = error;
  }
}

/** What a caught value says as an AppError; anything but an AppFailure is a defect of ours: `internal`. */
export function toAppError(caught: unknown): AppError {
  if (caught instanceof AppFailure) return caught.error;
  const message = caught instanceof Error ? caught.message : String(caught);
  return { code: 'internal', message, requestId: null };
}

/**
 * The value of a `Result`.
 *
 * @throws AppFailure where the result is a failure, or the call itself was rejected (code `internal`).
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
