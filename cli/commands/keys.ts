import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { keyFilterOptions, keyQuery, selectionOf } from '../atoms/keyFilterOptions.ts';
import { exitCodes, type Command } from '../command.ts';
import { statusName } from '../atoms/statusName.ts';
import { defineCommand } from '../definition/options.ts';
import { parseOptions } from '../parseOptions.ts';
import { withSession, type SessionWorld } from '../session/openSession.ts';
import { processWorld } from '../session/processWorld.ts';
import { memoryOptions } from '../session/sessionOptions.ts';
import { terminalJson } from '../terminalText.ts';

const definition = defineCommand({
  name: 'keys',
  summary: 'list the known keys of a connection; asks no service',
  args: '',
  usage: ['(--connection NAME | --state DIR) [options]'],
  about: [],
  sections: [
    { title: 'Connection', options: memoryOptions },
    { title: 'Which keys', options: keyFilterOptions },
    {
      title: 'Output',
      options: {
        long: { type: 'boolean', help: 'print status, version, and time of the last reading, too' },
        count: { type: 'boolean', help: 'print only how many keys there are' },
        json: { type: 'boolean', help: 'print one line of JSON for each key' },
      },
    },
  ],
  examples: [
    {
      does: 'List the keys whose last reading failed',
      line: 'atom-explorer keys --status red --long --connection "Team memory"',
    },
  ],
  exits: {
    0: 'the keys were printed, or there are none',
    2: 'the command line is not valid, or the folder cannot be used',
  },
});

export const keysCommand: Command = { definition, run: (args, io) => runKeys(args, processWorld(io)) };

/** @throws UsageError, UnusableInput */
export async function runKeys(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values } = parseOptions(definition, args);
  return withSession(values, 'memory', world, async ({ id, memory }) => {
    let count = 0;
    for await (const keys of memory.selected(id, selectionOf(keyQuery(id, values)))) {
      count += keys.length;
      if (values.count === true) continue;
      if (values.json !== true && values.long !== true) {
        for (const key of keys) world.print(visibleLine(key));
        continue;
      }
      for (const entry of await memory.entries(id, keys)) {
        if (entry === null) continue;
        if (values.json === true) world.print(terminalJson(entry));
        else {
          const version = entry.version === null ? '-' : String(entry.version);
          const readAt = entry.readAt === null ? 'not read' : momentWords(entry.readAt);
          world.print(
            [
              statusName(entry).padEnd(28),
              version.padStart(6),
              readAt.padEnd(19),
              visibleLine(entry.key),
            ].join('  '),
          );
        }
      }
    }
    if (values.count === true)
      world.print(values.json === true ? terminalJson({ keys: count }) : String(count));
    return exitCodes.good;
  });
}
