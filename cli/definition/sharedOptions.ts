import { usualPatience } from '../patience.ts';
import { usualKeyName } from '../usualKeyName.ts';
import type { OptionSpecs } from './options.ts';

// Options that several commands have: one word for one thing.

export const urlOption = {
  url: {
    type: 'string',
    value: 'URL',
    help: 'base address of the service; https, or http on this computer',
  },
} as const satisfies OptionSpecs;

export const keyOptions = {
  'key-env': {
    type: 'string',
    value: 'NAME',
    help: `environment variable that holds the API key (default: ${usualKeyName})`,
  },
  'key-stdin': { type: 'boolean', help: 'read the API key from standard input' },
} as const satisfies OptionSpecs;

export const keyNote =
  'There is no option for the API key itself because other users of this computer could read it in the process list.';

export const totalPatience = {
  patience: {
    type: 'string',
    value: 'SECONDS',
    help: `longest total wait when the service responds with 429 (default: ${usualPatience})`,
  },
} as const satisfies OptionSpecs;

/** Of commands that check what is in a file or comes from a service that is not a connection. */
export const rulesOptions = {
  connection: {
    type: 'string',
    value: 'NAME',
    help: 'check by the hashing rules that the app has pinned for this connection',
  },
  state: {
    type: 'string',
    value: 'DIR',
    completes: 'folder',
    help: 'check by the rules in a state folder of atom-explorer audit; with several services in it, --connection names the one, by its address',
  },
  'rules-from': {
    type: 'string',
    value: 'FILE',
    completes: 'file',
    help: 'check by the rules in a file that the app or atom-explorer rules saved',
  },
  scheme: {
    type: 'string',
    value: 'PARTS',
    help: 'check by these rules, for example hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root,digest=prefix-00,preimage=key. Missing parts are inferred, so a result is "verified" only if every possible rule gives it',
  },
} as const satisfies OptionSpecs;
