import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { parseBaseAddress, type BaseAddress } from '../../electron/main/gateway/baseAddress.ts';
import { createHttpClient, defaultLimits } from '../../electron/main/gateway/httpClient.ts';
import { systemAuthorities } from '../../electron/main/gateway/trust.ts';
import { keyInEnvironment, readApiKey, usable, usualKeyName, wholeNumber } from '../apiKeyOptions.ts';
import { exitCodes, UsageError, type CommandIo } from '../command.ts';
import { createPatience, longestPatience, usualPatience } from '../patience.ts';
import { formatReport } from './formatReport.ts';
import { runConformance, UnreachableError } from './runConformance.ts';

export interface ConformanceIo extends CommandIo {
  /** Asks a person; false where there is none. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly wait: (ms: number) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const usualWriteKeyName = 'ATOM_SERVICE_WRITE_KEY';

export const conformanceHelp = `Asks any Atom Memory Service whether it does what the interface shows, and how it fills what it leaves open.

  ${usualKeyName}=... atom-explorer conformance --url URL [options]

  --url URL             base address; https, or http on this machine
  --key-env NAME        the environment variable that holds the API key (default ${usualKeyName})
  --key-stdin           read the API key from standard input instead
  --write-key-env NAME  the variable that holds a key with full scope (default ${usualWriteKeyName});
                        where it is set, writes are checked, too
  --prefix TEXT         what all written keys begin with (default: v1.conformance. and a random part)
  --yes                 write without asking
  --rate-probe N        spend up to N requests on provoking a 429 (default 0)
  --patience SECONDS    wait at most this long, over the whole run, where the service answers 429 (default ${usualPatience})
  --json                print the report as JSON
  --help                print this

There is no option for a key itself: other users of this machine could read it in the list of processes.
The report names keys of atoms where something is wrong with them. It holds no API key and no value.
What is being done is told on standard error.

Exit code: 0 everything checked is as shown, 1 something is not, 2 bad command line, 3 the service does not
answer, or asks to wait longer than --patience allows.
`;

/** Runs the command to its end and resolves to its exit code. @throws UsageError */
export async function conformanceCommand(args: readonly string[], io: ConformanceIo): Promise<number> {
  const { address, apiKey, writing, yes, rateProbe, patience, json } = await readOptions(args, io);
  if (writing !== null && !yes) {
    const may = await io.confirm(
      `Atoms will be written to ${address.origin}, all under the prefix ${writing.prefix}. Nothing deletes them again. Go on?`,
    );
    if (!may) {
      io.complain(`Nothing was sent. Unset ${usualWriteKeyName} to check without writing, or answer yes.`);
      return exitCodes.unusable;
    }
  }
  const trusted = systemAuthorities(process.env, io.complain);
  const http = createHttpClient(defaultLimits, { trusted });
  try {
    const report = await runConformance({
      address,
      http,
      apiKey,
      writing,
      rateProbe,
      patience: createPatience({ seconds: patience, complain: io.complain, wait: io.wait }),
      progress: io.complain,
      now: io.now,
    });
    io.print(json ? JSON.stringify(report, null, 2) : formatReport(report).trimEnd());
    if (report.checks.some(({ status }) => status === 'fail')) return exitCodes.bad;
    return report.stopped === null ? exitCodes.good : exitCodes.unclear;
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    io.complain(error.message);
    return exitCodes.unclear;
  } finally {
    http.close();
  }
}

interface Options {
  readonly address: BaseAddress;
  readonly apiKey: string;
  readonly writing: { readonly apiKey: string; readonly prefix: string } | null;
  readonly yes: boolean;
  readonly rateProbe: number;
  readonly patience: number;
  readonly json: boolean;
}

async function readOptions(args: readonly string[], io: ConformanceIo): Promise<Options> {
  const values = parse(args);
  for (const option of ['key', 'write-key'] as const) {
    if (values[option] === undefined) continue;
    const name = option === 'key' ? usualKeyName : usualWriteKeyName;
    throw new UsageError(
      `--${option} is not accepted: other users of this machine can read a command line. Set the environment variable ${name} to the key instead${option === 'key' ? ', or use --key-stdin' : ''}. A key that was given this way before should be replaced.`,
    );
  }
  if (values.url === undefined) throw new UsageError('--url is missing: the base address of the service.');
  const address = usable('--url', parseBaseAddress(values.url));
  const rateProbe = wholeNumber('--rate-probe', values['rate-probe'], 0, 999_999);
  const patience = wholeNumber('--patience', values.patience, usualPatience, longestPatience);
  const prefix = values.prefix ?? `v1.conformance.${randomUUID().slice(0, 8)}.`;
  if (!/^[\w.-]{1,100}$/.test(prefix))
    throw new UsageError('--prefix takes 1 to 100 letters, digits, dots, dashes and underscores.');
  const writeKeyName = values['write-key-env'] ?? usualWriteKeyName;
  const writeKey = keyInEnvironment(writeKeyName, io.env);
  if (writeKey === null && values['write-key-env'] !== undefined)
    throw new UsageError(`--write-key-env: the environment variable ${writeKeyName} is not set.`);
  return {
    address,
    apiKey: await readKeyForReading(values, writeKey, io),
    writing: writeKey === null ? null : { apiKey: writeKey, prefix },
    yes: values.yes ?? false,
    rateProbe,
    patience,
    json: values.json ?? false,
  };
}

/** A key with full scope may read, too, where no other is given. */
async function readKeyForReading(
  values: ReturnType<typeof parse>,
  writeKey: string | null,
  io: ConformanceIo,
): Promise<string> {
  const [keyEnv, keyStdin] = [values['key-env'], values['key-stdin'] ?? false];
  const isGiven = keyStdin || keyEnv !== undefined || keyInEnvironment(usualKeyName, io.env) !== null;
  return !isGiven && writeKey !== null ? writeKey : readApiKey({ keyEnv, keyStdin, env: io.env }, io);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        // Known only to say what to do instead.
        key: { type: 'string' },
        'write-key': { type: 'string' },
        'key-env': { type: 'string' },
        'key-stdin': { type: 'boolean' },
        'write-key-env': { type: 'string' },
        prefix: { type: 'string' },
        'rate-probe': { type: 'string' },
        patience: { type: 'string' },
        yes: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
