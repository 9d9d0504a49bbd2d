/** What a command has of the world around it. */
export interface CommandIo {
  /** One line, or several, to standard output. */
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

/** The command line asks for something that there is not; the message says what there is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The input cannot be read at all, so that there is nothing to give a verdict on. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput';
}

export const exitCodes = { good: 0, bad: 1, unusable: 2, unclear: 3 } as const;
