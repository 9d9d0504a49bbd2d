import { scopes, type Scope } from '../auth/apiKeys.ts';
import type { Rate } from '../limits/rateLimiter.ts';
import type { Tier } from '../limits/serviceLimits.ts';
import type { Values } from './parse.ts';
import { rate, storeAddress, tier } from './optionValues.ts';
import { UsageError } from './usageError.ts';

export type KeysCommand =
  | {
      readonly kind: 'addKey';
      readonly dataFolder: string | null;
      readonly store: string | null;
      readonly scope: Scope;
      readonly tier: Tier | null;
      readonly rate: Rate | null;
      readonly name: string | null;
    }
  | {
      readonly kind: 'listKeys';
      readonly dataFolder: string | null;
      readonly store: string | null;
      readonly json: boolean;
    }
  | {
      readonly kind: 'revokeKey';
      readonly dataFolder: string | null;
      readonly store: string | null;
      readonly id: string;
    };

/** @throws UsageError */
export function keysCommand(
  name: 'keys add' | 'keys list' | 'keys revoke' | 'keys remove',
  values: Values,
  dataFolder: string | null,
  rest: readonly string[],
): KeysCommand {
  const [id, ...surplus] = rest;
  const store = storeAddress('--store', values.store);
  if (name === 'keys revoke' || name === 'keys remove') {
    if (id === undefined || surplus.length > 0) throw new UsageError(`${name} needs the ID of one key.`);
    return { kind: 'revokeKey', dataFolder, store, id };
  }
  if (id !== undefined) throw new UsageError(`${name} takes only options, not ${id}.`);
  if (name === 'keys list') return { kind: 'listKeys', dataFolder, store, json: values.json ?? false };
  const scope = scopes.find((known) => known === values.scope);
  if (scope === undefined) throw new UsageError('keys add needs --scope read or --scope full.');
  return {
    kind: 'addKey',
    dataFolder,
    store,
    scope,
    tier: tier(values.tier),
    rate: rate(values.rate, values.burst),
    name: keyName(values.name),
  };
}

function keyName(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^[^\p{C}]{1,100}$/u.test(text)) return text;
  throw new UsageError('--name must have 1 to 100 characters on one line.');
}
