import { defineCommand, type OptionSpecs } from '../definition/options.ts';
import { keyNote, keyOptions, urlOption } from '../definition/sharedOptions.ts';
import { usualKeyName } from '../usualKeyName.ts';

export const usualBudget = 500;
/** In seconds. */
export const usualMaxWait = 60;

const outputOptions = {
  'expected-changes': {
    type: 'string',
    value: 'FILE',
    completes: 'file',
    help: 'keys that may have changed since the last audit. With it, any other change is a failure. An empty file means that nothing may change. Needs --connection, --state, or --compare',
  },
  compare: { type: 'string', value: 'FILE', completes: 'file', help: 'compare with this earlier audit' },
  'compare-other-service': {
    type: 'boolean',
    help: 'the earlier audit may be of another service. Without this, such a comparison exits with 3',
  },
  out: {
    type: 'string',
    value: 'FILE',
    completes: 'file',
    help: 'save the audit, to compare or merge it later (*.audit.jsonl)',
  },
  report: {
    type: 'string',
    value: 'FILE',
    completes: 'file',
    help: 'write a report to FILE (.html, .csv, or .json)',
  },
  junit: {
    type: 'string',
    value: 'FILE',
    completes: 'file',
    help: 'write JUnit XML, for build servers',
  },
  json: { type: 'boolean', help: 'print the result as one line of JSON' },
  'json-file': { type: 'string', value: 'FILE', completes: 'file', help: 'write the result as JSON to FILE' },
  bundle: {
    type: 'string',
    value: 'FILE',
    completes: 'file',
    help: 'write a signed evidence bundle with the result and the responses that failed (*.sigstore.json); atom-explorer verify opens it',
  },
  'signing-key': {
    type: 'string',
    value: 'FILE',
    completes: 'file',
    help: 'Ed25519 private key (PEM) that signs the bundle, and the checkpoints of the root ledger in --state (default for the bundle: the installation key of the app, from the keychain)',
  },
} as const satisfies OptionSpecs;

