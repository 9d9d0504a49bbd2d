import { usualKeyName } from '../apiKeyOptions.ts';
import { runAuditArgs } from '../audit/runAuditArgs.ts';
import type { Command } from '../command.ts';

const help = `Reads every key of a scope from a service, and checks that it tells the truth.

  atom-explorer audit --url URL (--keys FILE | --expected FILE | --prefix KEY | --discover WORDS | --known) [options]
  atom-explorer audit merge FILE... [options]

Which keys:
  --keys FILE          keys from a file, or - for standard input: one key per line, a table (CSV) with a column
                       "key", JSON lines with "key", or a JSON array
  --expected FILE      the same with columns or properties "version" and "sha256" (of the value), and no others: the
                       service must return exactly these
  --prefix KEY         known keys at and below KEY; needs --state
  --discover WORDS     find keys by recalls that start with WORDS, then audit all known keys; can be repeated
  --known              all known keys; needs --state

Options:
  --url URL            base address of the service; https, or http on this computer
  --key-env NAME       environment variable that holds the API key (default: ${usualKeyName})
  --key-stdin          read the API key from standard input
  --key-connection NAME
                       use the API key that the app has saved in the keychain for this connection
  --state DIR          folder for what is remembered between audits: known keys, root ledger, hashing rules, and
                       the audits. Without it, nothing is remembered, and an audit cannot be continued
  --max-wait SECONDS   longest time to wait for another process that uses the folder of --state (default: 60)
  --accept-lost-state  accept that parts of --state are lost, and continue with the rest. Not for scheduled commands
  --pin ROOT           the root that every proof must lead to. If you give several, one of them
  --scheme PARTS       check by these hashing rules, as in atom-explorer verify, with all parts
  --expected-changes FILE
                       keys that may have changed since the last audit. With it, any other change is a failure.
                       An empty file means that nothing may change. Needs --state or --compare
  --compare FILE       compare with this earlier audit
  --compare-other-service
                       the earlier audit may be of another service. Without this, such a comparison exits with 3
  --shard I/N          audit only part I of N parts; merge the files of all parts with atom-explorer audit merge
  --name TEXT          name of the audit
  --budget N           most requests of --discover (default: 500)
  --patience SECONDS   longest time to wait at once when the service does not respond or responds with 429
                       (default: 120)
  --out FILE           save the audit, to compare or merge it later (*.audit.jsonl)
  --report FILE        write a report to FILE (.html, .csv, or .json)
  --junit FILE         write JUnit XML, for build servers
  --json [FILE]        print one line of JSON, or write JSON to FILE
  --bundle FILE        write a signed evidence bundle with the result and the responses that failed
                       (*.sigstore.json); atom-explorer verify opens it
  --signing-key FILE   Ed25519 private key (PEM) that signs the bundle, and the checkpoints of the root ledger
                       in --state (default for the bundle: the installation key of the app, from the keychain)
  --help               show this help

Progress goes to standard error. Ctrl-C stops; with --state, the same command continues later.
The files of earlier runs are removed at the start. An audit that stops writes its outputs as far as it came.
There is no option for the API key itself because other users of this computer could read it in the process list.
A read-only key is enough.

Exit codes:
  0  every key of the scope was read and verified under one root, and nothing contradicts it
  1  at least one key failed, contradicts what was known, or differs from what was expected
  2  the command line or a file cannot be used, or nothing could be read
  3  nothing failed, but the audit is incomplete, or some keys could not be verified
`;

export const auditCommand: Command = {
  name: 'audit',
  summary: 'read every key of a service and verify it',
  help,
  run: (args, io) =>
    runAuditArgs(args, {
      ...io,
      // The built command is beside them, in CommonJS.
      programs: __dirname,
      env: process.env,
      onInterrupt: (stop) => {
        process.once('SIGINT', stop);
        process.once('SIGTERM', stop);
        return () => {
          process.removeListener('SIGINT', stop);
          process.removeListener('SIGTERM', stop);
        };
      },
    }),
};
