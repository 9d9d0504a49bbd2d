import { exitCodes, UnusableInput, UsageError, type Command } from '../command.ts';
import { countOf } from '#shared/text/phrases.ts';
import {
  isFingerprint,
  secondOpinionWords,
  snapshotCheckWords,
  snapshotLimits,
  snapshotRefusalWords,
  snapshotVerdict,
  type SnapshotLook,
} from '#shared/text/snapshotWords.ts';
import type { CheckStatus } from '#shared/merkle/verdict.ts';
import { openSnapshotFile } from '../../engine/snapshots/openSnapshotFile.ts';
import { notAFile } from '../../engine/storage/sourceFileError.ts';
import { secondOpinion } from '../../engine/snapshots/secondOpinion.ts';
import { defineCommand } from '../definition/options.ts';
import { parseOptions } from '../parseOptions.ts';
import { terminalJson } from '../terminalText.ts';

const definition = defineCommand({
  name: 'snapshot',
  summary: 'check a signed snapshot file',
  args: 'FILE',
  completesArgs: 'file',
  usage: ['FILE [options]'],
  about: [
    'Checks a signed snapshot of a memory (format 1.0.0). Works offline. Two programs check it: Atom Explorer, and @parametric-memory/snapshot-verify, the library by the makers of the service.',
  ],
  sections: [
    {
      title: 'Options',
      options: {
        key: {
          type: 'string',
          value: 'FINGERPRINT',
          help: 'SHA-256 of the key that you expect to have signed it, from a source other than the file: 64 hex digits, with or without colons. Without this option, the best result is that the file is consistent with itself, because anyone can make a snapshot with a key of their own',
        },
        own: {
          type: 'boolean',
          help: 'check with Atom Explorer only; the library takes tens of seconds for a few thousand atoms',
        },
        json: { type: 'boolean', help: 'print one line of JSON: { result, facts, checks, library }' },
      },
    },
  ],
  notes: [`What the signature does not cover:\n${snapshotLimits.map((limit) => `  - ${limit}`).join('\n')}`],
  examples: [
    {
      does: 'Check a snapshot against the key of its signer',
      line: 'atom-explorer snapshot memory.json --key FINGERPRINT',
    },
  ],
  exits: {
    0: 'everything passed, and the expected key signed it',
    1: 'at least one check failed, or another key signed it',
    2: 'the command line or the file is not valid',
    3: 'everything passed, but no key was given, or a check could not be made',
  },
});

const codes: Readonly<Record<SnapshotLook, number>> = {
  failed: exitCodes.bad,
  unconfirmed: exitCodes.unclear,
  confirmed: exitCodes.good,
};
const marks: Readonly<Record<CheckStatus, string>> = { pass: '[ok]', fail: '[!!]', undecided: '[--]' };

export const snapshotCommand: Command = {
  definition,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(definition, args);
    const [file, ...surplus] = positionals;
    if (file === undefined) throw new UsageError('snapshot needs a file name.');
    if (surplus.length > 0) throw new UsageError('snapshot accepts only one file.');
    const expected = values.key ?? null;
    if (expected !== null && !isFingerprint(expected))
      throw new UsageError('--key must be a fingerprint: 64 hex digits, with or without colons.');
    const opening = openSnapshotFile(file).opening();
    if (!opening.ok)
      throw new UnusableInput(
        'code' in opening
          ? opening.code === notAFile
            ? `${file} is not a file. Specify a file.`
            : `${file} could not be read (${opening.code}).`
          : snapshotRefusalWords(opening.refusal, file),
      );
    const { facts, checks } = opening.report;
    const { look, title, words } = snapshotVerdict(checks, facts, expected);
    const failedInLibrary = values.own === true ? null : await secondOpinion(file);
    // A snapshot with values always fails one check of the library, for a reason that is known.
    const isLibraryContent =
      failedInLibrary?.every((name) => name === 'atomValueBind' && facts.values > 0) ?? true;
    if (values.json === true) {
      io.print(
        terminalJson({
          result: isLibraryContent ? look : 'failed',
          facts,
          checks,
          sha256: opening.sha256,
          library: failedInLibrary === null ? null : { failed: failedInLibrary },
        }),
      );
    } else {
      const lines = checks.map((check) => {
        const found = snapshotCheckWords(check);
        return `${marks[check.status]} ${found.label}: ${found.words}`;
      });
      io.print(
        [
          `${title}. ${words}`,
          [
            `Root: ${facts.masterRoot}`,
            `Key: ${facts.fingerprint ?? 'not readable'}`,
            `Content: ${countOf(facts.atoms, 'atom')}, ${facts.deleted} deleted, ${countOf(facts.edges, 'edge')}`,
          ].join('\n'),
          `Checked by Atom Explorer:\n${lines.join('\n')}`,
          ...(failedInLibrary === null
            ? []
            : [
                `Checked by @parametric-memory/snapshot-verify:\n${secondOpinionWords({ kind: 'done', failed: failedInLibrary }, facts)}`,
              ]),
          `What the signature does not cover:\n${snapshotLimits.map((limit) => `- ${limit}`).join('\n')}`,
        ].join('\n\n'),
      );
    }
    return isLibraryContent ? codes[look] : exitCodes.bad;
  },
};
