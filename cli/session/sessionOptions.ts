import { keyOptions, urlOption } from '../definition/sharedOptions.ts';
import type { OptionSpecs } from '../definition/options.ts';

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
    help: 'with --url: check by these hashing rules, as in atom-explorer verify, with all parts',
  },
} as const satisfies OptionSpecs;
