import { defineCommand } from '../definition/options.ts';
import { memoryOptions } from '../session/sessionOptions.ts';

export const exportedParts = ['entries', 'checkpoint', 'proof'] as const;

export const ledgerDefinition = defineCommand({
  name: 'ledger',
  summary: 'list, verify, and export the root ledger of a connection',
  args: '',
  usage: ['list|verify|export (--connection NAME | --state DIR) [options]'],
  about: [
    'The root ledger has every root that the service returned. None of these commands calls the service.',
  ],
  sections: [],
  examples: [
    {
      does: 'Verify the ledger of a connection',
      line: 'atom-explorer ledger verify --connection "Team memory"',
    },
    {
      does: 'List roots that contradict others',
      line: 'atom-explorer ledger list --doubtful --connection "Team memory"',
    },
  ],
  exits: {
    0: 'nothing is wrong with the ledger or the roots in it, or it was exported',
    1: 'the ledger was altered, or a root in it contradicts another',
    2: 'the command line, a file, or the folder cannot be used',
    3: 'nothing is known to be wrong, but something could not be decided',
  },
});

export const ledgerListDefinition = defineCommand({
  name: 'ledger list',
  summary: 'list the roots of the ledger, the first one first',
  args: '',
  usage: ['(--connection NAME | --state DIR) [options]'],
  about: [],
  sections: [
    { title: 'Connection', options: memoryOptions },
    {
      title: 'Which roots',
      options: {
        doubtful: { type: 'boolean', help: 'only contradictions, and roots that nothing explains' },
      },
    },
    {
      title: 'Output',
      options: {
        heads: { type: 'boolean', help: 'list the signed heads of the ledger instead, the newest first' },
        json: { type: 'boolean', help: 'print one line of JSON for each root or head' },
      },
    },
  ],
  examples: [
    {
      does: 'List roots that contradict others',
      line: 'atom-explorer ledger list --doubtful --connection "Team memory"',
    },
  ],
  exits: {
    0: 'the roots or heads were printed, and no root listed is in doubt',
    1: 'a root listed contradicts another, or only responses whose proofs failed have it',
    2: 'the command line is not valid, or the folder cannot be used',
    3: 'a root listed is unexplained, or roots that were recorded are lost',
  },
});

export const ledgerVerifyDefinition = defineCommand({
  name: 'ledger verify',
  summary: 'read the ledger from the disk again, and check every entry and every signed head',
  args: '',
  usage: ['(--connection NAME | --state DIR) [options]'],
  about: [],
  sections: [
    { title: 'Connection', options: memoryOptions },
    { title: 'Output', options: { json: { type: 'boolean', help: 'print the result as one line of JSON' } } },
  ],
  notes: [
    'The heads of a connection of the app are verified with the keys of this installation, those of a state folder with --signing-key.',
    'A ledger that was altered is moved away as soon as it is opened, by this command too, and a new one begins. Its folder is named.',
  ],
  examples: [
    {
      does: 'Verify the ledger of a connection',
      line: 'atom-explorer ledger verify --connection "Team memory"',
    },
  ],
  exits: {
    0: 'every entry is in its place, and a signed head shows that none was changed',
    1: 'the ledger was altered',
    2: 'the command line is not valid, or the folder cannot be used',
    3: 'nothing was found to be altered, but no head is signed, the key of one is unknown, or the ledger is not the recorded one',
  },
});

export const ledgerExportDefinition = defineCommand({
  name: 'ledger export',
  summary: 'sign the head of the ledger, and export the ledger with its proofs',
  args: '',
  usage: ['(--connection NAME | --state DIR --signing-key FILE) [options]'],
  about: [
    'The export can be checked without this program: see Checking an export without the app, in docs/ledger.md. A connection of the app signs with the installation key, a state folder with --signing-key.',
  ],
  sections: [
    { title: 'Connection', options: memoryOptions },
    {
      title: 'Output',
      options: {
        what: {
          type: 'string',
          value: 'PART',
          completes: exportedParts,
          help: 'entries (default): all entries, checkpoints, and proofs as JSON lines; checkpoint: only the signed head; proof: the proof of one entry (--entry)',
        },
        entry: { type: 'string', value: 'N', help: 'the entry for --what proof, from 0' },
        out: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'write to FILE instead of standard output',
        },
      },
    },
  ],
  examples: [
    {
      does: 'Save the signed head, to give it to someone else',
      line: 'atom-explorer ledger export --what checkpoint --out ledger.checkpoint --connection "Team memory"',
    },
  ],
  exits: {
    0: 'the ledger was exported',
    2: 'the command line, the file, or the folder cannot be used, there is no key to sign with, or the ledger is not the recorded one',
  },
});
