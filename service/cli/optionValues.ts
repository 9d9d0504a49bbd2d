import { isIP } from 'node:net';
import type { Rate } from '../limits/rateLimiter.ts';
import { tierNames, tiers, type Tier } from '../limits/serviceLimits.ts';
import { UsageError } from './usageError.ts';

/* What options mean. Each of these throws a UsageError for a text that means nothing. */

export function tier(name: string | undefined): Tier | null {
  if (name === undefined) return null;
  const known = tierNames.find((one) => one === name);
  if (known === undefined) throw new UsageError(`Unknown tier ${name}. Tiers: ${tierNames.join(', ')}.`);
  return known;
}

export function tierLimit(name: string | undefined): number | null {
  const known = tier(name);
  return known === null ? null : tiers[known];
}

export function hostName(text: string): string {
  if (/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text.toLowerCase();
  throw new UsageError(
    `--allowed-host must be a host name without a port, such as memory.example.org, not ${JSON.stringify(text)}.`,
  );
}

export function hostOf(option: string, text: string | undefined): string {
  if (text === undefined) return '127.0.0.1';
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(bare)) return bare.toLowerCase();
  throw new UsageError(
    `${option} must be a host name or an IP address without a port, not ${JSON.stringify(text)}.`,
  );
}

export function oneOf<T extends string>(
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

export function rate(perSecond: string | undefined, burst: string | undefined): Rate | null {
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

export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `${option} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`,
  );
}

/** The message never contains the address, because that may have a password. null: not given. */
export function storeAddress(source: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text)) return text;
  throw new UsageError(`${source} must be an address such as postgres://user@host/database.`);
}
