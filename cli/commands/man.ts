import { exitCodes, type Command } from '../command.ts';
import { manPage } from '../definition/manPage.ts';
import { defineCommand } from '../definition/options.ts';
import { parseOptions } from '../parseOptions.ts';
import { version } from '../../package.json';

const definition = defineCommand({
  name: 'man',
  summary: 'print the manual page',
  args: '',
  usage: ['| man -l -', '> atom-explorer.1'],
  about: [],
  sections: [],
  examples: [{ does: 'Show the manual', line: 'atom-explorer man | man -l -' }],
  exits: { 0: 'the page was printed', 2: 'the command line is not valid' },
});

/** @param commands also this one */
export function manCommand(commands: () => Promise<readonly Command[]>): Command {
  return {
    definition,
    run: async (args, io) => {
      parseOptions(definition, args);
      io.print(manPage(await commands(), version).trimEnd());
      return exitCodes.good;
    },
  };
}
