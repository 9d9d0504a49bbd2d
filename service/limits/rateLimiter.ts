/** The state of a client's bucket after a request. */
export interface RateAllowance {
  readonly allowed: boolean;
  /** Requests that the bucket holds when full. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Whole seconds until the next request is allowed; 0 if it is now. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Takes one request from the client's bucket, if there is one left. */
  take(client: string): RateAllowance;
}

/** One token bucket per client: `burst` requests at once, regained at `perSecond`. `clock` in milliseconds. */
export function createRateLimiter(
  { burst, perSecond }: { readonly burst: number; readonly perSecond: number },
  clock: () => number,
): RateLimiter {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();

  return {
    take(client) {
      const now = clock();
      const last = buckets.get(client) ?? { tokens: burst, at: now };
      // A clock that was set back must not remove tokens.
      const regained = (Math.max(0, now - last.at) / 1_000) * perSecond;
      const before = Math.min(burst, last.tokens + regained);
      const allowed = before >= 1;
      const tokens = allowed ? before - 1 : before;
      buckets.set(client, { tokens, at: now });
      return {
        allowed,
        limit: burst,
        remaining: Math.floor(tokens),
        resetSeconds: Math.ceil((burst - tokens) / perSecond),
        retryAfterSeconds: tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond),
      };
    },
  };
}
