import { UsageError, type Command } from '../command.ts';
import { defineCommand } from '../definition/options.ts';
import { keyNote } from '../definition/sharedOptions.ts';
import { duplicateRules } from '#shared/domain/upload.ts';
import { wholeNumber } from '../apiKeyOptions.ts';
import { parseOptions, type ValuesOf } from '../parseOptions.ts';
import { prepareFiles } from '../audit/outputFiles.ts';
import { confirmOptions } from '../session/confirmation.ts';
import { withSession, type SessionWorld } from '../session/openSession.ts';
import { processWorld } from '../session/processWorld.ts';
import { checkOptions, serviceOptions } from '../session/sessionOptions.ts';
import { readMapping } from '../upload/readMapping.ts';
import { discardUpload, resumeUpload, startUpload } from '../upload/runUpload.ts';
import type { UploadChoice } from '../upload/uploadChoice.ts';

const onRefusals = ['stop', 'skip'] as const;

const definition = defineCommand({
  name: 'upload',
  summary: 'store the rows of a file, each exactly once, and read them back',
  args: '[FILE]',
  completesArgs: 'file',
  usage: [
    'FILE (--connection NAME | --url URL --state DIR) [options]',
    '--resume (--connection NAME | --url URL --state DIR) [options]',
    '--discard (--connection NAME | --url URL --state DIR)',
  ],
  about: [
    'FILE is a table (CSV, TSV, Excel), JSON, or JSON lines, also compressed, or - for standard input. Like in the window, the rows are checked and compared with what the service has; then they are sent in batches, and each batch is logged before and after it is sent, so that after a crash no row is sent twice without need. Rows whose atom changed since the comparison are not sent. At the end, everything that was stored is read back and verified.',
  ],
  sections: [
    { title: 'Service', options: serviceOptions },
    {
      title: 'Rows',
      options: {
        key: {
          type: 'string',
          value: 'TEXT',
          help: 'the key of an atom, with names of columns in braces, such as v1.{team}.{name}',
        },
        value: {
          type: 'string',
          value: 'TEXT',
          help: 'its value, in the same way, such as {text} (default: suggested from the columns)',
        },
        mapping: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'a mapping that the app exported (*.mapping.json), instead of --key and --value',
        },
        duplicates: {
          type: 'string',
          value: 'WHICH',
          completes: duplicateRules,
          help: 'which of several rows with one key is sent: ask (default: none is, and nothing is sent), first, or last',
        },
        'skip-blocked': {
          type: 'boolean',
          help: 'leave out rows with a problem. Without this, nothing is sent if there is one',
        },
        'skip-same': { type: 'boolean', help: 'leave out rows whose value the service already has' },
      },
    },
    {
      title: 'Sending',
      options: {
        'dry-run': { type: 'boolean', help: 'check and compare all rows, and send nothing' },
        batch: {
          type: 'string',
          value: 'N',
          help: 'most atoms in one batch (default: what the service accepted so far)',
        },
        'on-refusal': {
          type: 'string',
          value: 'WHAT',
          completes: onRefusals,
          help: 'what to do when the service refuses a row: stop (default), or skip it and send the rest',
        },
        ...confirmOptions,
        resume: { type: 'boolean', help: 'continue the upload of this connection that was interrupted' },
        discard: {
          type: 'boolean',
          help: 'end the upload of this connection for good, and delete its rows here',
        },
      },
    },
    { title: 'What must hold after', options: checkOptions },
    {
      title: 'Output',
      options: {
        outcome: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'write what became of each row to FILE (.csv or .json), also if none was sent. The file of an earlier run is removed at the start',
        },
        json: { type: 'boolean', help: 'print the result as one line of JSON' },
      },
    },
  ],
  notes: [
    'Ctrl-C stops after the batch at work; --resume continues. With --state, the rows are sealed with a key in the same folder.',
    `${keyNote} It must have full scope.`,
  ],
  examples: [
    {
      does: 'See what would change',
      line: "atom-explorer upload teams.csv --key 'v1.team.{name}' --value '{about}' --dry-run --connection \"Team memory\"",
    },
    {
      does: 'Store what is new or changed, and save what became of each row',
      line: "atom-explorer upload teams.csv --key 'v1.team.{name}' --value '{about}' --skip-same --outcome outcome.csv --connection \"Team memory\"",
    },
  ],
  exits: {
    0: 'every row was stored or is there already, and what was read back is verified; with --dry-run, every row can be sent',
    1: 'an atom was read back with a different value, was not found, failed its verification, or was stored twice or by another writer, too',
    2: 'the command line, the file, or the service cannot be used, or rows with problems kept everything from being sent',
    3: 'the upload was interrupted, or some rows were refused, held back, skipped, or could not be fully checked, or their outcome is unknown',
  },
});

