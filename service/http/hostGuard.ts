import { isIPv6 } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { ServiceError } from '../serviceError.ts';

/** Names of this computer that no DNS server can redirect. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** An address as it is written in a URL. */
export function urlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Whether a host, as in a URL, is this computer. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}

/**
 * Responds 421 to a request that was sent to another name. A web page whose name is pointed to this computer
 * (DNS rebinding) reaches the port, but its browser still sends that name. Ports are not compared, because a
 * tunnel has its own.
 *
 * @param allowed further hosts, without port, such as that of a reverse proxy
 */
export function hostGuard(allowed: (host: string) => boolean): MiddlewareHandler {
  return async (c, next) => {
    const host = (c.req.header('host') ?? '').toLowerCase().replace(/:\d*$/, '');
    if (!isLoopback(host) && !allowed(host)) {
      throw new ServiceError(
        'WRONG_HOST',
        'This service does not accept requests to this host. To allow it, start the service with --allowed-host.',
      );
    }
    await next();
  };
}
