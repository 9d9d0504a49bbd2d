import type { CommandDefinition } from './definition/options.ts';

/** How a result is colored. */
export type Look = 'good' | 'bad' | 'open';

/** A command's access to the outside. */
export interface CommandIo {
  /** Prints one or more lines to standard output. `look` colors the first one on a terminal. */
  readonly print: (line: string, look?: Look) => void;
  /** Writes text to standard output exactly as it is; on a terminal, like `print`. */
  readonly write: (text: string) => void;
  /** Prints one or more lines to standard error: what the user must know, also with `--quiet`. */
  readonly complain: (line: string) => void;
  /** The same for what is good to know, which `--quiet` leaves out. */
  readonly note: (line: string) => void;
  /** Shows how far the work is in a line that the next one replaces, on a terminal only. null: no more of it. */
  readonly progress: (line: string | null) => void;
  readonly readStdin: () => Promise<Uint8Array>;
}

/** What a command gets. */
export interface ProgramIo extends CommandIo {
  /** The folder of the built programs. */
  readonly programs: string;
}

/** What the process gives to the commands. */
export interface CliWorld extends Pick<CommandIo, 'print' | 'complain' | 'readStdin'> {
  /** Absent: like `print`. */
  readonly write?: CommandIo['write'];
  /** Absent: standard error is not a terminal. */
  readonly progress?: CommandIo['progress'];
  /** Absent: no command starts a thread. */
  readonly programs?: string;
}

export interface Command {
  readonly definition: CommandDefinition;
  /** `audit merge` of `audit`: parts of the same command with options of their own. */
  readonly subcommands?: readonly CommandDefinition[];
  /**
   * @returns the exit code
   * @throws UsageError, UnusableInput
   */
  readonly run: (args: readonly string[], io: ProgramIo) => Promise<number>;
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
