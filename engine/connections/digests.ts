import { createHash } from 'node:crypto';
import type { Json } from '#shared/domain/json.ts';
import type { RootPin } from '#shared/domain/pin.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { canonicalJson } from '#shared/snapshot/canonicalJson.ts';

/** Of the rules alone: how often they were confirmed makes no difference. Empty for none. */
export function rulesDigest(scheme: SchemePin | null): string {
  if (scheme === null) return '';
  const { origin, path, leaf } = scheme;
  return digest({ origin, path, leaf });
}

export function pinsDigest(pins: readonly RootPin[]): string {
  return digest(pins);
}

function digest(content: unknown): string {
  // As it is read back from the disk: without what is undefined.
  const plain = JSON.parse(JSON.stringify(content)) as Json;
  return createHash('sha256').update(canonicalJson(plain), 'utf8').digest('hex');
}
