import { auditLimits } from '#shared/audit/limits.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import { candidatesOf } from '#shared/merkle/schemeText.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { parseBaseAddress, type BaseAddress } from '../../engine/client/baseAddress.ts';
import { usable, wholeNumber } from '../apiKeyOptions.ts';
import { UsageError } from '../command.ts';
import type { CommandDefinition } from '../definition/options.ts';
import { parseOptions, type ValuesOf } from '../parseOptions.ts';
import { longestPatience, usualPatience } from '../patience.ts';
import { readRoots } from '../session/givenRoots.ts';
import { readSchemeOption } from '../schemeOption.ts';
import { auditDefinition, mergeDefinition, usualBudget, usualMaxWait } from './auditDefinition.ts';
import { readWatchOptions, type WatchOptions } from './watchOptions.ts';

/** Files to write about an audit, and what it is compared with. */
export interface AuditOutputs {
  /** The audit itself. */
  readonly out: string | null;
  readonly report: { readonly file: string; readonly format: 'html' | 'csv' | 'json' } | null;
  readonly junit: string | null;
  /** `screen`: one line on standard output instead of text; otherwise a file; null: neither. */
  readonly json: 'screen' | { readonly file: string } | null;
  /** A signed evidence bundle. */
  readonly bundle: string | null;
  /** A file with an Ed25519 private key (PEM) that signs the bundle and the checkpoints of the ledger; null: the installation key. */
  readonly signingKey: string | null;
  /** The file of an earlier audit. */
  readonly compare: string | null;
  /** Whether that audit may be of another service. */
  readonly compareOtherService: boolean;
  /** A list of keys whose atoms were to change. */
  readonly expectedChanges: string | null;
}

export type KeysToAudit =
  | { readonly kind: 'keys' | 'expected'; readonly file: string }
  | { readonly kind: 'branch'; readonly prefix: string }
  | { readonly kind: 'discovered'; readonly words: readonly string[] }
  | { readonly kind: 'all' };

export interface AuditCommandOptions {
  /** null: that of the connection. */
  readonly address: BaseAddress | null;
  readonly keys: KeysToAudit;
  /** Lowercase hex. */
  readonly pins: readonly string[];
  readonly scheme: ChosenScheme | null;
  readonly state: string | null;
  readonly shard: { readonly index: number; readonly count: number } | null;
  readonly name: string;
  /** Most requests of a discovery. */
  readonly budget: number;
  /** Longest wait for the service at a time, in seconds. */
  readonly patience: number;
  /** Longest wait for another process that uses the state folder, in seconds. */
  readonly maxWait: number;
  /** Whether to go on although parts of the state are lost. */
  readonly acceptsLostState: boolean;
  readonly keyEnv: string | undefined;
  readonly keyStdin: boolean;
  /** The name of a connection of the app. With an address, only its API key is used. */
  readonly connection: string | null;
  readonly outputs: AuditOutputs;
  readonly watch: WatchOptions;
}

/** @throws UsageError */
export function readAuditOptions(args: readonly string[]): AuditCommandOptions {
  const { values } = parse(auditDefinition, args);
  const connection = values.connection ?? null;
  if (values.url === undefined) checkConnection(values);
  const keys = keysToAudit(values);
  const state = values.state ?? null;
  const isKept = state !== null || values.url === undefined;
  if (keys.kind === 'all' && !isKept)
    throw new UsageError('--known needs --connection, or --state, the folder with the known keys.');
  if (keys.kind === 'branch' && !isKept)
    throw new UsageError(
      '--prefix needs --connection, or --state, the folder with the known keys. To audit keys of a file, use --keys.',
    );
  if (values['expected-changes'] !== undefined && !isKept && values.compare === undefined)
    throw new UsageError(
      '--expected-changes needs what to compare with: --compare, an earlier audit, or what was read before, with --connection or --state.',
    );
  if (values['accept-lost-state'] === true && !isKept)
    throw new UsageError(
      '--accept-lost-state needs --connection, or --state, the folder whose loss you accept.',
    );
  const keySources = [
    values['key-env'],
    values['key-stdin'],
    values.url === undefined ? undefined : values.connection,
  ];
  if (keySources.filter((source) => source !== undefined).length > 1)
    throw new UsageError('Use only one of --key-env, --key-stdin, and --connection.');
  if (values['key-stdin'] === true && 'file' in keys && keys.file === '-')
    throw new UsageError('Standard input cannot provide both the keys and the API key.');
  return {
    address: values.url === undefined ? null : usable('--url', parseBaseAddress(values.url)),
    keys,
    pins: readRoots(values.root),
    scheme: wholeScheme(values.scheme),
    state,
    shard: values.shard === undefined ? null : readShard(values.shard),
    name: values.name ?? '',
    budget: wholeNumber('--budget', values.budget, usualBudget, 1_000_000),
    patience: wholeNumber('--patience', values.patience, usualPatience, longestPatience),
    maxWait: wholeNumber('--max-wait', values['max-wait'], usualMaxWait, longestPatience),
    acceptsLostState: values['accept-lost-state'] === true,
    keyEnv: values['key-env'],
    keyStdin: values['key-stdin'] === true,
    connection,
    outputs: outputsOf(values),
    watch: readWatchOptions(values),
  };
}

