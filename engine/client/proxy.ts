import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';

/** The proxy that a request goes through. */
export interface Proxy {
  /** The protocol to the proxy itself. */
  readonly protocol: 'http:' | 'https:';
  readonly hostname: string;
  readonly port: number;
}

/** The system's result for a URL, in PAC syntax: `PROXY proxy.example:8080; DIRECT`. */
export type ProxyFor = (url: string) => Promise<string>;

/** The user name and password for a proxy; null if none is known. */
export type ProxySignIn = (proxy: Proxy) => ProxyCredentials | null;

export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

/** Error codes of a failed connection through a proxy. */
export const proxyCodes = {
  unreachable: 'EPROXYUNREACHABLE',
  signIn: 'EPROXYSIGNIN',
  /** The proxy did not accept the user name and password. */
  wrongSignIn: 'EPROXYWRONGSIGNIN',
  refused: 'EPROXYREFUSED',
  unsupported: 'EPROXYUNSUPPORTED',
} as const;

/** The first supported route in the list: a proxy, or `direct`; null if there is none. */
export function proxyOf(ways: string): Proxy | 'direct' | null {
  if (ways.trim() === '') return 'direct';
  for (const way of ways.split(';')) {
    const [kind = '', place = ''] = way.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return 'direct';
    const protocol = { PROXY: 'http:', HTTPS: 'https:' } as const;
    const known = kind.toUpperCase();
    if (known !== 'PROXY' && known !== 'HTTPS') continue;
    const found = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(place);
    if (found?.[1] === undefined) continue;
    const port = found[2] === undefined ? (known === 'HTTPS' ? 443 : 80) : Number(found[2]);
    return { protocol: protocol[known], hostname: found[1].replace(/^\[|\]$/g, ''), port };
  }
  return null;
}

/** How long to wait for a proxy to open a tunnel, in milliseconds. */
const tunnelMs = 30_000;

/**
 * Connections to a service through a tunnel that a proxy opens (CONNECT). The proxy sees only the host name:
 * TLS is between the app and the service, so nobody else gets the API key.
 */
export class TunnelAgent extends https.Agent {
  readonly #proxy: Proxy;
  readonly #signIn: ProxySignIn;

  constructor(proxy: Proxy, signIn: ProxySignIn, options: https.AgentOptions) {
    super(options);
    this.#proxy = proxy;
    this.#signIn = signIn;
  }

  /** Called by node:http for each new connection; returns the result through the callback. */
  override createConnection(
    options: https.RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    // node:http accepts an error without a stream, although its types do not allow it.
    const answer = callback as ((error: Error | null, stream?: Duplex) => void) | undefined;
    this.#connect(options as tls.ConnectionOptions).then(
      (socket) => answer?.(null, socket),
      (error: unknown) =>
        answer?.(error instanceof Error ? error : new Error('The proxy did not open a tunnel.')),
    );
  }

  async #connect(options: tls.ConnectionOptions): Promise<Duplex> {
    const socket = await openTunnel(
      this.#proxy,
      this.#signIn(this.#proxy),
      `${bracketed(options.host ?? '')}:${String(options.port ?? 443)}`,
    );
    return new Promise((resolve, reject) => {
      const secure = tls.connect({ ...options, socket }, () => {
        secure.off('error', reject);
        resolve(secure);
      });
      secure.once('error', reject);
    });
  }
}

function openTunnel(proxy: Proxy, signIn: ProxyCredentials | null, target: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const refuse = (code: string): void => {
      reject(Object.assign(new Error('The proxy type is not supported.'), { code }));
    };
    const codeOfRefusal = (status: number | undefined): string => {
      if (status !== 407) return proxyCodes.refused;
      return signIn === null ? proxyCodes.signIn : proxyCodes.wrongSignIn;
    };
    const asking = (proxy.protocol === 'https:' ? https : http).request({
      hostname: proxy.hostname,
      port: proxy.port,
      method: 'CONNECT',
      path: target,
      headers: {
        Host: target,
        'User-Agent': 'Atom-Explorer',
        ...(signIn !== null && { 'Proxy-Authorization': basicAuthorization(signIn) }),
      },
      agent: false,
      timeout: tunnelMs,
      rejectUnauthorized: true,
    });
    asking.once('connect', (answer, socket, head) => {
      if (answer.statusCode === 200) {
        socket.setTimeout(0);
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      refuse(codeOfRefusal(answer.statusCode));
    });
    asking.once('response', (answer) => {
      answer.destroy();
      refuse(codeOfRefusal(answer.statusCode));
    });
    asking.once('timeout', () => asking.destroy());
    asking.once('error', () => {
      refuse(proxyCodes.unreachable);
    });
    asking.end();
  });
}

function bracketed(hostname: string): string {
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}

/** RFC 7617, in UTF-8. */
function basicAuthorization({ user, password }: ProxyCredentials): string {
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}
