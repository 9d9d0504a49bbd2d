import { isFromLeafRules, type CheckReason } from './checkReason.ts';
import { toHex } from './hex.ts';
import { findPreimage } from './preimages.ts';
import type { ProofChain } from './proof.ts';
import type { SchemePin } from './scheme.ts';
import type { Verdict } from './verdict.ts';

/** An atom with a proof that says which leaf it is. */
export interface LeafClaim {
  readonly key: string | null;
  /** null if its proof cannot be read, or if no other atom can be the same leaf. */
  readonly chain: ProofChain | null;
  readonly verdict: Pick<Verdict, 'checks'>;
}

/** Whether another atom may have the same leaf hash: by one rule that fixes the boundaries, none has. */
export function mayShareLeaf({ checks }: Pick<Verdict, 'checks'>, pin: SchemePin | null): boolean {
  if (pin === null || pin.leaf.length > 1) return pin !== null;
  const code = checks.find(({ name }) => name === 'content')?.reason.code;
  return code === 'boundary-open' || code === 'atom-may-be-node';
}

/**
 * For each atom, another key that is said to be the same leaf, at the same place under the same root, although each of the two could
 * be what the leaf is the hash of; null if there is none. A leaf is of one atom: at most one of them was stored. Where leaves do not
 * cover the key, several may share one.
 */
export function otherKeysInLeaf(claims: readonly LeafClaim[]): readonly (string | null)[] {
  const byLeaf = new Map<string, number[]>();
  for (const [at, { chain }] of claims.entries()) {
    if (chain === null) continue;
    const leaf = toHex(chain[0].leafHash);
    const others = byLeaf.get(leaf);
    if (others === undefined) byLeaf.set(leaf, [at]);
    else others.push(at);
  }
  const found = claims.map((): string | null => null);
  for (const group of byLeaf.values()) {
    if (group.length < 2 || new Set(group.map((at) => claims[at]?.key)).size < 2) continue;
    const byPlace = new Map<string, number[]>();
    for (const at of group) {
      const place = placeOf(claims[at]);
      if (place !== null) byPlace.set(place, [...(byPlace.get(place) ?? []), at]);
    }
    for (const together of byPlace.values())
      for (const at of together) {
        const other = together.find((each) => claims[each]?.key !== claims[at]?.key);
        if (other !== undefined) found[at] = claims[other]?.key ?? null;
      }
  }
  return found;
}

/** Where a proof leads from, and by which hashes; null if it shows no place, or not that of this key. */
function placeOf(claim: LeafClaim | undefined): string | null {
  if (claim === undefined || claim.chain === null) return null;
  const { chain, verdict } = claim;
  const { path, content } = Object.fromEntries(verdict.checks.map((check) => [check.name, check]));
  if (path?.status !== 'pass' || content === undefined || !isOfKey(content.reason)) return null;
  if (chain.some(({ leafIndex }) => leafIndex === null)) return null;
  return chain
    .map(({ rootHash, leafIndex, siblings }) =>
      [toHex(rootHash), `${leafIndex}`, ...siblings.map(toHex)].join(' '),
    )
    .join('\n');
}

/** Whether the leaf was shown to be the hash of this key, whatever else may be the case. */
function isOfKey(reason: CheckReason): boolean {
  if (reason.code === 'content-not-covered') return reason.binds.includes('key');
  return (
    isFromLeafRules(reason) &&
    reason.schemes.every(({ preimage }) => findPreimage(preimage)?.binds.includes('key') === true)
  );
}
