import { fail, type Result } from '#shared/domain/result.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';

/** Why work with a file failed: the file, or the app itself, such as a thread that could not start, which no other file makes better. */
export function uploadFailed(
  error: unknown,
  file: string,
  log: (message: string, error: unknown) => void,
): Result<never> {
  if (error instanceof Error && ('code' in error || error.name === 'AbortError'))
    return fileFailed(error, file);
  log('The rows of an upload cannot be used.', error);
  return fail({ code: 'internal', message: 'The rows of the upload cannot be used.', requestId: null });
}
