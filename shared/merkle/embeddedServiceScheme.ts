import type { LeafScheme, PathScheme } from './scheme.ts';

/**
 * How the embedded Atom Memory Service makes its hashes (docs/decisions/0003-verdicts-and-schemes.md). Its
 * connection is pinned to this as `specified`; the service itself hashes with it.
 */
export const embeddedServiceScheme: { readonly path: PathScheme; readonly leaf: LeafScheme } = {
  path: { hash: 'sha-256', node: 'prefix-01', shape: 'rfc6962', order: 'leaf-to-root' },
  leaf: { hash: 'sha-256', digest: 'prefix-00', preimage: 'json:key,value,version' },
};
