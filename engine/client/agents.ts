import { X509Certificate } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import type { BaseAddress } from './baseAddress.ts';
import { isLoopbackName } from './loopback.ts';
import { proxyCodes, proxyOf, TunnelAgent, type Proxy, type ProxyFor, type ProxySignIn } from './proxy.ts';
import { certificatesIn, type TrustedAuthorities } from './trust.ts';

export interface Agents {
  /** Keeps connections open for the next request. */
  readonly read: http.Agent;
  /**
   * The service may close a kept-alive connection at the moment it is used again, which would leave a store's
   * outcome unknown. So each store gets its own connection.
   */
  readonly write: http.Agent;
}

export interface AgentsEffects {
  /** Never called for addresses on this computer. */
  readonly proxyFor: ProxyFor;
  readonly proxySignIn: ProxySignIn;
  readonly trusted: TrustedAuthorities;
}

/** Error code for authorities of a connection that are no certificates. */
export const unreadableAuthorities = 'EAUTHORITIES';

// Node 18 tries only the first address of a name by default; "localhost" often has two.
const common = { autoSelectFamily: true };
const kept = { ...common, keepAlive: true, maxSockets: 16 };

/** Connections to services: directly, or through a tunnel of the system's proxy. */
export function createAgents({ proxyFor, proxySignIn, trusted }: AgentsEffects) {
  const plain: Agents = { read: new http.Agent(kept), write: new http.Agent(common) };
  /** By the way to the service, and the authorities that are trusted on it. */
  const secure = new Map<string, Agents>();
  const contexts = new Map<string, tls.SecureContext | null>();

  /** @throws if a certificate cannot be read */
  const contextFor = (authorities: string): tls.SecureContext | null => {
    const known = contexts.get(authorities);
    if (known !== undefined) return known;
    // Parsed, because a secure context ignores what it cannot read.
    const own = certificatesIn(authorities).map((one) => new X509Certificate(one).toString());
    const all = trusted() ?? (own.length === 0 ? null : tls.rootCertificates);
    const context = all === null ? null : tls.createSecureContext({ ca: [...all, ...own] });
    contexts.set(authorities, context);
    return context;
  };
  const secureAgents = (proxy: Proxy | null, authorities: string): Agents => {
    const name = `${proxy === null ? '' : `${proxy.protocol}//${proxy.hostname}:${String(proxy.port)}`} ${authorities}`;
    const known = secure.get(name);
    if (known !== undefined) return known;
    const secureContext = contextFor(authorities);
    // Set explicitly: otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 would send the key to anyone who responds.
    const strict = { rejectUnauthorized: true, ...(secureContext !== null && { secureContext }) };
    const agentWith = (options: https.AgentOptions): https.Agent =>
      proxy === null
        ? new https.Agent({ ...options, ...strict })
        : new TunnelAgent(proxy, proxySignIn, { ...options, ...strict });
    const agents = { read: agentWith(kept), write: agentWith(common) };
    secure.set(name, agents);
    return agents;
  };
  return {
    /**
     * @param authorities of the connection, in PEM; trusted in addition to those of the system
     * @returns an error code if the service cannot be reached over the system's proxy
     */
    for: async ({ protocol, hostname, origin }: BaseAddress, authorities = ''): Promise<Agents | string> => {
      if (protocol === 'http:') return plain;
      // If the system settings cannot be read, connect directly, as on most computers.
      const ways = isLoopbackName(hostname) ? '' : await proxyFor(`${origin}/`).catch(() => 'DIRECT');
      const proxy = proxyOf(ways);
      if (proxy === null) return proxyCodes.unsupported;
      try {
        return secureAgents(proxy === 'direct' ? null : proxy, authorities);
      } catch {
        return unreadableAuthorities;
      }
    },
    /** Closes connections that nothing uses now. */
    close: (): void => {
      for (const { read, write } of [plain, ...secure.values()]) {
        read.destroy();
        write.destroy();
      }
    },
  };
}

/**
 * Closes the connections that an agent keeps for later. If the service closed one of them, it probably closed the others
 * as well.
 */
export function dropKept(agent: http.Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets?.slice() ?? []) socket.destroy();
  }
}
