import type { Log } from '../../log/log.ts';
import {
  createRateLimiter,
  type Rate,
  type RateAllowance,
  type RateLimiter,
} from '../../limits/rateLimiter.ts';
import { isReadOnly, orUnavailable, type Database } from './connect.ts';

/** What this process may spend of a client's bucket without asking. */
interface Share {
  tokens: number;
  /** What was left in the bucket. */
  rest: number;
  /** Until then, there is no point in asking again if nothing was left; after that, an unspent share is void. In milliseconds. */
  until: number;
}

/** Each process takes what a client regains in this time, so that few requests need the database. In seconds. */
const shareSeconds = 0.05;
const shareMs = 1_000;

/** One token bucket for each client, shared by all processes of a database. On a replica, which is read-only, each process has its own. */
export function createPostgresRates(
  database: Database,
  ofService: Rate,
  clock: () => number,
  log: Log,
): RateLimiter {
  const shares = new Map<string, Share>();
  const asking = new Map<string, Promise<void>>();
  let local: ReturnType<typeof createRateLimiter> | null = null;

  async function ask(client: string, { burst, perSecond }: Rate): Promise<void> {
    const wanted = Math.min(burst, Math.max(1, Math.ceil(perSecond * shareSeconds)));
    const [row] = await database<{ tokens: number; taken: number }[]>`
      INSERT INTO rate_bucket AS bucket (client, tokens, taken, at)
      VALUES (${client}, ${burst - wanted}, ${wanted}, clock_timestamp())
      ON CONFLICT (client) DO UPDATE SET (tokens, taken, at) = (
        SELECT held - least(${wanted}, floor(held)), least(${wanted}, floor(held)), now
        FROM (
          SELECT now, least(${burst}, bucket.tokens + ${perSecond} * extract(epoch FROM now - bucket.at)::float8) AS held
          FROM (SELECT greatest(bucket.at, clock_timestamp()) AS now) AS moment
        ) AS filled)
      RETURNING tokens, taken`;
    const { tokens = 0, taken = 0 } = row ?? {};
    const wait = taken > 0 ? shareMs : Math.ceil(((1 - tokens) / perSecond) * 1_000);
    shares.set(client, { tokens: taken, rest: tokens, until: clock() + wait });
  }

  /** Requests that arrive meanwhile wait for the same answer. */
  function askOnce(client: string, rate: Rate): Promise<void> {
    const pending = asking.get(client) ?? ask(client, rate).finally(() => asking.delete(client));
    asking.set(client, pending);
    return pending;
  }

  async function take(client: string, rate: Rate): Promise<RateAllowance> {
    for (;;) {
      const share = shares.get(client);
      const isCurrent = share !== undefined && clock() < share.until;
      if (isCurrent && share.tokens > 0) {
        share.tokens -= 1;
        return allowance(true, share, rate);
      }
      // A share that was just spent says nothing about the bucket; an empty answer does.
      if (isCurrent && share.rest < 1) return allowance(false, share, rate);
      await askOnce(client, rate);
    }
  }

  return {
    async take(client, rate = ofService) {
      if (local !== null) return local.take(client, rate);
      try {
        return await orUnavailable(take(client, rate), log, isReadOnly);
      } catch (error) {
        if (!isReadOnly(error)) throw error;
        log('The database is read-only: rates are limited for this process alone.');
        local = createRateLimiter(ofService, clock);
        return local.take(client, rate);
      }
    },
  };
}

function allowance(allowed: boolean, { tokens, rest }: Share, { burst, perSecond }: Rate): RateAllowance {
  const left = tokens + rest;
  return {
    allowed,
    limit: burst,
    remaining: Math.max(0, Math.floor(left)),
    resetSeconds: Math.ceil((burst - left) / perSecond),
    retryAfterSeconds: left >= 1 ? 0 : Math.ceil((1 - left) / perSecond),
  };
}
