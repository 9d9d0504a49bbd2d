import {
  fittingLeaves,
  fittingPaths,
  learnableSamples,
  oneHash,
  ofSameHash,
  usableSamples,
  wholeRegistry,
  type ProofSample,
  type SchemeCandidates,
  type UsableSample,
} from './infer.ts';
import type { LeafScheme, PathScheme, SchemePin } from './scheme.ts';

/** More samples of one answer would only confirm; trying the whole registry on each of them costs time. */
const samplesToLearnFrom = 64;

/**
 * What a connection is held to after an answer with these samples. Call it first, then verify the same
 * samples against its result: two proofs of one answer that need different rules are then told apart.
 *
 * - Without a pin: the rules that most samples fit become the pin. A damaged proof among sound ones does not
 *   prevent that, and is red in `verify`. Where the samples are divided between rules, nothing is pinned.
 * - With an inferred pin: rules that a sample rules out are dropped, and none is ever added. A sample that
 *   fits none of them changes nothing: it is red in `verify`. Otherwise a server that may choose a rule for
 *   each answer could choose one that it can forge.
 * - One exception: a pin without a leaf rule takes one at the first samples that fit one. Until then every
 *   content check was undecided, so nothing that was ever shown as passed rests on the absence of a rule; it
 *   is the same trust on first use, later. Once there, a leaf rule is never replaced.
 * - A specified or chosen pin is never changed.
 *
 * Returns the same object if nothing changed. `now` in epoch milliseconds.
 */
export function narrowPin(
  pin: SchemePin | null,
  samples: readonly ProofSample[],
  now: number,
): SchemePin | null {
  if (pin === null) return learnPin(samples, now);
  if (pin.origin !== 'inferred') return pin;
  if (pin.path.length === 1 && pin.leaf.length === 1) return pin;

  const usable = usableSamples(pin.leaf.length === 0 ? samples.slice(0, samplesToLearnFrom) : samples);
  const path = usable.reduce(narrowPath, pin.path);
  const sound = usable.filter(({ chain }) => fittingPaths(chain, path).length > 0);
  const leaf =
    pin.leaf.length === 0 ? learnLeaf(sound, wholeRegistry.leaf, path) : sound.reduce(narrowLeaf, pin.leaf);
  const narrowed = oneHash(path, leaf);
  if (narrowed.path.length === pin.path.length && narrowed.leaf.length === pin.leaf.length) return pin;
  return { ...pin, ...narrowed, samples: pin.samples + sound.length };
}

/** The pin that first samples give, from all of the registry or from what somebody narrowed it to. */
export function learnPin(
  samples: readonly ProofSample[],
  now: number,
  candidates: SchemeCandidates = wholeRegistry,
): SchemePin | null {
  const usable = usableSamples(samples.slice(0, samplesToLearnFrom));
  const best = bestSupported(usable, candidates.path, ({ chain }, among) => fittingPaths(chain, among));
  if (best === null) return null;
  const leaf = learnLeaf(best.support, candidates.leaf, best.schemes);
  return {
    ...oneHash(best.schemes, leaf),
    origin: 'inferred',
    samples: best.support.length,
    pinnedAt: now,
  };
}

function learnLeaf(
  sound: readonly UsableSample[],
  candidates: readonly LeafScheme[],
  path: readonly PathScheme[],
): readonly LeafScheme[] {
  const best = bestSupported(
    learnableSamples(sound),
    ofSameHash(candidates, path),
    (sample, among) => fittingLeaves(sample, among).fits,
  );
  return best?.schemes ?? [];
}

function narrowPath(schemes: readonly PathScheme[], { chain }: UsableSample): readonly PathScheme[] {
  // Without an index only rules that sort pairs can be tried, which is no reason to drop the others.
  if (chain.some(({ leafIndex }) => leafIndex === null)) return schemes;
  const fitting = fittingPaths(chain, schemes);
  return fitting.length > 0 ? fitting : schemes;
}

function narrowLeaf(schemes: readonly LeafScheme[], sample: UsableSample): readonly LeafScheme[] {
  const { fits, unknown } = fittingLeaves(sample, schemes);
  return fits.length === 0
    ? schemes
    : schemes.filter((scheme) => fits.includes(scheme) || unknown.includes(scheme));
}

/**
 * The schemes that fit the greatest number of samples, with those samples. null if none fits any, or if the
 * greatest number is reached with different samples: then the samples are divided, and choosing would be a guess.
 * A sample that known rules explain is not tried on all others: those would have to fit the earlier ones as well.
 */
function bestSupported<Scheme>(
  samples: readonly UsableSample[],
  candidates: readonly Scheme[],
  fitting: (sample: UsableSample, among: readonly Scheme[]) => readonly Scheme[],
): { readonly schemes: readonly Scheme[]; readonly support: readonly UsableSample[] } | null {
  const found = new Set<Scheme>();
  for (const sample of samples) {
    if (fitting(sample, [...found]).length > 0) continue;
    for (const scheme of fitting(sample, candidates)) found.add(scheme);
  }
  const supported = [...found].map((scheme) => ({
    scheme,
    support: samples.filter((sample) => fitting(sample, [scheme]).length > 0),
  }));
  const most = Math.max(0, ...supported.map(({ support }) => support.length));
  const best = supported.filter(({ support }) => support.length === most);
  const support = best[0]?.support ?? [];
  const divided = best.some((other) => other.support.some((sample, at) => sample !== support[at]));
  if (support.length === 0 || divided) return null;
  const schemes = new Set(best.map(({ scheme }) => scheme));
  return { schemes: candidates.filter((scheme) => schemes.has(scheme)), support };
}
