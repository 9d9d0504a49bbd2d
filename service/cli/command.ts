import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { scopes, type Scope } from '../auth/apiKeys.ts';
import { isLoopback, urlHost } from '../http/hostGuard.ts';
import { levels, logForms, type LogOptions } from '../log/log.ts';
import type { CertificatePaths } from '../tls/certificate.ts';
import type { Rate } from '../limits/rateLimiter.ts';
import { tierNames, tiers, type Tier } from '../limits/serviceLimits.ts';

/** The command line is not valid. The message says what is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface RunCommand {
  readonly kind: 'run';
  /** 0: any free port. */
  readonly port: number;
  /** A name or an address without brackets. */
  readonly host: string;
  readonly tls: CertificatePaths | null;
  readonly log: Pick<LogOptions, 'form' | 'level'>;
  /** Where metrics are served; null: nowhere. */
  readonly metrics: { readonly port: number; readonly host: string } | null;
  /** How long pending requests may take when the service stops. */
  readonly stopSeconds: number;
  /** null: the folder for user data of the operating system. */
  readonly dataFolder: string | null;
  readonly seedDemo: boolean;
  readonly faults: boolean;
  readonly json: boolean;
  readonly exitWithParent: boolean;
  /** Recall searches by words, without the language model. */
  readonly wordsOnly: boolean;
  /** Bytes; null: the default. */
  readonly valueLimit: number | null;
  /** Requests per second and at once; null: the default. */
  readonly rate: Rate | null;
  /** Host names, without port, that requests may be sent to besides those of this computer. */
  readonly allowedHosts: readonly string[];
}

export type KeysCommand =
  | {
      readonly kind: 'addKey';
      readonly dataFolder: string | null;
      readonly scope: Scope;
      readonly tier: Tier | null;
      readonly rate: Rate | null;
      readonly name: string | null;
    }
  | { readonly kind: 'listKeys'; readonly dataFolder: string | null; readonly json: boolean }
  | { readonly kind: 'revokeKey'; readonly dataFolder: string | null; readonly id: string };

export type Command = RunCommand | KeysCommand | { readonly kind: 'help' };

export const help = `Runs an Atom Memory Service that only this computer can reach (127.0.0.1).

  npm run service -- [options]             run until Ctrl+C
  npm run service -- keys add --scope S    create an API key with scope read or full (optional: --tier T)
  npm run service -- keys list             list the IDs and scopes of the keys
  npm run service -- keys remove ID        remove a key

Options:
  --port N            port to listen on (default: any free port)
  --data DIR          data folder (default: your folder for application data)
  --seed demo         fill an empty memory with sample atoms
  --tier T            largest value: small (4 KiB), medium (16 KiB), or large (64 KiB, default); a key's own tier
                      takes precedence
  --value-limit N     largest value in bytes, instead of --tier
  --rate N            requests per second for each key (default: 500)
  --burst N           requests at once for each key (default: twice the rate)
  --allowed-host H    also accept requests sent to this host name, such as that of a reverse proxy; repeatable
  --words-only        recall by words, without the language model, which needs 140 MB of memory
  --faults            enable POST /admin/faults, which makes the service misbehave for tests
  --json              print one line of JSON: address, fullKey, readKey
  --exit-with-parent  stop when standard input closes
  --help              show this help

The first run creates a full key and a read-only key, and shows them once. To use your own keys for one run instead,
set ATOM_SERVICE_FULL_KEY and ATOM_SERVICE_READ_KEY; they are not saved.
A running service does not see added or removed keys until it is restarted.
`;

export function usageWords({ message }: UsageError): string {
  return `${message}\nSee --help.\n`;
}

/** @throws UsageError */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help === true) return { kind: 'help' };
  const dataFolder = values.data ?? null;
  if (dataFolder === '') throw new UsageError('--data needs a folder.');
  const [topic] = positionals;
  if (topic === undefined) {
    if (values.scope !== undefined) throw new UsageError('--scope can only be used with keys add.');
    if (values.name !== undefined) throw new UsageError('--name can only be used with keys add.');
    if (values.tier !== undefined && values['value-limit'] !== undefined) {
      throw new UsageError('Use either --tier or --value-limit, not both.');
    }
    const tls = tlsFiles(values['tls-cert'], values['tls-key']);
    const allowedHosts = (values['allowed-host'] ?? []).map(hostName);
    const host = hostOf('--host', values.host);
    requireProtection(host, tls, values['behind-proxy'] ?? false, allowedHosts);
    return {
      kind: 'run',
      port: values.port === undefined ? 0 : wholeNumber('--port', values.port, 0, 65_535),
      host,
      tls,
      log: {
        form: oneOf('--log', logForms, values.log, 'text'),
        level: oneOf('--log-level', levels, values['log-level'], 'info'),
      },
      metrics: metricsPlace(values['metrics-port'], values['metrics-host']),
      stopSeconds:
        values['stop-timeout'] === undefined
          ? 10
          : wholeNumber('--stop-timeout', values['stop-timeout'], 0, 3_600),
      dataFolder,
      seedDemo: seed(values.seed),
      faults: values.faults ?? false,
      json: values.json ?? false,
      exitWithParent: values['exit-with-parent'] ?? false,
      wordsOnly: values['words-only'] ?? false,
      valueLimit:
        values['value-limit'] === undefined
          ? tierLimit(values.tier)
          : wholeNumber('--value-limit', values['value-limit'], 1, 8 * 1024 * 1024),
      rate: rate(values.rate, values.burst),
      allowedHosts,
    };
  }
  if (topic !== 'keys') throw new UsageError(`Unknown command ${topic}. The only command is keys.`);
  return keysCommand(values, dataFolder, positionals.slice(1));
}

