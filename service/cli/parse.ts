import { parseArgs } from 'node:util';
import { UsageError } from './usageError.ts';

/** All options of all commands. @throws UsageError */
export function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        root: { type: 'string' },
        data: { type: 'string' },
        store: { type: 'string' },
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
        'recall-keys': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export type Values = ReturnType<typeof parse>['values'];
