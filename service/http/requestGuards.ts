import { isUtf8 } from 'node:buffer';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Authenticator, KnownKey } from '../auth/apiKeys.ts';
import type { RateLimiter } from '../limits/rateLimiter.ts';
import { ServiceError } from '../serviceError.ts';

/** What handlers find in their context: the raw Node request, and the API key that was recognised. */
export interface ServiceEnv {
  Bindings: HttpBindings;
  Variables: { apiKey: KnownKey };
}

type Guard = MiddlewareHandler<ServiceEnv>;

/** 401 unless a known key is presented (interface section 5). */
export function authentication(authenticator: Authenticator): Guard {
  return async (c, next) => {
    const apiKey = authenticator.identify(c.req.header('authorization'));
    if (apiKey === null) {
      throw new ServiceError(
        'UNAUTHORIZED',
        'API key missing or invalid.',
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
    throw new ServiceError('FORBIDDEN', 'This key is read-only; the request needs a key with full scope.');
  }
  await next();
};

/** 429 with Retry-After when the key's bucket is empty; RateLimit-* headers on every answer. */
export function rateLimit(limiter: RateLimiter): Guard {
  return async (c, next) => {
    const standing = limiter.take(c.get('apiKey').id);
    c.header('RateLimit-Limit', String(standing.limit));
    c.header('RateLimit-Remaining', String(standing.remaining));
    c.header('RateLimit-Reset', String(standing.resetSeconds));
    if (!standing.allowed) {
      throw new ServiceError(
        'RATE_LIMITED',
        'Too many requests. Wait as long as Retry-After says, then try again.',
        {},
        { headers: { 'Retry-After': String(standing.retryAfterSeconds) } },
      );
    }
    await next();
  };
}

/** 413 for a body above the cap, before it is read whole. */
export function bodyCap(maxSize: number): Guard {
  const refuse = () => {
    throw new ServiceError('PAYLOAD_TOO_LARGE', `The request has more than ${maxSize} bytes.`, {
      limit: maxSize,
    });
  };
  const counted = bodyLimit({ maxSize, onError: refuse });
  return async (c, next) => {
    const length = c.req.header('content-length');
    // Counting is for bodies of unknown length alone: it takes hold of the body, and what is held and not read to its
    // end has the connection closed half a second later, under the next request that uses it.
    if (length === undefined) return counted(c, next);
    if (Number(length) > maxSize) refuse();
    await next();
  };
}

/**
 * 400 for a body that is not JSON in UTF-8. Decoding would put U+FFFD where the bytes are wrong, and what is
 * stored would not be what was sent.
 */
export const jsonBody: Guard = async (c, next) => {
  if (c.req.method === 'POST') {
    // Read before it is refused: see `bodyCap`.
    const body = new Uint8Array(await c.req.arrayBuffer());
    const contentType = c.req.header('content-type') ?? '';
    if (!/^application\/json\s*(;|$)/i.test(contentType)) {
      throw new ServiceError('INVALID_REQUEST', 'The Content-Type must be application/json.');
    }
    if (!isUtf8(body)) {
      throw new ServiceError('INVALID_REQUEST', 'The request body is not valid UTF-8.');
    }
  }
  await next();
};
