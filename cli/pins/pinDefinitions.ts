import { defineCommand } from '../definition/options.ts';
import { keyNote } from '../definition/sharedOptions.ts';
import { memoryOptions, serviceOptions } from '../session/sessionOptions.ts';

/** Where a root may come from, without a checkpoint file. */
export const pinSources = ['person', 'print', 'snapshot', 'ledger', 'response'] as const;

export const pinDefinition = defineCommand({
  name: 'pin',
  summary: 'pin roots that you trust, so that every response is compared with them',
  args: '',
  usage: ['add|list|remove|export|check ... (--connection NAME | --state DIR) [options]'],
  about: [
    'A pinned root holds for a connection until you remove it. Every response is compared with it, in the window and in all commands. To compare for one command only, use --root there.',
  ],
  sections: [],
  examples: [
    {
      does: 'Pin a root that a colleague read out to you',
      line: 'atom-explorer pin add ROOT --size 345 --note "from Ada" --connection "Team memory"',
    },
    { does: 'List the pinned roots', line: 'atom-explorer pin list --connection "Team memory"' },
  ],
  exits: {
    0: 'what was asked for was done; for check, the service shows a pinned root',
    1: 'for check: the service contradicts a pinned root, or its proof failed',
    2: 'the command line, a file, the folder, or the service cannot be used',
    3: 'for check: nothing failed, but the root of the service is not pinned, or something could not be checked',
  },
});

export const pinAddDefinition = defineCommand({
  name: 'pin add',
  summary: 'pin a root, or the root in a checkpoint file',
  args: '[ROOT]',
  usage: [
    'ROOT (--connection NAME | --state DIR) [options]',
    '--checkpoint FILE [--verifier-key KEY] (--connection NAME | --state DIR) [options]',
  ],
  about: ['ROOT is a root hash in hex or base64.'],
  sections: [
    { title: 'Connection', options: memoryOptions },
    {
      title: 'Root',
      options: {
        size: {
          type: 'string',
          value: 'N',
          help: 'number of leaves of the tree with ROOT. With it, a smaller tree and another root of the same size are noticed, too',
        },
        source: {
          type: 'string',
          value: 'WHERE',
          completes: pinSources,
          help: `where you have ROOT from: ${pinSources.join(', ')} (default: person)`,
        },
        checkpoint: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'pin the root in this checkpoint (a signed note), or - for standard input',
        },
        'verifier-key': {
          type: 'string',
          value: 'KEY',
          help: 'key that must have signed the checkpoint (name+id+key). Keys that you trust in the app are known',
        },
        exact: { type: 'boolean', help: 'the memory must not change: a response with any other root fails' },
        note: { type: 'string', value: 'TEXT', help: 'a note for yourself' },
      },
    },
    { title: 'Output', options: { json: { type: 'boolean', help: 'print the pin as one line of JSON' } } },
  ],
  examples: [
    {
      does: 'Pin the root in a checkpoint from a colleague',
      line: 'atom-explorer pin add --checkpoint root.checkpoint --verifier-key "$KEY" --connection "Team memory"',
    },
  ],
  exits: {
    0: 'the root is pinned',
    2: 'the command line, the checkpoint, its signature, or the folder cannot be used, or the root is pinned already',
  },
});

export const pinListDefinition = defineCommand({
  name: 'pin list',
  summary: 'list the pinned roots, the newest first',
  args: '',
  usage: ['(--connection NAME | --state DIR) [options]'],
  about: [],
  sections: [
    { title: 'Connection', options: memoryOptions },
    { title: 'Output', options: { json: { type: 'boolean', help: 'print one line of JSON for each pin' } } },
  ],
  examples: [{ does: 'List the pinned roots', line: 'atom-explorer pin list --connection "Team memory"' }],
  exits: {
    0: 'the pins were printed, or there are none',
    2: 'the command line is not valid, or the folder cannot be used',
    3: 'the list of pins was damaged, so some may be missing',
  },
});

export const pinRemoveDefinition = defineCommand({
  name: 'pin remove',
  summary: 'remove a pin',
  args: 'ID',
  usage: ['ID (--connection NAME | --state DIR) [options]'],
  about: ['ID is the ID of a pin in atom-explorer pin list, or its root if only one pin has it.'],
  sections: [{ title: 'Connection', options: memoryOptions }],
  examples: [
    { does: 'Remove a pin by its root', line: 'atom-explorer pin remove ROOT --connection "Team memory"' },
  ],
  exits: {
    0: 'the pin is removed',
    2: 'the command line is not valid, there is no such pin, or the folder cannot be used',
  },
});

export const pinExportDefinition = defineCommand({
  name: 'pin export',
  summary: 'print a pin as a signed checkpoint, for a colleague',
  args: 'ID',
  usage: ['ID (--connection NAME | --state DIR --signing-key FILE) [options] > FILE'],
  about: [
    'ID is the ID of a pin in atom-explorer pin list, or its root if only one pin has it. The key to verify the checkpoint with is printed on standard error. Give it to your colleague by another channel. A connection of the app signs with the installation key, a state folder with --signing-key.',
  ],
  sections: [{ title: 'Connection', options: memoryOptions }],
  examples: [
    {
      does: 'Save a pin for a colleague',
      line: 'atom-explorer pin export ROOT --connection "Team memory" > root.checkpoint',
    },
  ],
  exits: {
    0: 'the checkpoint was printed',
    2: 'the command line is not valid, there is no such pin, it has no tree size, or there is no key to sign with',
  },
});

export const pinCheckDefinition = defineCommand({
  name: 'pin check',
  summary: 'read an atom, and compare the root of the service with the pinned ones',
  args: '[KEY]',
  usage: ['[KEY] (--connection NAME | --url URL --state DIR) [options]'],
  about: ['Reads KEY, or a known key if none is given.'],
  sections: [
    { title: 'Service', options: serviceOptions },
    { title: 'Output', options: { json: { type: 'boolean', help: 'print the result as one line of JSON' } } },
  ],
  notes: [`${keyNote} A read-only key is enough.`],
  examples: [
    {
      does: 'Check that the service still shows a pinned root',
      line: 'atom-explorer pin check --connection "Team memory"',
    },
  ],
  exits: {
    0: 'the service shows a pinned root, and the atom is verified under it',
    1: 'the service contradicts a pinned root or the root ledger, or the verification of the atom failed',
    2: 'the command line is not valid, or nothing could be read',
    3: 'nothing failed, but the root is not pinned, or the atom could not be fully checked',
  },
});
