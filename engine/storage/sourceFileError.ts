/** Codes in the style of the file system. */
export const notAFile = 'NOT_A_FILE';
export const fileChanged = 'FILE_CHANGED';

/** Why a user's file cannot be read, other than errors of the file system. */
export class SourceFileError extends Error {
  override readonly name = 'SourceFileError';
  readonly code: typeof notAFile | typeof fileChanged;

  constructor(code: typeof notAFile | typeof fileChanged, message: string) {
    super(message);
    this.code = code;
  }
}
