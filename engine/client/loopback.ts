import dns from 'node:dns';
import net, { type LookupFunction } from 'node:net';

/** 127.0.0.0/8, ::1 and the exact name localhost; with or without brackets for IPv6. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
}

/** Error code for a name that should mean this computer but does not. */
export const notLoopback = 'ENOTLOOPBACK';

/**
 * Resolves names to addresses of this computer only. `localhost` is just a name: a hosts file or a resolver
 * may point it anywhere, and over `http://` the API key would travel there unencrypted.
 */
export function createLoopbackLookup(lookup: typeof dns.lookup = dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      const own = addresses.filter(({ address }) => isLoopbackAddress(address));
      const [first] = own;
      if (first === undefined) {
        callback(Object.assign(new Error('Not a local address.'), { code: notLoopback }), []);
      } else if (options.all === true) callback(null, own);
      else callback(null, first.address, first.family);
    });
  };
}

function isLoopbackAddress(address: string): boolean {
  const v4 = address.replace(/^::ffff:/i, '');
  if (net.isIPv4(v4)) return v4.startsWith('127.');
  return address === '::1';
}
