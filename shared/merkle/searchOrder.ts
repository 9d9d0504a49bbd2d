import { hashFunctions, preimages } from './registry.ts';
import type { LeafScheme } from './scheme.ts';

/** Names of the pre-images that services use most: fields alone, and key, value, and version in that order. */
const likely =
  /^(key|value|json:.*|(concat|join-colon|join-pipe|join-newline|json-array):key,value(,version)?)$/;

const likelyPreimages: ReadonlySet<string> = new Set(
  preimages.map(({ id }) => id).filter((id) => likely.test(id)),
);
const hashRanks: ReadonlyMap<string, number> = new Map(hashFunctions.map(({ id }, at) => [id, at]));

/**
 * Leaf rules in the order in which a bounded search tries them: the common pre-images with each hash function, then
 * the rest, and in each part SHA-256 first. The order within is that of the registry.
 */
export function likelyFirst(schemes: readonly LeafScheme[]): readonly LeafScheme[] {
  const rank = ({ hash, preimage }: LeafScheme) =>
    (likelyPreimages.has(preimage) ? 0 : hashRanks.size) + (hashRanks.get(hash) ?? 0);
  return [...schemes].sort((a, b) => rank(a) - rank(b));
}
