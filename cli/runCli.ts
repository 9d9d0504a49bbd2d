import { quoteText } from '#shared/text/phrases.ts';
import { exitCodes, UnusableInput, UsageError, type Command, type CommandIo } from './command.ts';
import { auditCommand } from './commands/audit.ts';
import { conformance } from './commands/conformance.ts';
import { recallCommand } from './commands/recall.ts';
import { rulesCommand } from './commands/rules.ts';
import { snapshotCommand } from './commands/snapshot.ts';
import { verifyCommand } from './commands/verify.ts';
import { terminalText } from './terminalText.ts';
import { version } from '../package.json';

const commands: readonly Command[] = [
  verifyCommand,
  auditCommand,
  snapshotCommand,
  recallCommand,
  rulesCommand,
  conformance,
];

const help = `The command line of Atom Explorer.

  atom-explorer COMMAND [options]
  atom-explorer COMMAND --help
  atom-explorer --version

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`).join('\n')}
`;

/** Runs one command and returns its exit code; 2 without a valid command. */
export async function runCli(argv: readonly string[], world: CommandIo): Promise<number> {
  const io: CommandIo = {
    ...world,
    print: (text) => world.print(terminalText(text)),
    complain: (text) => world.complain(terminalText(text)),
  };
  const [name, ...args] = argv;
  if (name === '--version' || name === '-V') {
    io.print(version);
    return exitCodes.good;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? io.complain : io.print)(help);
    return name === undefined ? exitCodes.unusable : exitCodes.good;
  }
  const command = commands.find((each) => each.name === name);
  try {
    if (command === undefined)
      throw new UsageError(
        `Unknown command ${quoteText(name)}. Commands: ${commands.map((each) => each.name).join(', ')}.`,
      );
    if (asksForHelp(args)) {
      io.print(command.help);
      return exitCodes.good;
    }
    return await command.run(args, io);
  } catch (error) {
    if (error instanceof UsageError)
      io.complain(
        `${error.message}\nFor help: atom-explorer ${command === undefined ? '' : `${command.name} `}--help`,
      );
    else if (error instanceof UnusableInput) io.complain(error.message);
    else throw error;
    return exitCodes.unusable;
  }
}

/** After `--` come names of files, and a file may have any name. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === '--help' || arg === '-h');
}
