import { IncomingMessage } from 'node:http';
import { ServiceError } from '../serviceError.ts';
import { keySchema } from './schemas.ts';

/**
 * The path of a request as it was sent. A WHATWG URL would resolve `/atoms/%2E%2E` to the parent and so lose
 * keys such as `..`; the raw target in `env.incoming` is unchanged.
 */
export function rawPathOf(request: Request, env: object | undefined): string {
  const incoming = env && 'incoming' in env ? env.incoming : undefined;
  const target = incoming instanceof IncomingMessage ? (incoming.url ?? '/') : request.url;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path === '' ? '/' : path;
}

/**
 * The key in `/atoms/:key`: one percent-encoded segment (interface section 4.2).
 *
 * @throws ServiceError INVALID_REQUEST if it is not UTF-8, percent-encoded, or breaks a rule for keys
 */
export function keyOfPath(path: string): string {
  const segment = path.slice('/atoms/'.length);
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    throw new ServiceError('INVALID_REQUEST', 'The key in the path is not valid percent-encoded UTF-8.', {
      field: 'key',
    });
  }
  const parsed = keySchema.safeParse(decoded);
  if (parsed.success) return parsed.data;
  throw new ServiceError('INVALID_REQUEST', `key ${parsed.error.issues[0]?.message ?? 'is invalid'}.`, {
    field: 'key',
  });
}
