import { parseCommand } from './command.ts';
import { help } from './help.ts';
import { UsageError, usageWords } from './usageError.ts';

export interface UsageAnswer {
  readonly exitCode: 0 | 2;
  readonly text: string;
}

/** What is shown instead of running the command: help, or what is wrong with the command line; null if it can run. */
export function usageAnswer(argv: readonly string[]): UsageAnswer | null {
  try {
    return parseCommand(argv).kind === 'help' ? { exitCode: 0, text: help } : null;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { exitCode: 2, text: usageWords(error) };
  }
}
