import type { HashBudget } from './hashBudget.ts';
import {
  fittingLeaves,
  fittingPaths,
  learnableSamples,
  ofSameHash,
  pathRulesFor,
  type SchemeCandidates,
  type UsableSample,
} from './infer.ts';
import { likelyFirst } from './searchOrder.ts';
import { isNewLeaf, isNewPath, noteLeaf, notePath } from './schemeSearch.ts';
import type { SchemeSearch } from './scheme.ts';
import type { LeafScheme, PathScheme } from './scheme.ts';

/** What samples showed about one part of a scheme, and the state of the search for it. */
export interface LearnedRules<Scheme> {
  /** Empty if no rule fits, or if the samples are divided between several. */
  readonly schemes: readonly Scheme[];
  /** The samples that these fit. */
  readonly support: readonly UsableSample[];
  readonly search: SchemeSearch;
}

/** The path rules that most samples fit. A sample that taught nothing before is tried only if it may be news. */
export function learnPath(
  samples: readonly UsableSample[],
  candidates: SchemeCandidates,
  budget: HashBudget,
  earlier: SchemeSearch,
): LearnedRules<PathScheme> {
  let search = earlier;
  const rules = pathRulesFor(candidates, samples);
  const found = new Set<PathScheme>();
  for (const sample of samples) {
    if (fittingPaths(sample.chain, [...found], budget).length > 0) continue;
    if (!isNewPath(search, sample) || budget.isExhausted()) continue;
    const before = budget.spent();
    const fits = fittingPaths(sample.chain, rules, budget);
    for (const scheme of fits) found.add(scheme);
    if (fits.length > 0) continue;
    const isComplete = !budget.isExhausted();
    search = notePath(search, { sample, isComplete, spent: budget.spent() - before });
  }
  const best = mostSupported(samples, found, ({ chain }, among) => {
    const fits = fittingPaths(chain, among, budget);
    return budget.isExhausted() ? null : fits;
  });
  return { ...best, schemes: inOrder(rules, best.schemes), search };
}

/**
 * The leaf rules that most samples fit, whatever becomes of their paths: of those whose hash function is the path's.
 * The shortest samples are tried first. A search that was broken off continues where it stopped.
 */
export function learnLeaf(
  samples: readonly UsableSample[],
  candidates: SchemeCandidates,
  path: readonly PathScheme[],
  budget: HashBudget,
  earlier: SchemeSearch,
): LearnedRules<LeafScheme> {
  let search = earlier;
  const learnable = learnableSamples(samples);
  const ordered = likelyFirst(ofSameHash(candidates.leaf, path));
  const found = new Set<LeafScheme>();
  for (const sample of learnable) {
    if (fittingLeaves(sample, [...found], budget).fits.length > 0) continue;
    if (!isNewLeaf(search, sample) || budget.isExhausted()) continue;
    const from = search.leaf === null || search.leaf.isComplete ? 0 : search.leaf.tried;
    const before = budget.spent();
    const { fits, tried } = fittingLeaves(sample, ordered.slice(from), budget);
    const [first] = fits;
    if (first === undefined) {
      const isComplete = from + tried >= ordered.length;
      const spent = budget.spent() - before;
      search = noteLeaf(search, { sample, isComplete, spent, tried: from + tried });
    }
    // Rules that another sample ruled out may fit this one too. With one that fits they are only compared.
    else
      for (const scheme of [
        ...fits,
        ...fittingLeaves(sample, [first, ...ordered.slice(0, from)], budget).fits,
      ])
        found.add(scheme);
  }
  const best = mostSupported(learnable, found, (sample, among) => {
    const { fits, tried } = fittingLeaves(sample, among, budget);
    return tried < among.length ? null : fits;
  });
  return { ...best, schemes: inOrder(candidates.leaf, best.schemes), search };
}

/**
 * The schemes that fit the greatest number of samples, with those samples. None if none fits any, or if the greatest
 * number is reached with different samples: then the samples are divided, and choosing would be a guess. Counted up
 * to the first sample for which `fitting` gives null, because it could not be tried.
 */
function mostSupported<Scheme>(
  samples: readonly UsableSample[],
  found: ReadonlySet<Scheme>,
  fitting: (sample: UsableSample, among: readonly Scheme[]) => readonly Scheme[] | null,
): { readonly schemes: readonly Scheme[]; readonly support: readonly UsableSample[] } {
  const supported = [...found].map((scheme) => ({ scheme, support: [] as UsableSample[] }));
  for (const sample of supported.length === 0 ? [] : samples) {
    const fits = fitting(sample, [...found]);
    if (fits === null) break;
    for (const { scheme, support } of supported) if (fits.includes(scheme)) support.push(sample);
  }
  const most = Math.max(0, ...supported.map(({ support }) => support.length));
  const best = supported.filter(({ support }) => support.length === most);
  const support = best[0]?.support ?? [];
  const isDivided = best.some((other) => other.support.some((sample, at) => sample !== support[at]));
  if (support.length === 0 || isDivided) return { schemes: [], support: [] };
  return { schemes: best.map(({ scheme }) => scheme), support };
}

function inOrder<Scheme>(candidates: readonly Scheme[], schemes: readonly Scheme[]): readonly Scheme[] {
  const chosen = new Set(schemes);
  return candidates.filter((scheme) => chosen.has(scheme));
}
