import type { Command } from '../command.ts';
import { exitLines, listed, program } from './helpText.ts';
import { exitMeanings } from './options.ts';

/** The text of `atom-explorer --help`. */
export function overview(commands: readonly Command[]): string {
  const names = commands.map(({ definition: { name, summary } }) => listed(name, summary));
  return `The command line of Atom Explorer.

  ${program} COMMAND [options]
  ${program} help COMMAND
  ${program} --version

Commands:
${names.join('\n')}

Exit codes of every command:
${exitLines(exitMeanings).join('\n')}
`;
}
