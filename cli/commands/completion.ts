import { UsageError, exitCodes, type Command } from '../command.ts';
import { completionScript, shells } from '../definition/completion.ts';
import { defineCommand } from '../definition/options.ts';
import { parseOptions } from '../parseOptions.ts';

const definition = defineCommand({
  name: 'completion',
  summary: 'print a script that completes commands and options in a shell',
  args: 'SHELL',
  completesArgs: shells,
  usage: ['bash|zsh|fish'],
  about: [],
  sections: [],
  examples: [
    {
      does: 'In ~/.bashrc',
      line: 'source <(atom-explorer completion bash)',
    },
    { does: 'In ~/.zshrc, after compinit', line: 'source <(atom-explorer completion zsh)' },
    {
      does: 'For fish',
      line: 'atom-explorer completion fish > ~/.config/fish/completions/atom-explorer.fish',
    },
  ],
  exits: { 0: 'the script was printed', 2: 'the command line is not valid' },
});

/** @param commands also this one */
export function completionCommand(commands: () => Promise<readonly Command[]>): Command {
  return {
    definition,
    run: async (args, io) => {
      const [name, ...surplus] = parseOptions(definition, args).positionals;
      const shell = shells.find((each) => each === name);
      if (shell === undefined || surplus.length > 0)
        throw new UsageError('completion needs the name of one shell: bash, zsh, or fish.');
      io.print(completionScript(shell, await commands()).trimEnd());
      return exitCodes.good;
    },
  };
}
