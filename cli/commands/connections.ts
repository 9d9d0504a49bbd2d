import { visibleLine } from '#shared/text/visibleText.ts';
import { appFolder } from '../appFolder.ts';
import { exitCodes, type Command } from '../command.ts';
import { defineCommand } from '../definition/options.ts';
import { parseOptions } from '../parseOptions.ts';
import { appProfiles } from '../session/appProfiles.ts';
import { processWorld } from '../session/processWorld.ts';
import type { SessionWorld } from '../session/openSession.ts';
import { terminalJson } from '../terminalText.ts';

const definition = defineCommand({
  name: 'connections',
  summary: 'list the connections of the app, for --connection',
  args: '',
  usage: ['[options]'],
  about: [],
  sections: [
    {
      title: 'Output',
      options: { json: { type: 'boolean', help: 'print one line of JSON for each connection' } },
    },
  ],
  notes: ['It also works while the app is open. API keys are not printed.'],
  examples: [{ does: 'List the connections', line: 'atom-explorer connections' }],
  exits: { 0: 'the connections were printed', 2: 'the app has no connections here' },
});

export const connectionsCommand: Command = {
  definition,
  run: (args, io) => runConnections(args, processWorld(io)),
};

/** @throws UsageError, UnusableInput */
export async function runConnections(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values } = parseOptions(definition, args);
  for (const { name, kind, baseUrl, environment = 'none', readOnly } of await appProfiles(
    appFolder(world.env),
  )) {
    if (values.json === true)
      world.print(
        terminalJson({ name, kind, address: baseUrl === '' ? null : baseUrl, environment, readOnly }),
      );
    else
      world.print(
        [
          visibleLine(name),
          baseUrl === '' ? kind : baseUrl,
          ...(environment === 'none' ? [] : [environment]),
          ...(readOnly ? ['read-only'] : []),
        ].join('  '),
      );
  }
  return exitCodes.good;
}
