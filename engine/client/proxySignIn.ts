import type { ProxySignIn } from './proxy.ts';

/**
 * Signs in to the proxy that HTTPS_PROXY or ALL_PROXY name with a user and a password, and to no other. The system reports
 * proxies without their passwords.
 */
export function environmentSignIn(environment: { readonly [name: string]: string | undefined }): ProxySignIn {
  return ({ protocol, hostname, port }) => {
    for (const name of ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']) {
      const named = urlOf(environment[name] ?? '');
      if (named === null || named.username === '') continue;
      const isSame =
        named.protocol === protocol &&
        named.hostname.replace(/^\[|\]$/g, '') === hostname.toLowerCase() &&
        portOf(named) === port;
      if (isSame) return { user: decoded(named.username), password: decoded(named.password) };
    }
    return null;
  };
}

function urlOf(text: string): URL | null {
  try {
    return new URL(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
  } catch {
    return null;
  }
}

function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
