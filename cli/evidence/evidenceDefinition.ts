import { defineCommand } from '../definition/options.ts';
import { evidenceFormats } from '#shared/domain/evidence.ts';
import { keyNote } from '../definition/sharedOptions.ts';
import { checkOptions, serviceOptions } from '../session/sessionOptions.ts';
import { signingKeyOption } from '../signingKey.ts';

export const evidenceDefinition = defineCommand({
  name: 'evidence',
  summary: 'read atoms, and save a signed evidence bundle about what the service returned',
  args: '[KEY...]',
  usage: [
    'KEY... --out FILE (--connection NAME | --url URL) [options]',
    '--receipt ID --out FILE (--connection NAME | --url URL --state DIR) [options]',
    '--audit FILE --out FILE [options]',
  ],
  about: [
    'Everything is read again, because no earlier response is in memory. The bundle has the proofs, the hashing rules, the verdicts, the pinned roots, and what the root ledger has about these responses. It is written whatever the verdicts are. atom-explorer verify checks it.',
  ],
  sections: [
    {
      title: 'Service',
      options: {
        ...serviceOptions,
        'signing-key': signingKeyOption(
          'Ed25519 private key (PEM) that signs the bundle, and what is remembered in --state. Required with --url; otherwise, the installation key of the app signs, from the keychain',
        ),
      },
    },
    { title: 'What must hold', options: checkOptions },
    {
      title: 'What it is about, instead of keys',
      options: {
        receipt: {
          type: 'string',
          value: 'ID',
          help: 'a store or an upload in the log of writes, by the ID that atom-explorer put prints. What was stored is read again',
        },
        audit: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'an audit that atom-explorer audit --out saved: its result and its digests. It has no responses, so the exit code is at best 3; atom-explorer audit --bundle adds those that failed',
        },
      },
    },
    {
      title: 'Content',
      options: {
        'no-values': {
          type: 'boolean',
          help: 'leave out the values, and keep their hashes. Only who has the values can then check that the proofs are about them, so the exit code is at best 3',
        },
        responses: { type: 'boolean', help: 'add the responses exactly as they were received' },
        timestamp: {
          type: 'string',
          value: 'URL',
          help: 'ask this authority for a timestamp (RFC 3161). It gets a hash of the signature, and nothing else. Nobody has said yet that you trust it, so the exit code is at best 3; atom-explorer verify --tsa-cert verifies it',
        },
      },
    },
    {
      title: 'Output',
      options: {
        out: {
          type: 'string',
          value: 'FILE',
          completes: 'file',
          help: 'the file to write, such as theme.sigstore.json; required',
        },
        format: {
          type: 'string',
          value: 'FORMAT',
          completes: evidenceFormats,
          help: 'bundle (default), or a report about it without a signature: html, csv, or json',
        },
        script: {
          type: 'boolean',
          help: 'write the verification script for Python beside it, with a text that says how to use it',
        },
        json: { type: 'boolean', help: 'print the result as one line of JSON' },
      },
    },
  ],
  notes: [
    `The signature says who read this. It does not say that the service sent it. ${keyNote} A read-only key is enough.`,
  ],
  examples: [
    {
      does: 'Save evidence about two atoms, with the script that verifies it',
      line: 'atom-explorer evidence v1.a v1.b --out ab.sigstore.json --script --connection "Team memory"',
    },
    {
      does: 'Sign an audit that was saved earlier',
      line: 'atom-explorer evidence --audit whole.audit.jsonl --out whole.sigstore.json --signing-key key.pem',
    },
  ],
  exits: {
    0: 'the file was written, and everything in it is verified',
    1: 'the file was written, and at least one verification in it failed',
    2: 'the command line, a file, or the service cannot be used, or there is nothing to sign; no file was written',
    3: 'the file was written, nothing in it failed, and something was not found or could not be fully checked',
  },
});
