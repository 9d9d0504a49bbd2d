import { hasNoValue, type AtomHistory } from '#shared/domain/history.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { sightingsWords, versionName } from '#shared/text/historyWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { momentWords } from '#shared/text/times.ts';
import { lookOf } from '../colors.ts';
import { UnusableInput, UsageError, exitCodes, type Command } from '../command.ts';
import { statusName } from '../atoms/statusName.ts';
import { defineCommand } from '../definition/options.ts';
import { parseOptions } from '../parseOptions.ts';
import { withSession, type SessionWorld } from '../session/openSession.ts';
import { orUnusable } from '../session/orUnusable.ts';
import { processWorld } from '../session/processWorld.ts';
import { memoryOptions } from '../session/sessionOptions.ts';
import { terminalJson } from '../terminalText.ts';

const definition = defineCommand({
  name: 'history',
  summary: 'show the versions of an atom that were read so far; asks no service',
  args: 'KEY',
  usage: ['KEY (--connection NAME | --state DIR) [options]'],
  about: [
    'Values are kept only if History is on for the connection. Otherwise, what is known is the last version, its verdict, and when it was read.',
  ],
  sections: [
    { title: 'Connection', options: memoryOptions },
    {
      title: 'Output',
      options: {
        values: { type: 'boolean', help: 'print the values that were kept, too' },
        json: { type: 'boolean', help: 'print one line of JSON: { key, known, versions, ... }' },
      },
    },
  ],
  examples: [
    {
      does: 'Show the versions of an atom',
      line: 'atom-explorer history v1.user.Glen.preference.theme --connection "Team memory"',
    },
  ],
  exits: {
    0: 'the last reading was verified',
    1: 'the last reading failed its verification, or contradicts what was known',
    2: 'the command line is not valid, or nothing is known of the key',
    3: 'the key was not read yet, or its last reading could not be fully checked',
  },
});

export const historyCommand: Command = {
  definition,
  run: (args, io) => runHistory(args, processWorld(io)),
};

/** @throws UsageError, UnusableInput */
export async function runHistory(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals } = parseOptions(definition, args);
  const [key, ...surplus] = positionals;
  if (key === undefined || surplus.length > 0) throw new UsageError('history needs one key.');
  return withSession(values, 'memory', world, async ({ core, id, memory, profile }) => {
    const [entry] = await memory.entries(id, [key]);
    if (entry === null || entry === undefined)
      throw new UnusableInput(`Nothing is known of ${quoteText(key)} here.`);
    const { keepsHistory, service } = profile();
    const history: AtomHistory | null = keepsHistory
      ? orUnusable(await core.histories.versions(id, key))
      : null;
    const kept = history?.kind === 'readable' ? history.versions : [];
    const versions = [];
    for (const version of kept) {
      const value =
        values.values === true && version.hasValue
          ? orUnusable(await core.histories.value(id, key, version.id))
          : null;
      versions.push({ ...version, value: value?.kind === 'value' ? value.value : null });
    }
    const isBad = entry.conflicting || entry.verdict === 'red';
    if (values.json === true) {
      const { key: _, ...known } = entry;
      world.print(
        terminalJson({
          key,
          known,
          keepsHistory,
          isReadable: history === null || history.kind === 'readable',
          versions: versions.map(({ id: __, ...version }) => version),
        }),
      );
    } else {
      world.print(
        [
          `${key}: ${statusName(entry)}`,
          `  ${versionName(entry.version)}, ${entry.readAt === null ? 'not read yet' : `read on ${momentWords(entry.readAt)}`}; known since ${momentWords(entry.firstSeenAt)}.`,
          ...(entry.conflicting
            ? ['  A response contradicted an earlier one, and nobody has settled that yet.']
            : []),
        ].join('\n'),
        isBad ? 'bad' : entry.verdict === null ? 'open' : lookOf(entry.verdict),
      );
      if (history === null) world.note('  Values are not kept, because History is off for this connection.');
      else if (history.kind === 'key-missing')
        world.complain('The keychain no longer has the key that opens the values that were kept.');
      for (const version of versions) {
        const size = hasNoValue(version, service?.dialect) ? 'no value' : sizeWords(version.bytes);
        world.print(
          [
            `  ${versionName(version.version)}: ${size}, ${sightingsWords(version)}, first on ${momentWords(version.firstSeenAt)}, last on ${momentWords(version.lastSeenAt)}`,
            ...(version.value === null ? [] : version.value.split('\n').map((line) => `      ${line}`)),
          ].join('\n'),
        );
      }
    }
    if (isBad) return exitCodes.bad;
    return entry.verdict === 'green' && !entry.gone ? exitCodes.good : exitCodes.unclear;
  });
}
