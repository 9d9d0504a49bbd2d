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

/** `burst` requests at once, regained at `perSecond`. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

export interface RateLimiter {
  /** Takes one request from the client's bucket, if there is one left. A client without its own rate has that of the service. */
  take(client: string, rate?: Rate): RateAllowance | Promise<RateAllowance>;
}

/** One token bucket per client in this process. `clock` in milliseconds. */
export function createRateLimiter(
  ofService: Rate,
  clock: () => number,
): { take(client: string, rate?: Rate): RateAllowance } {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();

  return {
    take(client, { burst, perSecond } = ofService) {
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
