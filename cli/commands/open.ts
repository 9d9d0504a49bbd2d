import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { atomLink } from '#shared/appLink/atomLink.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { parseBaseAddress } from '../../engine/client/baseAddress.ts';
import { usable } from '../apiKeyOptions.ts';
import { appFolder } from '../appFolder.ts';
import { UnusableInput, UsageError, exitCodes, type Command } from '../command.ts';
import { defineCommand } from '../definition/options.ts';
import { urlOption } from '../definition/sharedOptions.ts';
import { findWindow, programVariable, type WindowProgram } from '../open/windowProgram.ts';
import { parseOptions, type ValuesOf } from '../parseOptions.ts';
import { connectionNamed } from '../session/appProfiles.ts';
import type { SessionWorld } from '../session/openSession.ts';
import { processWorld } from '../session/processWorld.ts';

const bundleEnding = '.sigstore.json';

const definition = defineCommand({
  name: 'open',
  summary: 'open the app, at an atom or an evidence bundle',
  args: '[KEY|FILE]',
  completesArgs: 'file',
  usage: ['', 'KEY (--connection NAME | --url URL)', `FILE${bundleEnding}`],
  about: [
    'Starts the app, or opens a window of the app that is running. npm installs only this command: install the app from its own package for your system.',
  ],
  sections: [
    {
      title: 'Where the atom is',
      options: {
        connection: { type: 'string', value: 'NAME', help: 'in this connection of the app' },
        ...urlOption,
      },
    },
  ],
  notes: [
    `The app is looked for where its packages put it: atom-explorer-app in PATH or /opt on Linux, the Applications folders on macOS, and Programs on Windows. ${programVariable} names its program if it is somewhere else, such as an AppImage.`,
    'It asks before it opens an atom, as for every link from outside.',
  ],
  examples: [
    { does: 'Open the app', line: 'atom-explorer open' },
    {
      does: 'Look at an atom',
      line: 'atom-explorer open v1.user.Glen.preference.theme --connection "Team memory"',
    },
    { does: 'Look into an evidence bundle', line: 'atom-explorer open theme.sigstore.json' },
  ],
  exits: {
    0: 'the app was started, or told what to open',
    2: 'the command line or the file cannot be used, or the app is not installed or could not be started',
  },
});

export const openCommand: Command = { definition, run: (args, io) => runOpen(args, processWorld(io)) };

/** @throws UsageError, UnusableInput */
export async function runOpen(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals } = parseOptions(definition, args);
  const [what, ...surplus] = positionals;
  if (surplus.length > 0) throw new UsageError('open accepts only one key or file.');
  const opened = await toOpen(what, values, world);
  await start(await findWindow(world.env, process.platform), opened);
  return exitCodes.good;
}

/** The argument for the app; null for none. @throws UsageError, UnusableInput */
async function toOpen(
  what: string | undefined,
  { connection, url }: ValuesOf<typeof definition>,
  world: SessionWorld,
): Promise<string | null> {
  if (connection !== undefined && url !== undefined)
    throw new UsageError('Use either --connection or --url, not both.');
  const hasPlace = connection !== undefined || url !== undefined;
  if (what === undefined) {
    if (hasPlace) throw new UsageError('--connection and --url need a key.');
    return null;
  }
  if (!hasPlace) {
    if (!what.endsWith(bundleEnding))
      throw new UsageError(
        `For a key, say where it is with --connection or --url. A file must be an evidence bundle (*${bundleEnding}).`,
      );
    if ((await stat(what).catch(() => null))?.isFile() !== true)
      throw new UnusableInput(`There is no file ${visibleLine(what)}.`);
    return path.resolve(what);
  }
  const address =
    connection === undefined
      ? usable('--url', parseBaseAddress(url ?? '')).text
      : (await connectionNamed(appFolder(world.env), connection)).baseUrl;
  const link = atomLink(address, what);
  if (link === null)
    throw new UnusableInput(
      `${quoteText(what)} cannot be opened from outside the app: it is empty, too long, or has hidden characters.`,
    );
  return link;
}

/** Does not wait for its end. @throws UnusableInput */
async function start({ file, args }: WindowProgram, opened: string | null): Promise<void> {
  const child = spawn(file, [...args, ...(opened === null ? [] : [opened])], {
    detached: true,
    stdio: 'ignore',
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new UnusableInput(
      `${visibleLine(file)} could not be started. ${error instanceof Error ? error.message : ''}`.trim(),
    );
  }
  child.unref();
}
