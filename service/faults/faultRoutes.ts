import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import { fullScope, type ServiceEnv } from '../http/requestGuards.ts';
import { invalidRequest } from '../http/errorResponses.ts';
import { ServiceError } from '../serviceError.ts';
import { faultSchema, type Faults, type FaultSwitch } from './faultSwitch.ts';

const faultsPath = '/admin/faults';

/**
 * Applies the configured faults (delay, refusal, damaged response) to every request except those that control
 * them.
 */
export function faultGate(faults: FaultSwitch): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    if (c.req.path === faultsPath) return next();
    const { latencyMs, status, retryAfter, body } = faults.current();
    const isRefused = faults.refusesNext();
    if (latencyMs > 0) await patience(latencyMs, c.req.raw.signal);
    if (isRefused && status !== null) {
      throw new ServiceError(
        status === 429 ? 'RATE_LIMITED' : 'FAULT',
        `Fault injection: this request was set to fail with ${status}.`,
        {},
        {
          status,
          headers:
            (status === 429 || status === 503) && retryAfter !== null ? { 'Retry-After': retryAfter } : {},
        },
      );
    }
    await next();
    if (body === 'whole') return;
    const answer = await spoiled(body, c.res, c.env.outgoing);
    // Replaces the original response, whose headers would be added to the new one.
    c.res = undefined;
    c.res = answer;
  };
}

async function spoiled(
  how: Exclude<Faults['body'], 'whole'>,
  answer: Response,
  outgoing: Writable & { writeHead: (status: number, headers: Record<string, string | number>) => unknown },
): Promise<Response> {
  const { status, headers } = answer;
  const whole = Buffer.from(await answer.arrayBuffer());
  const half = whole.subarray(0, Math.floor(whole.length / 2));
  headers.delete('Content-Length');
  switch (how) {
    case 'truncated':
      return new Response(new Uint8Array(half), { status, headers });
    case 'empty':
      return new Response(null, { status, headers });
    case 'html':
      headers.set('Content-Type', 'text/html; charset=utf-8');
      return new Response('<!doctype html><title>Portal</title><h1>Sign in</h1>', { headers });
    case 'cut':
      outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': whole.length });
      outgoing.write(half, () => outgoing.destroy());
      return RESPONSE_ALREADY_SENT;
  }
}

/** Waits, unless the client disconnects first. */
async function patience(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch {
    throw new ServiceError('FAULT', 'The client disconnected.');
  }
}

/**
 * `POST /admin/faults` sets all faults at once (omitted ones are off), `GET` returns them. Full scope only.
 */
export function faultRoutes(faults: FaultSwitch) {
  const routes = new Hono<ServiceEnv>();
  routes.use(faultsPath, fullScope);
  routes.get(faultsPath, (c) => c.json(faults.current()));
  routes.post(faultsPath, async (c) => {
    const parsed = faultSchema.safeParse(await c.req.json<unknown>().catch(() => null));
    if (!parsed.success) throw invalidRequest(parsed.error);
    faults.set(parsed.data);
    return c.json(faults.current());
  });
  return routes;
}
