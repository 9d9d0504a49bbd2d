import { randomUUID } from 'node:crypto';
import type { ServiceEnv } from './requestGuards.ts';
import type { MiddlewareHandler } from 'hono';

/** What is known of a request after its response, without keys of atoms, values, and API keys. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** The ID of the API key; null if there was none. */
  readonly client: string | null;
  /** Atoms that were stored. */
  readonly stored: number;
}

const routes = [
  '/healthz',
  '/readyz',
  '/atoms',
  '/batch-atoms',
  '/recall',
  '/batch-access',
  '/openapi.json',
  '/admin/faults',
];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Few different names, whatever is requested. */
function routeOf(path: string): string {
  if (path.startsWith('/atoms/')) return '/atoms/{key}';
  return routes.includes(path) ? path : 'other';
}

/**
 * Gives every response the ID of its request, and passes on what became of it. A proxy may set the ID; anything that could not be
 * one is replaced.
 */
export function recordRequests(seen: (record: RequestRecord) => void): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const begun = performance.now();
    const given = c.req.header('x-request-id') ?? '';
    const requestId = /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
    c.set('requestId', requestId);
    c.set('stored', 0);
    await next();
    // In a fault, the connection is ended instead.
    if (c.res.headers.get('x-hono-already-sent') === null) c.header('X-Request-Id', requestId);
    seen({
      requestId,
      method: methods.includes(c.req.method) ? c.req.method : 'other',
      route: routeOf(c.req.path),
      status: c.res.status,
      seconds: (performance.now() - begun) / 1_000,
      client: (c.get('apiKey') as { readonly id: string } | undefined)?.id ?? null,
      stored: c.get('stored'),
    });
  };
}
