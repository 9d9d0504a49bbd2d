/** A command's access to the outside. */
export interface CommandIo {
  /** Prints one or more lines to standard output. */
  readonly print: (line: string) => void;
  /** The same to standard error. */
  readonly complain: (line: string) => void;
  readonly readStdin: () => Promise<Uint8Array>;
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly help: string;
  /**
   * @returns the exit code
   * @throws UsageError, UnusableInput
   */
  readonly run: (args: readonly string[], io: CommandIo) => Promise<number>;
}

/** The command line is not valid. The message says what is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The input cannot be read at all, so there is no verdict. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput';
}

export const exitCodes = { good: 0, bad: 1, unusable: 2, unclear: 3 } as const;
