import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { formatReport } from './formatReport.ts';
import { runConformance, UnreachableError } from './runConformance.ts';

export interface ConformanceIo {
  /** To standard output and standard error. */
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Asks a person; false where there is none. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly wait: (ms: number) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export const conformanceHelp = `atom-explorer conformance --url URL [options]

Asks any Atom Memory Service whether it does what the interface shows, and how it fills what it leaves open.

  --url URL         base address; https, or http on this machine
  --key KEY         API key, or ATOM_SERVICE_KEY in the environment, where other programs do not see it
  --write-key KEY   API key with full scope, or ATOM_SERVICE_WRITE_KEY: writes are checked, too
  --prefix TEXT     what all written keys begin with (default: v1.conformance. and a random part)
  --yes             write without asking
  --rate-probe N    spend up to N requests on provoking a 429 (default 0)
  --json            print the report as JSON

Exit code: 0 everything checked is as shown, 1 something is not, 2 bad command line, 3 the service does not answer.
`;

/** Runs the command to its end and resolves to its exit code. */
export async function conformanceCommand(args: readonly string[], io: ConformanceIo): Promise<number> {
  const options = parse(args, io.env);
  if (typeof options === 'string') {
    io.complain(`${options}\n\n${conformanceHelp}`);
    return 2;
  }
  if (options === null) {
    io.print(conformanceHelp);
    return 0;
  }
  const { url, apiKey, writeKey, prefix, yes, rateProbe, json } = options;
  if (writeKey !== null && !yes) {
    const may = await io.confirm(
      `Atoms will be written to ${url.origin}, all under the prefix ${prefix}. Nothing deletes them again. Go on?`,
    );
    if (!may) {
      io.complain('Nothing was sent. Without --write-key nothing is written.\n');
      return 2;
    }
  }
  try {
    const report = await runConformance({
      url,
      apiKey,
      writing: writeKey === null ? null : { apiKey: writeKey, prefix },
      rateProbe,
      wait: io.wait,
      now: io.now,
    });
    io.print(json ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
    return report.checks.some(({ status }) => status === 'fail') ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    io.complain(`${error.message}\n`);
    return 3;
  }
}

/** The options; null: help is wanted; text: what is wrong. */
function parse(args: readonly string[], env: ConformanceIo['env']) {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        key: { type: 'string' },
        'write-key': { type: 'string' },
        prefix: { type: 'string' },
        'rate-probe': { type: 'string' },
        yes: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (values.help === true) return null;
  const url = baseAddress(values.url);
  if (typeof url === 'string') return url;
  const writeKey = values['write-key'] ?? env['ATOM_SERVICE_WRITE_KEY'] ?? null;
  const apiKey = values.key ?? env['ATOM_SERVICE_KEY'] ?? writeKey;
  if (apiKey === null) return 'A key is wanted: --key, or ATOM_SERVICE_KEY in the environment.';
  if (![apiKey, writeKey ?? apiKey].every((key) => /^[\x21-\x7e]+$/.test(key))) {
    return 'An API key is one word of printable ASCII.';
  }
  const rateProbe = values['rate-probe'] ?? '0';
  if (!/^\d{1,6}$/.test(rateProbe)) return '--rate-probe wants a whole number up to 999999.';
  const prefix = values.prefix ?? `v1.conformance.${randomUUID().slice(0, 8)}.`;
  if (!/^[\w.-]{1,100}$/.test(prefix))
    return '--prefix wants 1 to 100 letters, digits, dots, dashes and underscores.';
  return {
    url,
    apiKey,
    writeKey,
    prefix,
    yes: values.yes ?? false,
    rateProbe: Number(rateProbe),
    json: values.json ?? false,
  };
}

/** A key goes nowhere in the clear but to this very machine. Text: what is wrong. */
function baseAddress(text: string | undefined): URL | string {
  if (text === undefined) return '--url is wanted.';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return '--url wants an address such as https://memory.example.org.';
  }
  const isLocal = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) {
    return '--url wants https, or http on this machine: an API key must not cross a network in the clear.';
  }
  if (url.username !== '' || url.password !== '') return '--url must not hold a user name or password.';
  if (url.search !== '' || url.hash !== '') return '--url must not have a query or a fragment.';
  return url;
}
