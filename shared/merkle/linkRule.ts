import { hashLink } from './hashing.ts';
import { equalBytes } from './hex.ts';
import type { InclusionProof } from './proof.ts';
import { linkRules } from './registry.ts';
import type { HashName, LinkRule } from './scheme.ts';

/**
 * How the root of one proof is the leaf of the next; null if by no known rule. Without that, two valid proofs
 * say nothing together: any leaf of any tree could be put before any proof of the tree around it.
 */
export function linkRuleOf(inner: InclusionProof, outer: InclusionProof, hash: HashName): LinkRule | null {
  return (
    linkRules.find(({ id }) => equalBytes(hashLink(inner.rootHash, id, hash), outer.leafHash))?.id ?? null
  );
}
