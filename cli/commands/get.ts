import { UsageError, type Command } from '../command.ts';
import { atomJson, atomText, exitCodeOf, type AtomResult } from '../atoms/atomResult.ts';
import { readKeys, whileAsking } from '../atoms/readKeys.ts';
import { wholeNumber } from '../apiKeyOptions.ts';
import { defineCommand } from '../definition/options.ts';
import { keyNote } from '../definition/sharedOptions.ts';
import { parseOptions } from '../parseOptions.ts';
import { longestPatience, usualPatience } from '../patience.ts';
import { withSession, type SessionWorld } from '../session/openSession.ts';
import { processWorld } from '../session/processWorld.ts';
import { checkOptions, serviceOptions } from '../session/sessionOptions.ts';
import { terminalJson } from '../terminalText.ts';

const definition = defineCommand({
  name: 'get',
  summary: 'read atoms with their proofs, and verify them',
  args: 'KEY...',
  usage: ['KEY... (--connection NAME | --url URL) [options]'],
  about: [
    'Every atom is checked like in the window: its proof, its place in the tree, and everything that is remembered of the connection. Its value is printed with the verdict.',
  ],
  sections: [
    { title: 'Service', options: serviceOptions },
    { title: 'What must hold', options: checkOptions },
    {
      title: 'Output',
      options: {
        value: {
          type: 'boolean',
          help: 'print only the value of one key, exactly as it is; nothing if its verification failed',
        },
        json: { type: 'boolean', help: 'print one line of JSON for each key, with proof and verdict' },
      },
    },
  ],
  notes: [`${keyNote} A read-only key is enough.`],
  examples: [
    {
      does: 'Read an atom over a connection of the app',
      line: 'atom-explorer get v1.user.Glen.preference.theme --connection "Team memory"',
    },
    {
      does: 'Save a value that is verified, and nothing else',
      line: 'atom-explorer get v1.config --value --connection "Team memory" > config.json',
    },
  ],
  exits: {
    0: 'every atom is verified',
    1: 'at least one atom failed its verification, or contradicts what was known',
    2: 'the command line is not valid, or nothing could be read',
    3: 'nothing failed, but at least one atom was not found, could not be read, or could not be fully checked',
  },
});

export const getCommand: Command = { definition, run: (args, io) => runGet(args, processWorld(io)) };

/** @throws UsageError, UnusableInput */
export async function runGet(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals: keys } = parseOptions(definition, args);
  if (keys.length === 0) throw new UsageError('get needs at least one key.');
  const isValueOnly = values.value === true;
  if (isValueOnly && (keys.length > 1 || values.json === true))
    throw new UsageError('--value is for one key, without --json.');
  const seconds = wholeNumber('--patience', values.patience, usualPatience, longestPatience);
  return withSession(values, 'read', world, (session) =>
    whileAsking(world, seconds, async (asking) => {
      const results: AtomResult[] = [];
      for await (const result of readKeys(session, keys, asking)) {
        results.push(result);
        if (values.json === true) world.print(terminalJson(atomJson(result)));
        else if (!isValueOnly) {
          const { text, look } = atomText(result);
          world.print(text, look);
        } else if (result.kind === 'read' && result.reading.verdict.status !== 'red') {
          world.write(result.reading.value);
          if (result.reading.verdict.status !== 'green') world.complain(withoutValue(result));
        } else world.complain(withoutValue(result));
      }
      return exitCodeOf(results);
    }),
  );
}

function withoutValue(result: AtomResult): string {
  return atomText(result)
    .text.split('\n')
    .filter((line) => !line.startsWith('    '))
    .join('\n');
}
