import { setTimeout as sleep } from 'node:timers/promises';
import type { Expectation } from '#shared/domain/expectation.ts';
import { readExpectations } from '#shared/recall/expectationsFile.ts';
import { runExpectations } from '#shared/recall/runExpectations.ts';
import { parseBaseAddress } from '../../engine/client/baseAddress.ts';
import { createGateway } from '../../engine/client/gateway.ts';
import { createHttpClient, defaultLimits } from '../../engine/client/httpClient.ts';
import { systemAuthorities } from '../../engine/client/trust.ts';
import { exitCodes, UnusableInput, UsageError, type Command, type CommandIo } from '../command.ts';
import { readApiKey, usable, wholeNumber } from '../apiKeyOptions.ts';
import { defineCommand } from '../definition/options.ts';
import { keyNote, keyOptions, rulesOptions, totalPatience, urlOption } from '../definition/sharedOptions.ts';
import { parseOptions, type ValuesOf } from '../parseOptions.ts';
import { createPatience, longestPatience, usualPatience } from '../patience.ts';
import { usualKeyName } from '../usualKeyName.ts';
import { readJson } from '../readJson.ts';
import { createCheckedRecall } from '../recall/checkedRecall.ts';
import { outcomesAsJson, outcomesAsText, type CheckedExpectation } from '../recall/formatOutcomes.ts';
import { readGivenRules } from '../rules/givenRules.ts';

const definition = defineCommand({
  name: 'recall',
  summary: 'run queries against a service and check whether they find the expected keys',
  args: '',
  usage: ['--expect FILE --url URL [options]'],
  about: [
    'FILE is JSON as exported by the app (Recall > Expectations > Export), or - for standard input:',
    `  { "format": "atom-explorer-expectations", "version": 1, "expectations": [
    { "query": "what does Glen prefer", "within": 3,
      "expect": ["v1.user.Glen.preference.theme"], "reject": ["v1.user.Ann.preference.theme"] } ] }`,
    `"expect"   keys that must be among the first "within" hits, in any order
"reject"   keys that must not be among them
"limit"    number of hits to request (default: 10, or "within" if that is more)
"name"     name to show in the report`,
  ],
  sections: [
    {
      title: 'Options',
      options: {
        expect: { type: 'string', value: 'FILE', completes: 'file', help: 'file with the expectations' },
        ...urlOption,
        ...keyOptions,
        'require-verified': { type: 'boolean', help: 'count an expected key only if its proof verifies' },
        ...totalPatience,
        json: { type: 'boolean', help: 'print one line of JSON: { counts, scheme, results, ... }' },
      },
    },
    {
      title: 'Hashing rules, from another source than the service',
      intro:
        'Without them, no hit is "verified": for any atom, the service can choose rules by which it fits.',
      options: rulesOptions,
    },
  ],
  notes: [`${keyNote} A read-only key is enough. The service may use the queries to learn what to predict.`],
  examples: [
    {
      does: 'Check the queries of a file against a service',
      line: `${usualKeyName}=... atom-explorer recall --expect expectations.json --url https://memory.example.com`,
    },
  ],
  exits: {
    0: 'all expectations are met',
    1: 'some expectations are not met',
    2: 'the command line or the file is not valid',
    3: 'no expectation is known to be unmet, but some could not be run or, with --require-verified, could not be verified',
  },
});

export const recallCommand: Command = {
  definition,
  run: (args, io) => runRecall(args, { ...io, env: process.env }),
};

/** What the command reads beside its input. */
interface RecallWorld extends CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** @throws UsageError, UnusableInput */
export async function runRecall(args: readonly string[], io: RecallWorld): Promise<number> {
  const { values } = parseOptions(definition, args);
  const { source, address, seconds } = checkOptions(values);
  const { rules } = await readGivenRules(values, io);
  const patience = createPatience({ seconds, ...io, wait });
  const keyStdin = values['key-stdin'] === true;
  const apiKey = await readApiKey({ keyEnv: values['key-env'], keyStdin, env: io.env }, io);
  const expectations = await readFile(source, io);
  const trusted = systemAuthorities(io.env, io.complain);
  const http = createHttpClient(defaultLimits, { trusted });
  try {
    const startedAt = Date.now();
    const recall = createCheckedRecall({
      gateway: createGateway({ http, now: Date.now, random: Math.random, sleep: wait }),
      target: { address, apiKey },
      rules,
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
    const run = { url: address.text, at: startedAt, requireVerified, pin: recall.pin(), open: recall.open() };
    io.print(
      values.json === true ? outcomesAsJson(checked, run) : outcomesAsText(checked, run.pin, run.open),
    );
    return exitCodeOf(checked);
  } finally {
    http.close();
  }
}

type Options = ValuesOf<typeof definition>;

function checkOptions({ expect, url, ...values }: Options) {
  if (expect === undefined) throw new UsageError('--expect is required: a file with expectations.');
  if (url === undefined) throw new UsageError('--url is required: the base address of the service.');
  if (values['key-stdin'] === true && expect === '-')
    throw new UsageError('Standard input cannot provide both the expectations and the key.');
  return {
    source: expect,
    address: usable('--url', parseBaseAddress(url)),
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