export const uploadCommand: Command = { definition, run: (args, io) => runUpload(args, processWorld(io)) };

/** @throws UsageError, UnusableInput */
export async function runUpload(args: readonly string[], world: SessionWorld): Promise<number> {
  const { values, positionals } = parseOptions(definition, args);
  const [file, ...surplus] = positionals;
  if (surplus.length > 0) throw new UsageError('upload accepts only one file.');
  const modes = [file !== undefined, values.resume === true, values.discard === true].filter(Boolean);
  if (modes.length !== 1) throw new UsageError('Use exactly one of FILE, --resume, and --discard.');
  if (file === '-' && values['key-stdin'] === true)
    throw new UsageError('Standard input cannot provide both the rows and the API key.');
  if (values.connection === undefined && values.state === undefined && values['dry-run'] !== true)
    throw new UsageError(
      'upload needs --connection, or --state with --url, so that it can continue after an interruption.',
    );
  if (values['dry-run'] === true && file === undefined)
    throw new UsageError('--dry-run needs FILE: it cannot be used with --resume or --discard.');
  const choice = await choiceOf(values, world);
  if (choice.outcome !== null)
    await prepareFiles(
      [{ option: '--outcome', file: choice.outcome.file, kind: 'report' }],
      [
        ...(file === undefined || file === '-' ? [] : [{ option: 'FILE', file }]),
        ...(values.mapping === undefined ? [] : [{ option: '--mapping', file: values.mapping }]),
      ],
    );
  return withSession(values, 'write', world, (session) => {
    if (values.discard === true) return discardUpload(session, world);
    return file === undefined
      ? resumeUpload(session, choice, world)
      : startUpload(session, file, choice, world);
  });
}

/** @throws UsageError, UnusableInput */
async function choiceOf(values: ValuesOf<typeof definition>, world: SessionWorld): Promise<UploadChoice> {
  const duplicateRule = duplicateRules.find((rule) => rule === (values.duplicates ?? 'ask'));
  if (duplicateRule === undefined)
    throw new UsageError(`--duplicates must be one of ${duplicateRules.join(', ')}.`);
  const onRefusal = onRefusals.find((each) => each === (values['on-refusal'] ?? 'stop'));
  if (onRefusal === undefined) throw new UsageError('--on-refusal must be stop or skip.');
  const { outcome } = values;
  if (outcome !== undefined && !/\.(csv|json)$/i.test(outcome))
    throw new UsageError('--outcome must end in .csv or .json.');
  return {
    mapping: await readMapping(values, world),
    duplicateRule,
    onRefusal,
    skipsBlocked: values['skip-blocked'] === true,
    skipsSame: values['skip-same'] === true,
    isDryRun: values['dry-run'] === true,
    batchAtoms:
      values.batch === undefined ? null : Math.max(1, wholeNumber('--batch', values.batch, 1, 10_000)),
    confirm: values.confirm,
    outcome:
      outcome === undefined ? null : { file: outcome, format: /\.csv$/i.test(outcome) ? 'csv' : 'json' },
    asJson: values.json === true,
  };
}
