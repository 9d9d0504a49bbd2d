import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Expectation } from '#shared/domain/expectation.ts';
import { readExpectations } from '#shared/recall/expectationsFile.ts';
import { runExpectations } from '#shared/recall/runExpectations.ts';
import { parseBaseAddress } from '../../electron/main/gateway/baseAddress.ts';
import { createGateway } from '../../electron/main/gateway/gateway.ts';
import { createHttpClient, defaultLimits } from '../../electron/main/gateway/httpClient.ts';
import { systemAuthorities } from '../../electron/main/gateway/trust.ts';
import { exitCodes, UnusableInput, UsageError, type Command, type CommandIo } from '../command.ts';
import { readApiKey, usable, usualKeyName, wholeNumber } from '../apiKeyOptions.ts';
import { createPatience, longestPatience, usualPatience } from '../patience.ts';
import { readJson } from '../readJson.ts';
import { createCheckedRecall } from '../recall/checkedRecall.ts';
import { outcomesAsJson, outcomesAsText, type CheckedExpectation } from '../recall/formatOutcomes.ts';
import { readSchemeOption } from '../schemeOption.ts';

const help = `Runs the queries of a file against a service, and tells which find what is expected of them.

  atom-explorer recall --expect FILE --url URL [options]

FILE is JSON as the window exports it (Recall, Expectations, Export); - reads standard input:

  { "format": "atom-explorer-expectations", "version": 1, "expectations": [
    { "query": "what does Glen prefer", "within": 3,
      "expect": ["v1.user.Glen.preference.theme"], "reject": ["v1.user.Ann.preference.theme"] } ] }

"expect": keys that must be among the first "within" hits, in any order; "reject": keys that must not be.
"limit" (default 10, or "within" if that is more): how many hits are asked for. "name": for the report.

  --expect FILE        the expectations
  --url URL            base address; https, or http on this machine
  --key-env NAME       the environment variable that holds the API key (default ${usualKeyName})
  --key-stdin          read the API key from standard input instead
  --require-verified   an expected key counts only if its proof verifies
  --scheme PARTS       hold the proofs to these rules, as in atom-explorer verify
  --patience SECONDS   wait at most this long, over the whole run, where the service answers 429 (default ${usualPatience})
  --json               print one line of JSON: { counts, scheme, results, ... }
  --help               print this

There is no option for the key itself: other users of this machine could read it in the list of processes.
A service may learn from recalls what to predict; a read-only key is enough.

Exit code: 0 all met, 1 some not met, 2 the command line or the file cannot be used, 3 none is known not
to be met, but some could not be run or, with --require-verified, not be verified.
`;

export const recallCommand: Command = {
  name: 'recall',
  summary: 'run queries against a service and check what they find',
  help,
  run: async (args, io) => {
    const { values } = parse(args);
    const { source, address, scheme, seconds } = checkOptions(values);
    const patience = createPatience({ seconds, complain: io.complain, wait });
    const keyStdin = values['key-stdin'] === true;
    const apiKey = await readApiKey({ keyEnv: values['key-env'], keyStdin, env: process.env }, io);
    const expectations = await readFile(source, io);
    const trusted = systemAuthorities(process.env, io.complain);
    const http = createHttpClient(defaultLimits, { trusted });
    try {
      const startedAt = Date.now();
      const recall = createCheckedRecall({
        gateway: createGateway({ http, now: Date.now, random: Math.random, sleep: wait }),
        target: { address, apiKey },
        scheme,
        now: Date.now,
      });
      const requireVerified = values['require-verified'] === true;
      const checked: CheckedExpectation[] = [];
      await runExpectations({
        expectations,
        requireVerified,
        ask: recall.ask,
        waitOut: async (error, earlier) =>
          error.code === 'rate_limited' && patience.waitOut(error.retryAfterMs, earlier),
        isCancelled: () => false,
        onOutcome: (index, outcome) => {
          const expectation = expectations[index];
          if (expectation !== undefined) checked.push({ expectation, outcome });
        },
      });
      const run = { url: address.text, at: startedAt, requireVerified, pin: recall.pin() };
      io.print(values.json === true ? outcomesAsJson(checked, run) : outcomesAsText(checked, run.pin));
      return exitCodeOf(checked);
    } finally {
      http.close();
    }
  },
};

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        expect: { type: 'string' },
        url: { type: 'string' },
        'key-env': { type: 'string' },
        'key-stdin': { type: 'boolean' },
        'require-verified': { type: 'boolean' },
        scheme: { type: 'string' },
        patience: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type Options = ReturnType<typeof parse>['values'];

function checkOptions({ expect, url, scheme, ...values }: Options) {
  if (expect === undefined) throw new UsageError('--expect is wanted: a file of expectations.');
  if (url === undefined) throw new UsageError('--url is wanted: the base address of the service.');
  if (values['key-stdin'] === true && expect === '-')
    throw new UsageError('Standard input cannot hold both the expectations and the key.');
  return {
    source: expect,
    address: usable('--url', parseBaseAddress(url)),
    scheme: readSchemeOption(scheme),
    seconds: wholeNumber('--patience', values.patience, usualPatience, longestPatience),
  };
}

async function readFile(source: string, io: CommandIo): Promise<readonly Expectation[]> {
  const reading = readExpectations(await readJson(source, io));
  if (reading.ok) return reading.expectations;
  throw new UnusableInput(`${reading.field === '' ? 'The file' : reading.field} ${reading.problem}.`);
}

async function wait(ms: number): Promise<void> {
  await sleep(ms);
}

function exitCodeOf(checked: readonly CheckedExpectation[]): number {
  if (checked.some(({ outcome }) => outcome.kind === 'missed')) return exitCodes.bad;
  return checked.every(({ outcome }) => outcome.kind === 'met') ? exitCodes.good : exitCodes.unclear;
}
