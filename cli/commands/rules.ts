import { rulesFileOf } from '#shared/rulesFile/rulesFile.ts';
import { exitCodes, UsageError, type Command } from '../command.ts';
import { parseOptions } from '../parseOptions.ts';
import { findRules } from '../rules/givenRules.ts';

const help = `Prints the hashing rules that are pinned for a connection, as a file for atom-explorer verify --rules-from.

  atom-explorer rules --connection NAME > team.rules.json

Options:
  --connection NAME  name of a connection of the app
  --state DIR        take the rules from a state folder of atom-explorer audit instead; with several services in it,
                     --connection names the one, by its address
  --help             show this help

Whoever verifies a file by these rules trusts them as much as the connection: the file says whether the service specified
them or from how many proofs they were inferred. Hand it over by a channel that you trust.

Exit codes:
  0  the rules were printed
  2  the command line is not valid, or there are no rules
`;

export const rulesCommand: Command = {
  name: 'rules',
  summary: 'print the hashing rules of a connection, for verify --rules-from',
  help,
  run: async (args, io) => {
    const { connection, state } = parse(args);
    if (connection === undefined && state === undefined)
      throw new UsageError('rules needs --connection or --state.');
    const { profile, pin } = await findRules(connection, state, process.env);
    const address = profile.baseUrl === '' ? null : profile.baseUrl;
    io.print(rulesFileOf(pin, { name: profile.name, address }, Date.now()).trimEnd());
    return exitCodes.good;
  },
};

function parse(args: readonly string[]) {
  return parseOptions(args, { connection: { type: 'string' }, state: { type: 'string' } }).values;
}
