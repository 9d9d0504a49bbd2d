import type { Json } from '../domain/json.ts';
import { hashLeaf } from './hashing.ts';
import { equalBytes } from './hex.ts';
import { parseProof } from './parseProof.ts';
import type { AtomContent } from './preimages.ts';
import type { InclusionProof, ProofChain } from './proof.ts';
import { leafSchemes, lengthOfHash, pathSchemes } from './registry.ts';
import type { HashName, LeafScheme, PathScheme } from './scheme.ts';
import { reachesRoot } from './tracePath.ts';
import { placesToRoot } from './treeShape.ts';

/** An atom with its proof as received, from which a scheme may be learnt. */
export interface ProofSample extends AtomContent {
  /** As received; used where the proof itself names no leaf hash. */
  readonly hash?: string | null;
  readonly proof: Json;
}

/** A sample whose proof could be read. */
export interface UsableSample extends AtomContent {
  readonly proof: InclusionProof;
  readonly chain: ProofChain;
}

/** The schemes to choose from, in the order in which they are tried: all of the registry, or some. */
export interface SchemeCandidates {
  readonly path: readonly PathScheme[];
  readonly leaf: readonly LeafScheme[];
}

export const wholeRegistry: SchemeCandidates = { path: pathSchemes, leaf: leafSchemes };

export interface SchemeFit {
  /** Every path scheme that reproduces the roots of all usable samples. */
  readonly path: readonly PathScheme[];
  /** Every leaf scheme that reproduces all their leaf hashes. */
  readonly leaf: readonly LeafScheme[];
  /** How many samples were usable; with 0 nothing fits. */
  readonly used: number;
}

/**
 * Tries the registry on samples. The two parts are found apart: a path that leads to the root says nothing
 * about how the leaf was made, nor the other way round; only their hash function is one and the same. One sample
 * that fits nothing empties the answer; `narrowPin` is the one that tolerates such samples. What is left open by
 * more than one scheme, and which sample would tell, says `ambiguitiesOf`.
 */
export function infer(
  samples: readonly ProofSample[],
  candidates: SchemeCandidates = wholeRegistry,
): SchemeFit {
  const usable = usableSamples(samples);
  if (usable.length === 0) return { path: [], leaf: [], used: 0 };
  let path = candidates.path;
  for (const { chain } of usable) path = fittingPaths(chain, path);

  const supported = new Set<LeafScheme>();
  let leaf = ofSameHash(candidates.leaf, path);
  for (const sample of learnableSamples(usable)) {
    const { fits, unknown } = fittingLeaves(sample, leaf);
    for (const scheme of fits) supported.add(scheme);
    const kept = new Set([...fits, ...unknown]);
    leaf = leaf.filter((scheme) => kept.has(scheme));
  }
  // A rule that cannot be applied to a sample is not ruled out by it, but some sample has to speak for it.
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

/** Characters of content above which trying hundreds of leaf rules would take long; such samples only confirm. */
export const longestToLearnFrom = 256 * 1024;

/** The samples that can teach a leaf rule, the shortest first: most rules are ruled out by the first one. */
export function learnableSamples(usable: readonly UsableSample[]): readonly UsableSample[] {
  const length = ({ key, value }: UsableSample) => (key?.length ?? 0) + (value?.length ?? 0);
  return usable
    .filter((sample) => !isEmptyLeaf(sample.proof.leafHash) && length(sample) <= longestToLearnFrom)
    .sort((a, b) => length(a) - length(b));
}

/**
 * The schemes, in their order, by which every proof of a chain leads to its root. Where one hash function does,
 * no other can (nobody has found two functions to agree on anything), unless nothing is hashed at all.
 */
export function fittingPaths(chain: ProofChain, among: readonly PathScheme[]): readonly PathScheme[] {
  const length = chain[0].leafHash.length;
  const hashesNothing = chain.every(({ siblings }) => siblings.length === 0);
  const shapeMatters = chain.some(meetsLoneNode);
  const orderMatters = chain.some(({ siblings }) => siblings.length > 1);
  const tried = new Map<string, boolean>();
  const fitting: PathScheme[] = [];
  for (const scheme of among) {
    if (lengthOfHash(scheme.hash) !== length) continue;
    const settled = fitting[0];
    if (settled !== undefined && settled.hash !== scheme.hash && !hashesNothing) break;
    const { hash, node, shape, order } = scheme;
    const alike = `${hash} ${node} ${shapeMatters ? shape : ''} ${orderMatters ? order : ''}`;
    const fits = tried.get(alike) ?? chain.every((proof) => reachesRoot(proof, scheme));
    tried.set(alike, fits);
    if (fits) fitting.push(scheme);
  }
  return fitting;
}

/** Whether a path passes a node without a neighbour: only there do the shapes of trees differ. */
function meetsLoneNode({ leafIndex, treeSize }: InclusionProof): boolean {
  // Without an index only a rule that sorts pairs can be followed, as if every node had a neighbour.
  if (leafIndex === null) return false;
  if (treeSize === null) return true;
  return placesToRoot(leafIndex, treeSize).some(({ neighbour }) => neighbour === 'none');
}

export interface LeafFits {
  readonly fits: readonly LeafScheme[];
  /** Rules that cannot be applied to this sample, for instance for want of a version. */
  readonly unknown: readonly LeafScheme[];
}

/** The leaf schemes that give a sample its leaf hash. As with paths, one hash function rules out all others. */
export function fittingLeaves(sample: UsableSample, among: readonly LeafScheme[]): LeafFits {
  const { leafHash } = sample.proof;
  const fits: LeafScheme[] = [];
  const unknown: LeafScheme[] = [];
  for (const scheme of among) {
    if (lengthOfHash(scheme.hash) !== leafHash.length) continue;
    if (fits[0] !== undefined && fits[0].hash !== scheme.hash) break;
    const hashing = hashLeaf(sample, scheme);
    if (!hashing.ok) unknown.push(scheme);
    else if (equalBytes(hashing.hash, leafHash)) fits.push(scheme);
  }
  return { fits, unknown };
}

/** The schemes whose hash function is one that is left in the other part; all of them where that part is empty. */
export function ofSameHash<Scheme extends { readonly hash: HashName }>(
  schemes: readonly Scheme[],
  other: readonly { readonly hash: HashName }[],
): readonly Scheme[] {
  const names = new Set(other.map(({ hash }) => hash));
  return names.size === 0 ? schemes : schemes.filter(({ hash }) => names.has(hash));
}

/** Node and leaf use one hash function, so what settles it for one part settles it for the other. */
export function oneHash(
  path: readonly PathScheme[],
  leaf: readonly LeafScheme[],
): { readonly path: readonly PathScheme[]; readonly leaf: readonly LeafScheme[] } {
  const kept = ofSameHash(leaf, path);
  return { path: ofSameHash(path, kept), leaf: kept };
}

/** A leaf of zero bytes marks padding or a removed leaf. No hash function gives it, so it never holds content. */
export function isEmptyLeaf(leafHash: Uint8Array): boolean {
  return leafHash.every((byte) => byte === 0);
}
