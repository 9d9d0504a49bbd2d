import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Rate } from '../limits/rateLimiter.ts';
import type { Tier } from '../limits/serviceLimits.ts';

/** `read`: everything but the two stores. `full`: everything. */
export const scopes = ['read', 'full'] as const;
export type Scope = (typeof scopes)[number];

/** What is saved of an API key: enough to recognize it, not enough to use it. */
export interface KnownKey {
  /** Identifies the client for rate limits and predictions. Not secret. */
  readonly id: string;
  readonly scope: Scope;
  /** Limits the size of its values; omitted: the service's limit. */
  readonly tier?: Tier;
  /** Omitted: the service's rate. */
  readonly rate?: Rate;
  /** SHA-256 of the key, lowercase hex. Keys are random and long, so no slow hash is needed. */
  readonly hash: string;
}

/** A new key with 256 random bits. */
export function makeApiKey(scope: Scope): string {
  return `atom_${scope}_${randomBytes(32).toString('base64url')}`;
}

/** The record of an API key; its id is the beginning of its hash unless one is given. */
export function knownKey(apiKey: string, scope: Scope, id?: string): KnownKey {
  const hash = digest(apiKey).toString('hex');
  return { id: id ?? hash.slice(0, 16), scope, hash };
}

export interface Authenticator {
  /** The key in an `Authorization` header (interface section 5); null if missing or unknown. */
  identify(authorization: string | undefined): KnownKey | null;
}

export function createAuthenticator(keys: readonly KnownKey[]): Authenticator {
  const known = keys.map((key) => ({ key, hash: Buffer.from(key.hash, 'hex') }));

  return {
    identify(authorization) {
      const token = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) return null;
      const presented = digest(token);
      // All keys are compared, each in constant time, so that timing reveals nothing about them.
      let found: KnownKey | null = null;
      for (const { key, hash } of known) if (timingSafeEqual(presented, hash)) found = key;
      return found;
    },
  };
}

/** Whether a string can be sent as a bearer token (RFC 6750, 2.1). */
export function isBearerToken(text: string): boolean {
  return /^[A-Za-z0-9._~+/-]+=*$/.test(text);
}

function digest(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}
