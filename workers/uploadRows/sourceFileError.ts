/** Codes as those of the file system. */
export const notAFile = 'NOT_A_FILE';
export const fileChanged = 'FILE_CHANGED';

/** Why a file of the user cannot be taken in, besides what the file system says. */
export class SourceFileError extends Error {
  override readonly name = 'SourceFileError';
  readonly code: typeof notAFile | typeof fileChanged;

  constructor(code: typeof notAFile | typeof fileChanged, message: string) {
    super(message);
    this.code = code;
  }
}
