import path from 'node:path';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import { largestKeyFile } from '#shared/domain/keyImport.ts';
import { exportedVerdict } from '#shared/text/exportWords.ts';
import { importRefusalWords } from '#shared/text/importWords.ts';
import { countOf, listWords } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { createKeyImports } from '../../engine/discovery/imports/keyImports.ts';
import type { parseKeyFile } from '../../engine/discovery/imports/parseKeyFile.ts';
import { eachInThread } from '../../engine/jobs/thread.ts';
import { UnusableInput, UsageError, exitCodes, type Command } from '../command.ts';
import { defineCommand } from '../definition/options.ts';
import { keyNote } from '../definition/sharedOptions.ts';
import { parseOptions } from '../parseOptions.ts';
import { readInput } from '../readInput.ts';
import { withSession, type SessionWorld } from '../session/openSession.ts';
import { errorText, orUnusable } from '../session/orUnusable.ts';
import { processWorld } from '../session/processWorld.ts';
import { checkOptions, serviceOptions } from '../session/sessionOptions.ts';
import { terminalJson } from '../terminalText.ts';

/** Places in the file that are named at most. */
const mostNamed = 5;

const definition = defineCommand({
  name: 'import-keys',
  summary: 'read and verify the keys of a file, and remember them',
  args: 'FILE',
  completesArgs: 'file',
  usage: ['FILE (--connection NAME | --url URL --state DIR) [options]'],
  about: [
    'FILE has one key per line, or is a table (CSV, TSV), JSON lines, or JSON with a list of keys; - for standard input. The keys that the service has are known keys from then on.',
  ],
  sections: [
    { title: 'Service', options: serviceOptions },
    { title: 'What must hold', options: checkOptions },
    {
      title: 'Keys',
      options: {
        column: {
          type: 'string',
          value: 'NAME',
          help: 'the column of a table that has the keys (default: detected)',
        },
        unread: { type: 'boolean', help: 'only remember the keys, and send nothing' },
      },
    },
    {
      title: 'Output',
      options: { json: { type: 'boolean', help: 'print the result as one line of JSON' } },
    },
  ],
  notes: [`${keyNote} A read-only key is enough.`],
  examples: [
    {
      does: 'Read and verify the keys of a file',
      line: 'atom-explorer import-keys keys.txt --connection "Team memory"',
    },
  ],
  exits: {
    0: 'every key was read and verified, or remembered with --unread',
    1: 'at least one atom failed its verification, or is missing although it was proven before',
    2: 'the command line, the file, the folder, or the service cannot be used',
    3: 'nothing failed, but some keys were not found, were refused, or could not be fully checked, or entries of the file that cannot be a key were skipped',
  },
});

export const importKeysCommand: Command = {
  definition,
  run: (args, io) => runImportKeys(args, processWorld(io)),
};

/** @throws UsageError, UnusableInput */
export async function runImportKeys(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals } = parseOptions(definition, args);
  const [file, ...surplus] = positionals;
  if (file === undefined || surplus.length > 0) throw new UsageError('import-keys needs one file.');
  if (values.connection === undefined && values.state === undefined)
    throw new UsageError(
      'import-keys needs --connection, or --state with --url, where the keys are remembered.',
    );
  if (file === '-' && values['key-stdin'] === true)
    throw new UsageError('Standard input cannot provide both the keys and the API key.');
  const bytes = file === '-' ? await world.readStdin() : await readInput(file, largestKeyFile);
  return withSession(values, 'learn', world, async (session) => {
    const { core, id, jobs, memory, surroundings } = session;
    const imports = createKeyImports({
      ...surroundings,
      jobs,
      memory,
      readings: core.readings,
      connections: core.connections,
      parse: eachInThread<{ parseKeyFile: typeof parseKeyFile }>(
        path.join(surroundings.programs, 'key-file-worker.js'),
      ).parseKeyFile,
    });
    const name = file === '-' ? 'standard input' : path.basename(file);
    let reading = orUnusable(await imports.read(id, { name, bytes }));
    if (reading.kind === 'preview' && values.column !== undefined) {
      const { columns, hasHeader } = reading.table ?? { columns: [], hasHeader: false };
      const column = columns.findIndex((each) => each.name === values.column);
      if (column < 0)
        throw new UnusableInput(
          `${visibleLine(name)} has no column ${visibleLine(values.column)}. Columns: ${columns.map((each) => visibleLine(each.name)).join(', ')}.`,
        );
      reading = orUnusable(await imports.readTable(reading.id, { column, hasHeader }));
    }
    if (reading.kind === 'refused')
      throw new UnusableInput(`${visibleLine(name)}: ${importRefusalWords(reading.refusal)}`);
    const unusable = reading.skippedCount - reading.emptyCount;
    if (unusable > 0) {
      const places = reading.firstSkipped.filter(({ why }) => why !== 'empty').map(({ place }) => place);
      world.complain(
        `${countOf(unusable, 'entry', 'entries')} of the file cannot be a key and ${unusable === 1 ? 'was' : 'were'} skipped: ${listWords([...places.slice(0, mostNamed), ...(unusable > mostNamed ? [`${countWords(unusable - mostNamed)} more`] : [])])}.`,
      );
    }
    const end = world.onInterrupt(() => {
      void jobs.close();
    });
    try {
      const started = orUnusable(imports.start(reading.id, values.unread === true ? 'learn' : 'verify'));
      const job = await session.jobEnded(started.id);
      if (job?.kind !== 'import') throw new Error('The import has no job.');
      const { progress, state } = job;
      const { verdicts, missingCount, missingProven, refused, newKeys, done, total } = progress;
      const isDone = state.kind === 'done';
      if (!isDone)
        world.complain('error' in state && state.error !== null ? errorText(state.error) : 'Interrupted.');
      if (values.json === true)
        world.print(
          terminalJson({
            state: state.kind,
            keys: total,
            done,
            newKeys,
            verdicts,
            missing: missingCount,
            missingProven,
            refused,
            skipped: unusable,
          }),
        );
      else
        world.print(
          [
            `${countOf(done, 'key')}, ${newKeys} new.`,
            ...verdictStatuses
              .filter((status) => verdicts[status] > 0)
              .map((status) => `  ${verdicts[status]} ${exportedVerdict[status]}`),
            ...(missingCount > 0
              ? [`  ${missingCount} not found, ${missingProven} of them proven before`]
              : []),
            ...(refused > 0 ? [`  ${refused} refused`] : []),
          ].join('\n'),
        );
      if (verdicts.red > 0 || missingProven > 0) return exitCodes.bad;
      if (values.unread === true) return isDone && unusable === 0 ? exitCodes.good : exitCodes.unclear;
      if (!isDone && done === 0) return exitCodes.unusable;
      return isDone && unusable === 0 && verdicts.green === total ? exitCodes.good : exitCodes.unclear;
    } finally {
      end();
    }
  });
}
