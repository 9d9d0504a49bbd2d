import { isUtf8 } from 'node:buffer';
import type { MiddlewareHandler } from 'hono';
import type { BodyBudget, BodyShare } from '../limits/bodyBudget.ts';
import type { ServiceLimits } from '../limits/serviceLimits.ts';
import { ServiceError } from '../serviceError.ts';
import type { ServiceEnv } from './requestGuards.ts';

/** Paths whose bodies hold values. All others need far less room. */
export const storePaths = ['/atoms', '/batch-atoms'] as const;

/**
 * Reads the body of a POST: 413 above the cap of its path, 429 while the client holds too much already, 400 for what is
 * not JSON in UTF-8. Decoding would put U+FFFD where the bytes are wrong, and what is stored would not be what was sent.
 *
 * Comes after the guards for key, rate and scope, so that whoever may not ask cannot make the service read.
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
      // Read to its end before it is refused: a body that is left lying has its connection closed half a second later,
      // under the next request that uses it.
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

/** A body of unknown length, which takes its room as it comes. */
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

/** A clear refusal, so that a client knows that nothing was stored. */
function busy(): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    'Too many large requests at once. Nothing was processed. Send them one at a time.',
    {},
    { headers: { 'Retry-After': '1' } },
  );
}
