import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from '@hono/zod-openapi';
import type { ServiceEnv } from './requestGuards.ts';
import type { Log } from '../log/log.ts';
import { ServiceError, type ErrorDetails } from '../serviceError.ts';

/** `{ error: { code, message, ...details } }` with the status and headers of the error. */
export function errorResponse(c: Context<ServiceEnv>, thrown: unknown, log: Log): Response {
  const error = asServiceError(thrown, c, log);
  const { code, message, details } = error;
  return c.json({ error: { code, message, ...details } }, error.status as ContentfulStatusCode, {
    ...error.headers,
  });
}

/** What the schema found wrong with a request body. */
export function invalidRequest({ issues }: Pick<z.ZodError, 'issues'>): ServiceError {
  const [issue] = issues;
  const details = placeOf(issue?.path ?? []);
  return new ServiceError(
    'INVALID_REQUEST',
    `${details.field ?? 'The request body'} ${issue?.message ?? 'is invalid'}.`,
    details,
  );
}

/** `atoms, 2, key` is the field `key` of item 2; `keys, 2` is item 2 of the field `keys`. */
function placeOf(path: readonly PropertyKey[]): ErrorDetails {
  const [first, second, ...rest] = path;
  if (first === undefined) return {};
  if (typeof second !== 'number') return { field: path.map(String).join('.') };
  return { field: rest.length > 0 ? rest.map(String).join('.') : String(first), failedIndex: second };
}

function asServiceError(thrown: unknown, c: Context<ServiceEnv>, log: Log): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  // Thrown by Hono for a body that is not JSON.
  if (thrown instanceof HTTPException && thrown.status === 400) {
    return new ServiceError('INVALID_REQUEST', 'The request body is not valid JSON.');
  }
  const cause = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  log(`${c.req.method} failed: ${cause}`, { level: 'error', requestId: c.get('requestId') });
  return new ServiceError('INTERNAL', 'Internal error. See the log of the service.');
}
