import { quoteText } from '#shared/text/phrases.ts';
import {
  exitCodes,
  UnusableInput,
  UsageError,
  type CliWorld,
  type Command,
  type ProgramIo,
} from './command.ts';
import { allCommands, commandNamed, commandNames } from './commands/all.ts';
import { closest } from './definition/didYouMean.ts';
import { overview } from './definition/overview.ts';
import { helpText } from './definition/helpText.ts';
import type { CommandDefinition } from './definition/options.ts';
import { terminalText } from './terminalText.ts';
import { version } from '../package.json';

/** Runs one command and returns its exit code; 2 without a valid command. */
export async function runCli(argv: readonly string[], world: CliWorld): Promise<number> {
  const { args: all, isQuiet } = withoutQuiet(argv);
  const io = ioOf(world, isQuiet);
  const [name, ...args] = all;
  if (name === '--version' || name === '-V') {
    io.print(version);
    return exitCodes.good;
  }
  if (name === undefined) {
    io.complain(overview(await allCommands()));
    return exitCodes.unusable;
  }
  let command: Command | null = null;
  try {
    if (name === '--help' || name === '-h' || name === 'help') {
      const [topic, ...more] = args.filter((arg) => arg !== '--help' && arg !== '-h');
      io.print(topic === undefined ? overview(await allCommands()) : helpOf(await theCommand(topic), more));
      return exitCodes.good;
    }
    command = await theCommand(name);
    if (asksForHelp(args)) {
      io.print(helpOf(command, args));
      return exitCodes.good;
    }
    return await command.run(args, io);
  } catch (error) {
    if (error instanceof UsageError)
      io.complain(
        `${error.message}\nFor help: atom-explorer ${command === null ? '' : `${shownOf(command, args).name} `}--help`,
      );
    else if (error instanceof UnusableInput) io.complain(error.message);
    else throw error;
    return exitCodes.unusable;
  } finally {
    io.progress(null);
  }
}

/** @throws UsageError that names the command that was probably meant */
async function theCommand(name: string): Promise<Command> {
  const command = await commandNamed(name);
  if (command !== null) return command;
  const meant = closest(name, commandNames);
  throw new UsageError(
    `Unknown command ${quoteText(name)}. ${meant === null ? `Commands: ${commandNames.join(', ')}.` : `Did you mean ${meant}?`}`,
  );
}

function helpOf(command: Command, args: readonly string[]): string {
  const shown = shownOf(command, args);
  return helpText(shown, shown === command.definition ? (command.subcommands ?? []) : []);
}

/** The subcommand that the arguments name, or the command itself. */
function shownOf({ definition, subcommands = [] }: Command, [first]: readonly string[]): CommandDefinition {
  return subcommands.find(({ name }) => name === `${definition.name} ${String(first)}`) ?? definition;
}

function ioOf(world: CliWorld, isQuiet: boolean): ProgramIo {
  const complain: ProgramIo['complain'] = (text) => world.complain(terminalText(text));
  const { progress } = world;
  return {
    print: (text, look) => world.print(terminalText(text), look),
    write: (text) => (world.write ?? world.print)(text),
    complain,
    note: isQuiet ? () => undefined : complain,
    progress:
      isQuiet || progress === undefined
        ? () => undefined
        : (line) => progress(line === null ? null : terminalText(line)),
    readStdin: world.readStdin,
    programs: world.programs ?? '',
  };
}

/** `--quiet` means the same for all commands, so none of them gets it. */
function withoutQuiet(argv: readonly string[]): {
  readonly args: readonly string[];
  readonly isQuiet: boolean;
} {
  const end = argv.indexOf('--');
  const options = end < 0 ? argv : argv.slice(0, end);
  const args = options.filter((arg) => arg !== '--quiet' && arg !== '-q');
  return {
    args: [...args, ...(end < 0 ? [] : argv.slice(end))],
    isQuiet: args.length < options.length,
  };
}

/** After `--` come names of files, and a file may have any name. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === '--help' || arg === '-h');
}
