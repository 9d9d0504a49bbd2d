import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Authenticator, KnownKey } from '../auth/apiKeys.ts';
import type { RateLimiter } from '../limits/rateLimiter.ts';
import { ServiceError } from '../serviceError.ts';

/** The context of handlers: the raw Node request, the recognized API key, and what `recordRequests` passes on. */
export interface ServiceEnv {
  Bindings: HttpBindings;
  Variables: { apiKey: KnownKey; requestId: string; stored: number };
}

type Guard = MiddlewareHandler<ServiceEnv>;

/** 401 unless the request has a known key (interface section 5). */
export function authentication(authenticator: Authenticator): Guard {
  return async (c, next) => {
    const apiKey = authenticator.identify(c.req.header('authorization'));
    if (apiKey === null) {
      throw new ServiceError(
        'UNAUTHORIZED',
        'The API key is missing or invalid.',
        {},
        { headers: { 'WWW-Authenticate': 'Bearer' } },
      );
    }
    c.set('apiKey', apiKey);
    await next();
  };
}

/** 403 unless the key has full scope. */
export const fullScope: Guard = async (c, next) => {
  if (c.get('apiKey').scope !== 'full') {
    throw new ServiceError(
      'FORBIDDEN',
      'This API key is read-only. The request needs a key with full scope.',
    );
  }
  await next();
};

/** 429 with Retry-After when the key's bucket is empty; RateLimit-* headers on every response. */
export function rateLimit(limiter: RateLimiter): Guard {
  return async (c, next) => {
    const { id, rate } = c.get('apiKey');
    const allowance = await limiter.take(id, rate);
    c.header('RateLimit-Limit', String(allowance.limit));
    c.header('RateLimit-Remaining', String(allowance.remaining));
    c.header('RateLimit-Reset', String(allowance.resetSeconds));
    if (!allowance.allowed) {
      throw new ServiceError(
        'RATE_LIMITED',
        'Too many requests. Wait for the time in Retry-After, then try again.',
        {},
        { headers: { 'Retry-After': String(allowance.retryAfterSeconds) } },
      );
    }
    await next();
  };
}
