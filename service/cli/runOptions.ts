import { isLoopback, urlHost } from '../http/hostGuard.ts';
import type { Rate } from '../limits/rateLimiter.ts';
import { levels, logForms, type LogOptions } from '../log/log.ts';
import type { CertificatePaths } from '../tls/certificate.ts';
import type { Values } from './parse.ts';
import { hostName, hostOf, oneOf, rate, storeAddress, tierLimit, wholeNumber } from './optionValues.ts';
import { UsageError } from './usageError.ts';

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
  /** The address of a database of PostgreSQL; null: that of the environment, or else LevelDB in the data folder. */
  readonly store: string | null;
  readonly seedDemo: boolean;
  readonly faults: boolean;
  readonly json: boolean;
  readonly exitWithParent: boolean;
  /** Recall searches by words, without the language model. */
  readonly wordsOnly: boolean;
  /** Keys that recall has in memory; null: the default. */
  readonly recallKeys: number | null;
  /** Bytes; null: the default. */
  readonly valueLimit: number | null;
  /** Requests per second and at once; null: the default. */
  readonly rate: Rate | null;
  /** Host names, without port, that requests may be sent to besides those of this computer. */
  readonly allowedHosts: readonly string[];
}

/** @throws UsageError */
export function runCommand(values: Values, dataFolder: string | null): RunCommand {
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
    store: storeAddress('--store', values.store),
    seedDemo: seed(values.seed),
    faults: values.faults ?? false,
    json: values.json ?? false,
    exitWithParent: values['exit-with-parent'] ?? false,
    wordsOnly: values['words-only'] ?? false,
    recallKeys:
      values['recall-keys'] === undefined
        ? null
        : wholeNumber('--recall-keys', values['recall-keys'], 0, 1_000_000_000),
    valueLimit:
      values['value-limit'] === undefined
        ? tierLimit(values.tier)
        : wholeNumber('--value-limit', values['value-limit'], 1, 8 * 1024 * 1024),
    rate: rate(values.rate, values.burst),
    allowedHosts,
  };
}

function seed(name: string | undefined): boolean {
  if (name === undefined) return false;
  if (name === 'demo') return true;
  throw new UsageError(`Unknown sample memory ${name}. The only one is demo.`);
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
