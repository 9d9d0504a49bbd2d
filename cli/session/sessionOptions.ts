import { keyOptions, urlOption } from '../definition/sharedOptions.ts';
import type { OptionSpecs } from '../definition/options.ts';
import { signingKeyOption } from '../signingKey.ts';

const folderKey = {
  'signing-key': signingKeyOption(
    'with --state: Ed25519 private key (PEM) that signs what is remembered there. A folder that was used with a key needs it again, also the key of atom-explorer audit --signing-key',
  ),
} as const satisfies OptionSpecs;

/** Of commands that need no service: what is remembered of a connection of the app, or in a state folder. */
export const memoryOptions = {
  connection: {
    type: 'string',
    value: 'NAME',
    help: 'use a connection of the app, with what it remembers',
  },
  state: {
    type: 'string',
    value: 'DIR',
    completes: 'folder',
    help: 'use a state folder of atom-explorer instead; with several services in it, --url names the one',
  },
  url: { type: 'string', value: 'URL', help: 'base address of the service in the folder of --state' },
  'max-wait': {
    type: 'string',
    value: 'SECONDS',
    help: 'longest time to wait for another process that uses the folder, such as the app (default: 0)',
  },
  ...folderKey,
} as const satisfies OptionSpecs;

/** Of commands that call a service. */
export const serviceOptions = {
  connection: {
    type: 'string',
    value: 'NAME',
    help: 'use a connection of the app: its address, its API key from the keychain, its hashing rules, its pinned roots, and what it remembers',
  },
  ...urlOption,
  state: {
    type: 'string',
    value: 'DIR',
    completes: 'folder',
    help: 'with --url: folder for what is remembered between commands: known keys, root ledger, hashing rules, receipts. Without it, nothing is remembered',
  },
  ...folderKey,
  ...keyOptions,
  'max-wait': memoryOptions['max-wait'],
  patience: {
    type: 'string',
    value: 'SECONDS',
    help: 'longest time to wait at once when the service does not respond or responds with 429 (default: 120)',
  },
} as const satisfies OptionSpecs;

/** Of commands that check, without a connection whose rules are pinned. */
export const checkOptions = {
  root: {
    type: 'string',
    multiple: true,
    value: 'HASH',
    help: 'the root that every proof must lead to. If you give several, one of them',
  },
  scheme: {
    type: 'string',
    value: 'PARTS',
    help: 'with --url: check by these hashing rules, as in atom-explorer verify, with all parts. Without --state, nothing is verified without it: for any atom, the service can choose rules by which it fits',
  },
} as const satisfies OptionSpecs;