/** @throws UsageError */
function checkConnection({ connection, state, root, scheme }: ValuesOf<typeof auditDefinition>): void {
  if (connection === undefined)
    throw new UsageError('Choose a connection of the app with --connection, or a service with --url.');
  if (state !== undefined)
    throw new UsageError(
      'Use either --connection, or --url and --state. With --url, --connection gives only its API key.',
    );
  if (root !== undefined || scheme !== undefined)
    throw new UsageError(
      '--root and --scheme cannot be used with --connection, whose pinned roots and hashing rules hold.',
    );
}

/** @throws UsageError */
export function readMergeOptions(args: readonly string[]): {
  readonly files: readonly string[];
  readonly outputs: AuditOutputs;
} {
  const { values, positionals } = parse(mergeDefinition, args);
  if (positionals.length === 0) throw new UsageError('audit merge needs the files of all parts.');
  if (values['expected-changes'] !== undefined && values.compare === undefined)
    throw new UsageError('--expected-changes needs --compare, the audit to compare with.');
  return { files: positionals, outputs: outputsOf(values) };
}

function parse<const D extends CommandDefinition>(definition: D, args: readonly string[]) {
  // `--json FILE` of earlier versions is `--json-file FILE`.
  const given = args.map((arg, at) =>
    arg === '--json' && at + 1 < args.length && args[at + 1]?.startsWith('-') === false
      ? '--json-file'
      : arg.replace(/^--json=/, '--json-file='),
  );
  return parseOptions(definition, given);
}

function keysToAudit(values: ValuesOf<typeof auditDefinition>): KeysToAudit {
  const { keys, expected, prefix, discover, known } = values;
  const given: readonly (KeysToAudit | null)[] = [
    keys === undefined ? null : { kind: 'keys', file: keys },
    expected === undefined ? null : { kind: 'expected', file: expected },
    prefix === undefined ? null : { kind: 'branch', prefix },
    discover === undefined ? null : { kind: 'discovered', words: discover },
    known === true ? { kind: 'all' } : null,
  ];
  const [one, another] = given.filter((each) => each !== null);
  if (one === undefined || another !== undefined)
    throw new UsageError('Use exactly one of --keys, --expected, --prefix, --discover, and --known.');
  return one;
}

/** @throws UsageError */
function outputsOf(values: ValuesOf<typeof mergeDefinition>): AuditOutputs {
  const jsonFile = values['json-file'];
  const compareOtherService = values['compare-other-service'] === true;
  if (compareOtherService && values.compare === undefined)
    throw new UsageError('--compare-other-service needs --compare, the audit to compare with.');
  if (jsonFile === '-') throw new UsageError('For JSON on standard output, use --json without a file.');
  return {
    out: values.out ?? null,
    report: values.report === undefined ? null : reportOf(values.report),
    junit: values.junit ?? null,
    json: jsonFile !== undefined ? { file: jsonFile } : values.json === true ? 'screen' : null,
    bundle: values.bundle ?? null,
    signingKey: values['signing-key'] ?? null,
    compare: values.compare ?? null,
    compareOtherService,
    expectedChanges: values['expected-changes'] ?? null,
  };
}

function reportOf(file: string): NonNullable<AuditOutputs['report']> {
  const format = (['html', 'csv', 'json'] as const).find((each) => file.toLowerCase().endsWith(`.${each}`));
  if (format === undefined)
    throw new UsageError(`--report must end in .html, .csv, or .json, not ${quoteText(file)}.`);
  return { file, format };
}

/** `2/8`. */
function readShard(text: string): { readonly index: number; readonly count: number } {
  const [, index = '', count = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (index !== '' && shard.count >= 1 && shard.count <= auditLimits.shards) {
    if (shard.index >= 1 && shard.index <= shard.count) return shard;
  }
  throw new UsageError(
    `--shard must be I/N with I from 1 to N, and N at most ${auditLimits.shards}, not ${quoteText(text)}.`,
  );
}

/** @throws UsageError */
export function wholeScheme(text: string | undefined): ChosenScheme | null {
  if (text === undefined) return null;
  const { path, leaf } = candidatesOf(readSchemeOption(text));
  const [onePath, ...otherPaths] = path;
  const [oneLeaf, ...otherLeaves] = leaf;
  if (onePath === undefined || oneLeaf === undefined || otherPaths.length > 0 || otherLeaves.length > 0)
    throw new UsageError(
      '--scheme must name all parts here: hash, node, shape, order, digest, and preimage. Without it, the hashing rules are inferred.',
    );
  return { path: onePath, leaf: oneLeaf };
}
