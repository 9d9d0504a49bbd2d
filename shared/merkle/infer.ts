import type { Json } from '../domain/json.ts';
import { createHashBudget, type HashBudget } from './hashBudget.ts';
import { hashMessage, leafMessage, leafPreimage } from './hashing.ts';
import { equalBytes } from './hex.ts';
import { fitsLinks, linksOfChain, withLinks } from './linkRule.ts';
import { parseProof } from './parseProof.ts';
import type { AtomContent } from './preimages.ts';
import type { InclusionProof, ProofChain } from './proof.ts';
import { leafSchemes, lengthOfHash, pathSchemes } from './registry.ts';
import type { HashName, LeafScheme, PathScheme } from './scheme.ts';
import { reachesRoot } from './rootFromInclusionProof.ts';
import { placesToRoot } from './treeShape.ts';

/** An atom with its proof as received, used to infer a scheme. */
export interface ProofSample extends AtomContent {
  /** As received; used if the proof has no leaf hash. */
  readonly hash?: string | null;
  readonly proof: Json;
}

/** A sample whose proof could be read. */
export interface UsableSample extends AtomContent {
  readonly proof: InclusionProof;
  readonly chain: ProofChain;
}

/** The schemes to choose from, in the order in which they are tried: the whole registry or part of it. */
export interface SchemeCandidates {
  readonly path: readonly PathScheme[];
  /** Whether the path rules leave open through how many trees a proof leads: then chains of proofs show that. */
  readonly infersLinks: boolean;
  readonly leaf: readonly LeafScheme[];
}

export const wholeRegistry: SchemeCandidates = { path: pathSchemes, infersLinks: true, leaf: leafSchemes };

export interface SchemeFit {
  /** Every path scheme that reproduces the roots of all usable samples. */
  readonly path: readonly PathScheme[];
  /** Every leaf scheme that reproduces all their leaf hashes. */
  readonly leaf: readonly LeafScheme[];
  /** How many samples were usable; with 0 nothing fits. */
  readonly used: number;
}

/**
 * Tries the registry on samples. Path schemes and leaf schemes are found separately: a path that leads to the root
 * says nothing about how the leaf was made, and vice versa; they only share the hash function. If one sample fits
 * nothing, the result is empty; `narrowPin` tolerates such samples. `ambiguitiesOf` says what several remaining
 * schemes leave open, and which samples would decide it. Rules that were not tried because the budget ran out count
 * as not fitting.
 */
export function infer(
  samples: readonly ProofSample[],
  candidates: SchemeCandidates = wholeRegistry,
  budget: HashBudget = createHashBudget(),
): SchemeFit {
  const usable = usableSamples(samples);
  if (usable.length === 0) return { path: [], leaf: [], used: 0 };
  let path = pathRulesFor(candidates, usable);
  for (const { chain } of usable) path = fittingPaths(chain, path, budget);

  const supported = new Set<LeafScheme>();
  let leaf = ofSameHash(candidates.leaf, path);
  for (const sample of learnableSamples(usable)) {
    const { fits, unknown } = fittingLeaves(sample, leaf, budget);
    for (const scheme of fits) supported.add(scheme);
    const kept = new Set([...fits, ...unknown]);
    leaf = leaf.filter((scheme) => kept.has(scheme));
  }
  // If a rule cannot be applied to a sample, that does not rule it out, but at least one sample must fit it.
  leaf = leaf.filter((scheme) => supported.has(scheme));
  return { ...oneHash(path, leaf), used: usable.length };
}

export function usableSamples(samples: readonly ProofSample[]): readonly UsableSample[] {
  return samples.flatMap(({ key, value, version, hash, proof: raw }) => {
    const parse = parseProof(raw, { leafHash: hash ?? null });
    if (!parse.ok) return [];
    const { proof, chain } = parse;
    return [{ key, value, version, proof, chain }];
  });
}

/**
 * The path rules to try on samples. If the links are open, each rule is tried with the links that the chains among
 * the samples have, besides none.
 */
