import { rulesFileOf } from '#shared/rulesFile/rulesFile.ts';
import { exitCodes, UsageError, type Command } from '../command.ts';
import { defineCommand } from '../definition/options.ts';
import { parseOptions } from '../parseOptions.ts';
import { findRules } from '../rules/givenRules.ts';

const definition = defineCommand({
  name: 'rules',
  summary: 'print the hashing rules of a connection, for verify --rules-from',
  args: '',
  usage: ['--connection NAME > FILE', '--state DIR > FILE'],
  about: [
    'Whoever verifies a file by these rules trusts them as much as the connection: the file says whether the service specified them or from how many proofs they were inferred. Hand it over by a channel that you trust.',
  ],
  sections: [
    {
      title: 'Options',
      options: {
        connection: { type: 'string', value: 'NAME', help: 'name of a connection of the app' },
        state: {
          type: 'string',
          value: 'DIR',
          completes: 'folder',
          help: 'take the rules from a state folder of atom-explorer audit instead; with several services in it, --connection names the one, by its address',
        },
      },
    },
  ],
  examples: [
    {
      does: 'Save the rules of a connection',
      line: 'atom-explorer rules --connection "Team memory" > team.rules.json',
    },
  ],
  exits: { 0: 'the rules were printed', 2: 'the command line is not valid, or there are no rules' },
});

export const rulesCommand: Command = {
  definition,
  run: async (args, io) => {
    const { connection, state } = parseOptions(definition, args).values;
    if (connection === undefined && state === undefined)
      throw new UsageError('rules needs --connection or --state.');
    const { profile, pin } = await findRules(connection, state, process.env);
    const address = profile.baseUrl === '' ? null : profile.baseUrl;
    io.print(rulesFileOf(pin, { name: profile.name, address }, Date.now()).trimEnd());
    return exitCodes.good;
  },
};
