import { isUtf8 } from 'node:buffer';
import type { MiddlewareHandler } from 'hono';
import type { BodyBudget, BodyShare } from '../limits/bodyBudget.ts';
import type { ServiceLimits } from '../limits/serviceLimits.ts';
import { ServiceError } from '../serviceError.ts';
import type { ServiceEnv } from './requestGuards.ts';

/** Paths whose bodies contain values. All others need far less room. */
export const storePaths = ['/atoms', '/batch-atoms'] as const;

/**
 * Reads the body of a POST: 413 above the limit of its path, 429 while the client already holds too much, 400
 * if it is not JSON in UTF-8. Lenient decoding would put U+FFFD in place of invalid bytes, and the stored
 * value would differ from the one sent.
 *
 * Comes after the checks of key, rate, and scope, so that clients without permission cannot make the service
 * read.
 */
export function requestBody(
  { maxBodyBytes, maxReadBytes }: Pick<ServiceLimits, 'maxBodyBytes' | 'maxReadBytes'>,
  budget: BodyBudget,
): MiddlewareHandler<ServiceEnv> {
  const stores: readonly string[] = storePaths;
  return async (c, next) => {
    if (c.req.method !== 'POST') return next();
    const cap = stores.includes(c.req.path) ? maxBodyBytes : Math.min(maxReadBytes, maxBodyBytes);
    const declared = c.req.header('content-length');
    if (declared !== undefined && Number(declared) > cap) throw tooLarge(cap);
    const share = budget.open(c.get('apiKey').id);
    try {
      if (declared === undefined) {
        const body = await counted(c.req.raw.body, cap, share);
        c.req.raw = new Request(c.req.raw, { method: 'POST', body });
      } else if (!share.take(Number(declared))) throw busy();
      // Read to its end before it is refused: with an unread body, Node closes the connection half a second
      // later, during the next request that uses it.
      const body = new Uint8Array(await c.req.arrayBuffer());
      if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
        throw new ServiceError('INVALID_REQUEST', 'The Content-Type must be application/json.');
      }
      if (!isUtf8(body)) throw new ServiceError('INVALID_REQUEST', 'The request body is not valid UTF-8.');
      await next();
    } finally {
      share.release();
    }
  };
}

/** A body of unknown length, which is counted as it arrives. */
async function counted(
  body: ReadableStream<Uint8Array> | null,
  cap: number,
  share: BodyShare,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    size += next.value.length;
    if (size > cap) throw tooLarge(cap);
    if (!share.take(next.value.length)) throw busy();
    chunks.push(next.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooLarge(cap: number): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', `The request is larger than ${cap} bytes.`, { limit: cap });
}

/** An explicit refusal, so that a client knows that nothing was stored. */
function busy(): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    'Too many large requests at once. Nothing was processed. Send them one at a time.',
    {},
    { headers: { 'Retry-After': '1' } },
  );
}
