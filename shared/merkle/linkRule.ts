import { hashLink } from './hashing.ts';
import { equalBytes } from './hex.ts';
import type { InclusionProof, ProofChain } from './proof.ts';
import { findPreimage } from './preimages.ts';
import { linkRules } from './registry.ts';
import type { HashName, LeafScheme, LinkRule, PathScheme } from './scheme.ts';
import { separatesLeaves } from './separation.ts';

/** How many trees a proof leads through by a rule. */
export function treeCountOf({ links = [] }: Pick<PathScheme, 'links'>): number {
  return links.length + 1;
}

/** A path rule with these links. A rule of one tree has no member `links`, so that equal rules are written alike. */
export function withLinks({ hash, node, shape, order }: PathScheme, links: readonly LinkRule[]): PathScheme {
  return { hash, node, shape, order, ...(links.length === 0 ? {} : { links }) };
}

/** How the root of one proof is the leaf of the next; null if by no known rule. */
export function linkRuleOf(inner: InclusionProof, outer: InclusionProof, hash: HashName): LinkRule | null {
  return linkRules.find(({ id }) => isLinked(inner, outer, id, hash))?.id ?? null;
}

/** The links of a chain by one hash function; null if a root is not the next leaf by any known rule. */
export function linksOfChain(chain: ProofChain, hash: HashName): readonly LinkRule[] | null {
  const links: LinkRule[] = [];
  for (const [at, outer] of chain.slice(1).entries()) {
    const rule = linkRuleOf(chain[at] ?? outer, outer, hash);
    if (rule === null) return null;
    links.push(rule);
  }
  return links;
}

/**
 * The first proof of a chain whose root is not the leaf of the next one by a rule; null if there is none. Without that, two
 * valid proofs say nothing together: any leaf of any tree could be put before any proof of the tree around it.
 */
export function firstUnlinked(chain: ProofChain, { hash, links = [] }: PathScheme): number | null {
  const at = chain.slice(1).findIndex((outer, inner) => {
    const [before, rule] = [chain[inner], links[inner]];
    return before === undefined || rule === undefined || !isLinked(before, outer, rule, hash);
  });
  return at < 0 ? null : at;
}

/** Whether a chain has as many proofs as a rule has trees, and its links. */
export function fitsLinks(chain: ProofChain, scheme: PathScheme): boolean {
  return (
    chain.length === treeCountOf(scheme) && (chain.length === 1 || firstUnlinked(chain, scheme) === null)
  );
}

function isLinked(inner: InclusionProof, outer: InclusionProof, rule: LinkRule, hash: HashName): boolean {
  return equalBytes(hashLink(inner.rootHash, rule, hash), outer.leafHash);
}

/**
 * Whether an ordinary atom could have a leaf that also links an inner root: then whoever stores that atom can link any
 * tree of their own to the tree that has the atom.
 *
 * @param areTreesKnown whether something other than proofs says that atoms are only in the innermost trees. Then only `same`
 *   is in doubt, where a path can run on through the link as if both trees were one.
 */
export function mayLinkBeAtom(
  path: PathScheme,
  leaf: readonly LeafScheme[],
  areTreesKnown: boolean,
): boolean {
  return (path.links ?? []).some((link) =>
    link === 'same'
      ? !separatesLeaves(path, leaf)
      : !areTreesKnown && (leaf.length === 0 || leaf.some((rule) => mayBeLink(rule, link))),
  );
}

/**
 * Whether the bytes that are hashed for a leaf could be those of a link. They differ in length after a double hash, except
 * from a plain hash; in the first byte, between 00 and hex digits; and a canonical JSON object has more fixed characters than
 * anyone could find in a hash. In any other text, an attacker can bring about what a link needs.
 */
function mayBeLink({ digest, preimage }: LeafScheme, link: Exclude<LinkRule, 'same'>): boolean {
  if (preimage.startsWith('json:') && findPreimage(preimage) !== null && digest !== 'double') return false;
  if (digest === 'double') return link === 'hash';
  if (link !== 'hash-hex') return true;
  return digest === 'plain' && mayBeHexDigits(preimage);
}

/** Whether a text by this rule can be hex digits alone. Separators, brackets, and lengths cannot. */
function mayBeHexDigits(preimage: string): boolean {
  const entry = findPreimage(preimage);
  if (entry === null) return true;
  return entry.separator === '' || ['key', 'value', 'atom'].includes(entry.id);
}