type Values = ReturnType<typeof parse>['values'];

function keysCommand(
  values: Values,
  dataFolder: string | null,
  [action, id, ...surplus]: readonly string[],
): KeysCommand {
  const usable = keysOptions[action ?? ''] ?? [];
  const other = Object.keys(values).find((name) => name !== 'data' && !usable.includes(name));
  if (other !== undefined) throw new UsageError(`--${other} cannot be used with keys ${action ?? ''}.`);
  if (action === 'add' && id === undefined) {
    const scope = scopes.find((known) => known === values.scope);
    if (scope === undefined) throw new UsageError('keys add needs --scope read or --scope full.');
    return {
      kind: 'addKey',
      dataFolder,
      scope,
      tier: tier(values.tier),
      rate: rate(values.rate, values.burst),
      name: keyName(values.name),
    };
  }
  if (action === 'list' && id === undefined)
    return { kind: 'listKeys', dataFolder, json: values.json ?? false };
  // The name of earlier versions.
  if ((action === 'revoke' || action === 'remove') && id !== undefined && surplus.length === 0) {
    return { kind: 'revokeKey', dataFolder, id };
  }
  throw new UsageError('keys must be followed by add --scope read|full, list, or revoke ID.');
}

const keysOptions: Readonly<Record<string, readonly string[]>> = {
  add: ['scope', 'tier', 'rate', 'burst', 'name'],
  list: ['json'],
};

function keyName(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^[^\p{C}]{1,100}$/u.test(text)) return text;
  throw new UsageError('--name must have 1 to 100 characters on one line.');
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
        name: { type: 'string' },
        tier: { type: 'string' },
        rate: { type: 'string' },
        burst: { type: 'string' },
        'value-limit': { type: 'string' },
        'allowed-host': { type: 'string', multiple: true },
        host: { type: 'string' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        'behind-proxy': { type: 'boolean' },
        log: { type: 'string' },
        'log-level': { type: 'string' },
        'metrics-port': { type: 'string' },
        'metrics-host': { type: 'string' },
        'stop-timeout': { type: 'string' },
        faults: { type: 'boolean' },
        json: { type: 'boolean' },
        'exit-with-parent': { type: 'boolean' },
        'words-only': { type: 'boolean' },
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
  if (known === undefined) throw new UsageError(`Unknown tier ${name}. Tiers: ${tierNames.join(', ')}.`);
  return known;
}

function tierLimit(name: string | undefined): number | null {
  const known = tier(name);
  return known === null ? null : tiers[known];
}

function seed(name: string | undefined): boolean {
  if (name === undefined) return false;
  if (name === 'demo') return true;
  throw new UsageError(`Unknown sample memory ${name}. The only one is demo.`);
}

function hostName(text: string): string {
  if (/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text.toLowerCase();
  throw new UsageError(
    `--allowed-host must be a host name without a port, such as memory.example.org, not ${JSON.stringify(text)}.`,
  );
}

function hostOf(option: string, text: string | undefined): string {
  if (text === undefined) return '127.0.0.1';
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(bare)) return bare.toLowerCase();
  throw new UsageError(
    `${option} must be a host name or an IP address without a port, not ${JSON.stringify(text)}.`,
  );
}

function tlsFiles(cert: string | undefined, key: string | undefined): CertificatePaths | null {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined) {
    throw new UsageError('--tls-cert and --tls-key can only be used together.');
  }
  return { cert, key };
}

/** API keys and values must not cross a network as plain text. */
function requireProtection(
  host: string,
  tls: CertificatePaths | null,
  behindProxy: boolean,
  allowedHosts: readonly string[],
): void {
  if (behindProxy && tls !== null) {
    throw new UsageError('Use either --behind-proxy or --tls-cert and --tls-key, not both.');
  }
  if (behindProxy && allowedHosts.length === 0) {
    throw new UsageError('--behind-proxy also needs --allowed-host with the name that clients use.');
  }
  if (!isLoopback(urlHost(host)) && tls === null && !behindProxy) {
    throw new UsageError(
      `--host ${host} can be reached from other computers. Add --tls-cert and --tls-key, or --behind-proxy if a proxy encrypts the connections.`,
    );
  }
}

function metricsPlace(port: string | undefined, host: string | undefined): RunCommand['metrics'] {
  if (port === undefined) {
    if (host !== undefined) throw new UsageError('--metrics-host also needs --metrics-port.');
    return null;
  }
  return { port: wholeNumber('--metrics-port', port, 0, 65_535), host: hostOf('--metrics-host', host) };
}

function oneOf<T extends string>(
  option: string,
  known: readonly T[],
  text: string | undefined,
  otherwise: T,
): T {
  if (text === undefined) return otherwise;
  const found = known.find((one) => one === text);
  if (found === undefined) throw new UsageError(`${option} must be ${known.join(' or ')}, not ${text}.`);
  return found;
}

function rate(perSecond: string | undefined, burst: string | undefined): RunCommand['rate'] {
  if (perSecond === undefined) {
    if (burst !== undefined) throw new UsageError('--burst also needs --rate.');
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
    `${option} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`,
  );
}