export const auditDefinition = defineCommand({
  name: 'audit',
  summary: 'read every key of a scope from a service, and check that it tells the truth',
  args: '',
  usage: [
    '(--connection NAME | --url URL) (--keys FILE | --expected FILE | --prefix KEY | --discover WORDS | --known) [options]',
    'merge FILE... [options]',
  ],
  about: [],
  sections: [
    {
      title: 'Which keys',
      options: {
        keys: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'keys from a file, or - for standard input: one key per line, a table (CSV) with a column "key", JSON lines with "key", or a JSON array',
        },
        expected: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'the same with columns or properties "version" and "sha256" (of the value), and no others: the service must return exactly these',
        },
        prefix: {
          type: 'string',
          value: 'KEY',
          help: 'known keys at and below KEY; needs --connection or --state',
        },
        discover: {
          type: 'string',
          multiple: true,
          value: 'WORDS',
          help: 'find keys by recalls that start with WORDS, then audit all known keys; can be repeated',
        },
        known: { type: 'boolean', help: 'all known keys; needs --connection or --state' },
      },
    },
    {
      title: 'Service',
      options: {
        connection: {
          type: 'string',
          value: 'NAME',
          was: ['key-connection'],
          help: 'use a connection of the app: its address, its API key from the keychain, its hashing rules, its pinned roots, its known keys, and its root ledger. The audit is among those of the app then. With --url: use only its API key',
        },
        ...urlOption,
        ...keyOptions,
        patience: {
          type: 'string',
          value: 'SECONDS',
          help: 'longest time to wait at once when the service does not respond or responds with 429 (default: 120)',
        },
      },
    },
    {
      title: 'What is remembered',
      options: {
        state: {
          type: 'string',
          value: 'DIR',
          completes: 'folder',
          help: 'folder for what is remembered between audits: known keys, root ledger, hashing rules, and the audits. Without it, nothing is remembered, and an audit cannot be continued',
        },
        'max-wait': {
          type: 'string',
          value: 'SECONDS',
          help: `longest time to wait for another process that uses the folder, such as the app (default: ${usualMaxWait})`,
        },
        'accept-lost-state': {
          type: 'boolean',
          help: 'accept that parts of what was remembered are lost, and continue with the rest. Not for scheduled commands',
        },
      },
    },
    {
      title: 'What must hold',
      options: {
        root: {
          type: 'string',
          multiple: true,
          value: 'HASH',
          was: ['pin'],
          help: 'the root that every proof must lead to. If you give several, one of them',
        },
        scheme: {
          type: 'string',
          value: 'PARTS',
          help: 'check by these hashing rules, as in atom-explorer verify, with all parts',
        },
      },
    },
    {
      title: 'Run',
      options: {
        shard: {
          type: 'string',
          value: 'I/N',
          help: 'audit only part I of N parts; merge the files of all parts with atom-explorer audit merge',
        },
        name: { type: 'string', value: 'TEXT', help: 'name of the audit' },
        budget: {
          type: 'string',
          value: 'N',
          help: `most requests of --discover (default: ${usualBudget})`,
        },
      },
    },
    { title: 'Comparison and output', options: outputOptions },
    {
      title: 'Watch',
      options: {
        every: {
          type: 'string',
          value: 'TIME',
          help: 'repeat the audit, such as every 15m, 1h, or 1d, until Ctrl-C. Needs --url and --state',
        },
        notify: {
          type: 'string',
          value: 'URL',
          help: 'send the result to a webhook, without keys and values. https:// only, except on this computer. It is signed with a secret of yours',
        },
        'notify-when': {
          type: 'string',
          value: 'WHEN',
          completes: ['change', 'failure', 'always'],
          help: 'change: when the verdict changes, and whenever the exit code is not 0 (default). failure: only the latter. always: after every audit',
        },
        'notify-secret-env': {
          type: 'string',
          value: 'NAME',
          help: 'environment variable with that secret, 16 characters or more (default: ATOM_NOTIFY_SECRET)',
        },
        'notify-secret-file': {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'file with that secret',
        },
        metrics: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'write metrics in the OpenMetrics format to FILE after each audit, for the textfile collector of node_exporter (*.prom)',
        },
      },
    },
  ],
  notes: [
    'Progress goes to standard error. Ctrl-C stops; with --state, the same command continues later. The files of earlier runs are removed at the start. An audit that stops writes its outputs as far as it came.',
    `${keyNote} A read-only key is enough.`,
  ],
  examples: [
    {
      does: 'Audit the keys of a file, and write a report',
      line: `${usualKeyName}=... atom-explorer audit --url https://memory.example.com --keys keys.txt --report audit.html`,
    },
    {
      does: 'Audit all known keys of a connection of the app, by its rules and pinned roots',
      line: 'atom-explorer audit --connection "Team memory" --known --report audit.html',
    },
    {
      does: 'Audit all known keys every hour, and notify a webhook when something is wrong',
      line: 'atom-explorer audit --url https://memory.example.com --state audits --known --every 1h --notify https://hooks.example.com/audits',
    },
    {
      does: 'Audit all known keys, and compare with what was read before',
      line: 'atom-explorer audit --url https://memory.example.com --state audits --known',
    },
  ],
  exits: {
    0: 'every key of the scope was read and verified under one root, and nothing contradicts it',
    1: 'at least one key failed, contradicts what was known, or differs from what was expected',
    2: 'the command line or a file cannot be used, or nothing could be read',
    3: 'nothing failed, but the audit is incomplete, or some keys could not be verified',
  },
});

export const mergeDefinition = defineCommand({
  name: 'audit merge',
  summary: 'merge the audits of all parts into one',
  args: 'FILE...',
  completesArgs: 'file',
  usage: ['FILE... [options]'],
  about: ['FILE... are the audits that atom-explorer audit --shard saved with --out, one for each part.'],
  sections: [{ title: 'Comparison and output', options: outputOptions }],
  examples: [
    {
      does: 'Merge four parts, and write a report',
      line: 'atom-explorer audit merge part*.audit.jsonl --out whole.audit.jsonl --report whole.html',
    },
  ],
  exits: auditDefinition.exits,
});
