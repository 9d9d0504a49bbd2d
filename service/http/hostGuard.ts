import type { MiddlewareHandler } from 'hono';
import { ServiceError } from '../serviceError.ts';

/** Names of this computer that no DNS server can redirect. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Responds 421 to a request that was sent to another name. A web page whose name is pointed to this computer
 * (DNS rebinding) reaches the port, but its browser still sends that name. Ports are not compared, because a
 * tunnel has its own.
 *
 * @param allowed further host names, without port, such as that of a reverse proxy
 */
export function hostGuard(allowed: readonly string[]): MiddlewareHandler {
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  return async (c, next) => {
    const host = (c.req.header('host') ?? '').toLowerCase().replace(/:\d*$/, '');
    if (!loopback.test(host) && !names.has(host)) {
      throw new ServiceError(
        'WRONG_HOST',
        'This service accepts only requests to 127.0.0.1 and localhost. To allow another host name, start it with --allowed-host.',
      );
    }
    await next();
  };
}
