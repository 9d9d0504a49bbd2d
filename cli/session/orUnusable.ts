import type { AppError } from '#shared/domain/appError.ts';
import type { Result } from '#shared/domain/result.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { UnusableInput } from '../command.ts';

/** @throws UnusableInput */
export function orUnusable<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new UnusableInput(errorText(result.error));
}

/** What happened and what to do, on one line. */
export function errorText(error: AppError): string {
  const { what, todo } = errorWords(error);
  return [what, todo].filter((words) => words !== null && words !== undefined && words !== '').join(' ');
}
