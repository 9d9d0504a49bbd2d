import { randomUUID } from 'node:crypto';
import { parseBaseAddress, type BaseAddress } from '../../engine/client/baseAddress.ts';
import { createHttpClient, defaultLimits } from '../../engine/client/httpClient.ts';
import { systemAuthorities } from '../../engine/client/trust.ts';
import { keyInEnvironment, readApiKey, usable, wholeNumber } from '../apiKeyOptions.ts';
import { exitCodes, UsageError, type CommandIo } from '../command.ts';
import { createPatience, longestPatience, usualPatience } from '../patience.ts';
import { defineCommand } from '../definition/options.ts';
import { keyNote, keyOptions, totalPatience, urlOption } from '../definition/sharedOptions.ts';
import { parseOptions, type ValuesOf } from '../parseOptions.ts';
import { usualKeyName } from '../usualKeyName.ts';
import { formatReport } from './formatReport.ts';
import { runConformance, UnreachableError } from './runConformance.ts';

export interface ConformanceIo extends CommandIo {
  /** Asks the user; false without a terminal. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly wait: (ms: number) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const usualWriteKeyName = 'ATOM_SERVICE_WRITE_KEY';

export const conformanceDefinition = defineCommand({
  name: 'conformance',
  summary: 'check whether a service follows the API',
  args: '',
  usage: ['--url URL [options]'],
  about: [
    'Checks whether a service follows the Atom Memory API, and reports how it handles what the API leaves open.',
  ],
  sections: [
    {
      title: 'Options',
      options: {
        ...urlOption,
        ...keyOptions,
        'write-key-env': {
          type: 'string',
          value: 'NAME',
          help: `environment variable that holds a key with full scope (default: ${usualWriteKeyName}); if it is set, stores are checked too`,
        },
        prefix: {
          type: 'string',
          value: 'TEXT',
          help: 'prefix of all stored keys (default: v1.conformance. and a random part)',
        },
        yes: { type: 'boolean', help: 'store test atoms without asking' },
        'rate-probe': {
          type: 'string',
          value: 'N',
          help: 'send up to N requests to provoke a 429 response (default: 0)',
        },
        ...totalPatience,
        json: { type: 'boolean', help: 'print the report as JSON' },
        // Accepted only to explain the alternative.
        key: { type: 'string', help: 'refused', isHidden: true },
        'write-key': { type: 'string', help: 'refused', isHidden: true },
      },
    },
  ],
  notes: [
    keyNote,
    'The report names the keys of atoms that have a problem. It contains no API key and no value. Progress is shown on standard error.',
  ],
  examples: [
    {
      does: 'Check a service without storing anything',
      line: `${usualKeyName}=... atom-explorer conformance --url https://memory.example.com`,
    },
  ],
  exits: {
    0: 'every check passed',
    1: 'at least one check failed',
    2: 'the command line is not valid',
    3: 'the service does not respond, or asks to wait longer than --patience allows',
  },
});

/** Runs the command to its end and resolves to its exit code. @throws UsageError */
export async function conformanceCommand(args: readonly string[], io: ConformanceIo): Promise<number> {
  const { address, apiKey, writing, yes, rateProbe, patience, json } = await readOptions(args, io);
  if (writing !== null && !yes) {
    const may = await io.confirm(
      `Test atoms will be stored on ${address.origin}, all with the prefix ${writing.prefix}. They cannot be deleted. Continue?`,
    );
    if (!may) {
      io.complain(
        `Canceled; nothing was sent. To check without storing anything, unset ${usualWriteKeyName}.`,
      );
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
      patience: createPatience({ ...io, seconds: patience }),
      progress: io.note,
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
  const { values } = parseOptions(conformanceDefinition, args);
  for (const option of ['key', 'write-key'] as const) {
    if (values[option] === undefined) continue;
    const name = option === 'key' ? usualKeyName : usualWriteKeyName;
    throw new UsageError(
      `--${option} is not accepted: other users of this computer could read it. Set the environment variable ${name} to the key instead${option === 'key' ? ', or use --key-stdin' : ''}. Replace any key that you have passed this way.`,
    );
  }
  if (values.url === undefined) throw new UsageError('--url is required: the base address of the service.');
  const address = usable('--url', parseBaseAddress(values.url));
  const rateProbe = wholeNumber('--rate-probe', values['rate-probe'], 0, 999_999);
  const patience = wholeNumber('--patience', values.patience, usualPatience, longestPatience);
  const prefix = values.prefix ?? `v1.conformance.${randomUUID().slice(0, 8)}.`;
  if (!/^[\w.-]{1,100}$/.test(prefix))
    throw new UsageError('--prefix must be 1 to 100 letters, digits, dots, dashes, or underscores.');
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

/** A key with full scope is also used for reading if no other is given. */
async function readKeyForReading(
  values: ValuesOf<typeof conformanceDefinition>,
  writeKey: string | null,
  io: ConformanceIo,
): Promise<string> {
  const [keyEnv, keyStdin] = [values['key-env'], values['key-stdin'] ?? false];
  const isGiven = keyStdin || keyEnv !== undefined || keyInEnvironment(usualKeyName, io.env) !== null;
  return !isGiven && writeKey !== null ? writeKey : readApiKey({ keyEnv, keyStdin, env: io.env }, io);
}