export function pathRulesFor(
  { path, infersLinks }: Pick<SchemeCandidates, 'path' | 'infersLinks'>,
  samples: readonly Pick<UsableSample, 'chain'>[],
): readonly PathScheme[] {
  const chains = infersLinks ? samples.filter(({ chain }) => chain.length > 1) : [];
  if (chains.length === 0) return path;
  const hashes = [...new Set(path.map(({ hash }) => hash))];
  const found = hashes.map((hash) => {
    const links = chains.flatMap(({ chain }) =>
      lengthOfHash(hash) === chain[0].leafHash.length ? [linksOfChain(chain, hash) ?? []] : [],
    );
    return [hash, new Map(links.map((each) => [each.join(), each]))] as const;
  });
  const linksBy = new Map(found);
  const linked = path.flatMap((scheme) =>
    [...(linksBy.get(scheme.hash)?.values() ?? [])].flatMap((links) =>
      links.length === 0 ? [] : [withLinks(scheme, links)],
    ),
  );
  return [...path, ...linked];
}

/** UTF-16 units of key and value. */
export function lengthOf({ key, value }: Pick<UsableSample, 'key' | 'value'>): number {
  return (key?.length ?? 0) + (value?.length ?? 0);
}

/** Trying hundreds of leaf rules on more characters than this would take too long; longer samples only confirm rules. */
export const longestToLearnFrom = 256 * 1024;

/** The samples from which a leaf rule can be inferred, shortest first, as the first one rules out most rules. */
export function learnableSamples(usable: readonly UsableSample[]): readonly UsableSample[] {
  return usable
    .filter(
      (sample) =>
        !isEmptyLeaf(sample.proof.leafHash) &&
        (sample.key !== null || sample.value !== null) &&
        lengthOf(sample) <= longestToLearnFrom,
    )
    .sort((a, b) => lengthOf(a) - lengthOf(b));
}

/**
 * The schemes, in their order, under which every proof of a chain leads to its root, and each root to the next proof. If it does so with one hash
 * function, it cannot with another (no two functions are known to agree on any input), unless nothing is hashed at
 * all. Returns the schemes found so far when the budget runs out.
 */
export function fittingPaths(
  chain: ProofChain,
  among: readonly PathScheme[],
  budget: HashBudget,
): readonly PathScheme[] {
  const length = chain[0].leafHash.length;
  const hashesNothing = chain.every(({ siblings }) => siblings.length === 0);
  const nameOf = groupsFor(chain);
  const tried = new Map<string, boolean>();
  const fitting: PathScheme[] = [];
  const cost = 2 * length * chain.reduce((sum, { siblings }) => sum + siblings.length, 0);
  for (const scheme of among) {
    if (lengthOfHash(scheme.hash) !== length || !fitsLinks(chain, scheme)) continue;
    const settled = fitting[0];
    if (settled !== undefined && settled.hash !== scheme.hash && !hashesNothing) break;
    const alike = nameOf(scheme);
    if (!tried.has(alike) && !budget.take(cost)) break;
    const fits = tried.get(alike) ?? chain.every((proof) => reachesRoot(proof, scheme));
    tried.set(alike, fits);
    if (fits) fitting.push(scheme);
  }
  return fitting;
}

/** An identifier of a path rule. Rules with the same identifier lead this chain to the same roots. */
function groupsFor(chain: ProofChain): (scheme: PathScheme) => string {
  const shapeMatters = chain.some(meetsLoneNode);
  const orderMatters = chain.some(({ siblings }) => siblings.length > 1);
  return ({ hash, node, shape, order }) =>
    `${hash} ${node} ${shapeMatters ? shape : ''} ${orderMatters ? order : ''}`;
}

/** Whether this chain cannot distinguish these rules, or not by hashing. */
export function areAlikeFor(chain: ProofChain, schemes: readonly PathScheme[]): boolean {
  // Without an index, only rules that sort pairs can be tried; all others remain.
  const nameOf = groupsFor(chain);
  const names = schemes.map((scheme) => `${nameOf(scheme)} ${scheme.links?.join('+') ?? ''}`);
  return chain.some(({ leafIndex }) => leafIndex === null) || new Set(names).size === 1;
}

/** Whether a path contains a node without a sibling, the only place where tree shapes differ. */
function meetsLoneNode({ leafIndex, treeSize }: InclusionProof): boolean {
  // Without an index, only rules that sort pairs can be applied, as if every node had a sibling.
  if (leafIndex === null) return false;
  if (treeSize === null) return true;
  return placesToRoot(leafIndex, treeSize).some(({ neighbour }) => neighbour === 'none');
}

