import { parseArgs } from 'node:util';
import { scopes, type Scope } from '../auth/apiKeys.ts';
import { tierNames, tiers, type Tier } from '../limits/serviceLimits.ts';

/** The command line asks for something that there is not; the message says what there is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface RunCommand {
  readonly kind: 'run';
  /** 0: a free one. */
  readonly port: number;
  /** null: the folder for user data of the operating system. */
  readonly dataFolder: string | null;
  readonly seedDemo: boolean;
  readonly faults: boolean;
  readonly json: boolean;
  readonly exitWithParent: boolean;
  /** Bytes; null: the default. */
  readonly valueLimit: number | null;
  /** Requests a second and at once; null: the default. */
  readonly rate: { readonly perSecond: number; readonly burst: number } | null;
  /** Host names, without port, that requests may be sent to besides those of this machine. */
  readonly allowedHosts: readonly string[];
}

export type Command =
  | RunCommand
  | { readonly kind: 'help' }
  | {
      readonly kind: 'addKey';
      readonly dataFolder: string | null;
      readonly scope: Scope;
      readonly tier: Tier | null;
    }
  | { readonly kind: 'listKeys'; readonly dataFolder: string | null }
  | { readonly kind: 'removeKey'; readonly dataFolder: string | null; readonly id: string };

export const help = `Atom Memory Service, on this machine alone (127.0.0.1).

  npm run service -- [options]             run it until Ctrl+C
  npm run service -- keys add --scope S    make an API key: read or full; with --tier T on that tier
  npm run service -- keys list             show the ids and scopes of the keys
  npm run service -- keys remove ID        forget a key

  --port N            listen on this port (default: a free one)
  --data DIR          keep everything in this folder (default: your folder for application data)
  --seed demo         fill an empty memory with sample atoms
  --tier T            largest value: small 4 KiB, medium 16 KiB, large 64 KiB (default); a key's own tier precedes
  --value-limit N     largest value in bytes, instead of a tier
  --rate N            requests a second for each key (default 500)
  --burst N           requests at once for each key (default twice the rate)
  --allowed-host H    also answer requests sent to this host name, such as that of a proxy in front; repeatable
  --faults            allow POST /admin/faults, which makes the service misbehave for tests
  --json              print one line of JSON: address, fullKey, readKey
  --exit-with-parent  stop when standard input closes
  --help              print this

Two keys, a full and a read-only one, are made on the first run and shown that once. The environment
variables ATOM_SERVICE_FULL_KEY and ATOM_SERVICE_READ_KEY bring keys for one run instead; they are not kept.
A running service learns of added and removed keys when it is started again.
`;

/** @throws UsageError */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help === true) return { kind: 'help' };
  const dataFolder = values.data ?? null;
  if (dataFolder === '') throw new UsageError('--data wants a folder.');
  const [topic, action, id, ...surplus] = positionals;
  if (topic === undefined) {
    if (values.scope !== undefined) throw new UsageError('--scope belongs to keys add.');
    if (values.tier !== undefined && values['value-limit'] !== undefined) {
      throw new UsageError('--tier and --value-limit say the same: give one of them.');
    }
    return {
      kind: 'run',
      port: values.port === undefined ? 0 : wholeNumber('--port', values.port, 0, 65_535),
      dataFolder,
      seedDemo: seed(values.seed),
      faults: values.faults ?? false,
      json: values.json ?? false,
      exitWithParent: values['exit-with-parent'] ?? false,
      valueLimit:
        values['value-limit'] === undefined
          ? tierLimit(values.tier)
          : wholeNumber('--value-limit', values['value-limit'], 1, 8 * 1024 * 1024),
      rate: rate(values.rate, values.burst),
      allowedHosts: (values['allowed-host'] ?? []).map(hostName),
    };
  }
  if (topic !== 'keys') throw new UsageError(`There is no command ${topic}; there is: keys.`);
  const runOption = Object.keys(values).find((name) => !['data', 'scope', 'tier'].includes(name));
  if (runOption !== undefined) throw new UsageError(`--${runOption} does not belong to keys.`);
  if (action === 'add' && id === undefined) {
    const scope = scopes.find((known) => known === values.scope);
    if (scope === undefined) throw new UsageError('keys add wants --scope read or --scope full.');
    return { kind: 'addKey', dataFolder, scope, tier: tier(values.tier) };
  }
  if (values.scope !== undefined) throw new UsageError('--scope belongs to keys add.');
  if (values.tier !== undefined) throw new UsageError('--tier belongs to keys add.');
  if (action === 'list' && id === undefined) return { kind: 'listKeys', dataFolder };
  if (action === 'remove' && id !== undefined && surplus.length === 0) {
    return { kind: 'removeKey', dataFolder, id };
  }
  throw new UsageError('keys wants: add --scope read|full, list, or remove ID.');
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        seed: { type: 'string' },
        scope: { type: 'string' },
        tier: { type: 'string' },
        rate: { type: 'string' },
        burst: { type: 'string' },
        'value-limit': { type: 'string' },
        'allowed-host': { type: 'string', multiple: true },
        faults: { type: 'boolean' },
        json: { type: 'boolean' },
        'exit-with-parent': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function tier(name: string | undefined): Tier | null {
  if (name === undefined) return null;
  const known = tierNames.find((one) => one === name);
  if (known === undefined)
    throw new UsageError(`There is no tier ${name}; there are: ${tierNames.join(', ')}.`);
  return known;
}

function tierLimit(name: string | undefined): number | null {
  const known = tier(name);
  return known === null ? null : tiers[known];
}

function seed(name: string | undefined): boolean {
  if (name === undefined) return false;
  if (name === 'demo') return true;
  throw new UsageError(`There is no sample memory ${name}; there is: demo.`);
}

function hostName(text: string): string {
  if (/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text.toLowerCase();
  throw new UsageError(
    `--allowed-host takes a host name without port, such as memory.example.org, not ${JSON.stringify(text)}.`,
  );
}

function rate(perSecond: string | undefined, burst: string | undefined): RunCommand['rate'] {
  if (perSecond === undefined) {
    if (burst !== undefined) throw new UsageError('--burst wants --rate as well.');
    return null;
  }
  const regained = wholeNumber('--rate', perSecond, 1, 1_000_000);
  return {
    perSecond: regained,
    burst: burst === undefined ? 2 * regained : wholeNumber('--burst', burst, 1, 1_000_000),
  };
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `${option} wants a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`,
  );
}