export interface LeafFits {
  readonly fits: readonly LeafScheme[];
  /** Rules that cannot be applied to this sample, for example because it has no version. */
  readonly unknown: readonly LeafScheme[];
  /** How many rules were tried, counted from the first: all of them unless the budget ran out. */
  readonly tried: number;
}

/**
 * The leaf schemes that produce a sample's leaf hash. As with paths, one hash function rules out all others. Two rules
 * with the same function produce the same hash only if they hash the same message, so after the first match messages
 * are compared instead of hashed. Stops when the budget runs out.
 */
export function fittingLeaves(
  sample: UsableSample,
  among: readonly LeafScheme[],
  budget: HashBudget,
): LeafFits {
  const { leafHash } = sample.proof;
  const fits: LeafScheme[] = [];
  const unknown: LeafScheme[] = [];
  const hasFoundMessage = messageFinder(sample, budget);
  let tried = 0;
  for (const scheme of among) {
    const outcome =
      lengthOfHash(scheme.hash) === leafHash.length ? hasFoundMessage(scheme, leafHash) : 'differs';
    if (outcome === 'exhausted') break;
    tried += 1;
    if (outcome === 'fits') fits.push(scheme);
    else if (outcome === 'unknown') unknown.push(scheme);
  }
  return { fits, unknown, tried };
}

type LeafTrial = 'fits' | 'differs' | 'unknown' | 'exhausted';

/** Tries one rule after the other on a sample, and remembers the message that produced its leaf hash. */
function messageFinder(sample: UsableSample, budget: HashBudget) {
  let found: {
    readonly scheme: LeafScheme;
    readonly preimage: Uint8Array;
    readonly message: Uint8Array;
  } | null = null;
  return (scheme: LeafScheme, leafHash: Uint8Array): LeafTrial => {
    if (found !== null && found.scheme.hash !== scheme.hash) return 'differs';
    if (found === null && budget.isExhausted()) return 'exhausted';
    const built = leafPreimage(sample, scheme);
    if (!built.ok) return 'unknown';
    const preimage = built.bytes;
    if (found !== null) return isSameMessage(scheme, preimage, found) ? 'fits' : 'differs';
    // Some rules hash the value before joining it, so more is hashed than the pre-image contains.
    if (!budget.take(Math.max(preimage.length, lengthOf(sample)))) return 'exhausted';
    const message = leafMessage(preimage, scheme);
    if (!equalBytes(hashMessage(message, scheme.hash), leafHash)) return 'differs';
    found = { scheme, preimage, message };
    return 'fits';
  };
}

/** Whether a rule hashes the same message as a matching rule with the same hash function. */
function isSameMessage(
  scheme: LeafScheme,
  preimage: Uint8Array,
  found: { readonly scheme: LeafScheme; readonly preimage: Uint8Array; readonly message: Uint8Array },
): boolean {
  if (scheme.digest === found.scheme.digest) return equalBytes(preimage, found.preimage);
  // Only a message as long as a hash can itself result from hashing, and that one was cheap to hash.
  if (scheme.digest === 'double' && found.message.length !== lengthOfHash(scheme.hash)) return false;
  return equalBytes(leafMessage(preimage, scheme), found.message);
}

/** The schemes whose hash function the other part still allows; all of them if that part is empty. */
export function ofSameHash<Scheme extends { readonly hash: HashName }>(
  schemes: readonly Scheme[],
  other: readonly { readonly hash: HashName }[],
): readonly Scheme[] {
  const names = new Set(other.map(({ hash }) => hash));
  return names.size === 0 ? schemes : schemes.filter(({ hash }) => names.has(hash));
}

/** Nodes and leaves use the same hash function, so determining it for one part determines it for the other. */
export function oneHash(
  path: readonly PathScheme[],
  leaf: readonly LeafScheme[],
): { readonly path: readonly PathScheme[]; readonly leaf: readonly LeafScheme[] } {
  const kept = ofSameHash(leaf, path);
  return { path: ofSameHash(path, kept), leaf: kept };
}

/** A leaf of zero bytes marks padding or a removed leaf. No hash function produces it, so it never has content. */
export function isEmptyLeaf(leafHash: Uint8Array): boolean {
  return leafHash.every((byte) => byte === 0);
}
