import { emptyLeavesBeside, suggestPadding } from './emptySubtrees.ts';
import { createHashBudget, type HashBudget } from './hashBudget.ts';
import {
  areAlikeFor,
  fittingLeaves,
  fittingPaths,
  learnableSamples,
  ofSameHash,
  oneHash,
  usableSamples,
  wholeRegistry,
  type ProofSample,
  type SchemeCandidates,
  type UsableSample,
} from './infer.ts';
import { outermost } from './proof.ts';
import { learnLeaf, learnPath, type LearnedRules } from './learn.ts';
import { continueSearch, isNewLeaf, isNewPath } from './schemeSearch.ts';
import type { SchemeSearch } from './scheme.ts';
import type { LeafScheme, PathScheme, SchemePin } from './scheme.ts';

/** Further samples of one response would only confirm the result, and trying the whole registry on each takes time. */
const samplesToLearnFrom = 64;

export interface InferenceOptions {
  /** How much may be hashed; by default `inferenceBudget` bytes. */
  readonly budget?: HashBudget;
  /** The rules to choose from, if someone narrowed them down; by default the whole registry. */
  readonly candidates?: SchemeCandidates;
}

/**
 * The hashing rules of a connection after a response with these samples. Call it first, then verify the same
 * samples against its result: if two proofs of one response need different rules, one of them then fails.
 *
 * - Path rules and leaf rules are inferred separately. While a part has no rules, it gets those that most samples fit.
 *   One damaged proof among sound ones does not prevent that, and fails in `verify`. If as many samples fit one rule
 *   as another, neither is taken. Leaf rules are inferred from samples whose path leads to the root, or from all
 *   samples while there is no path rule.
 * - This is trust on first use, for each part separately. Before, every check of that part was undecided, so nothing
 *   that was shown as passed depends on a rule that was missing. Afterwards, rules that a sample rules out are
 *   dropped, and none is ever added. A sample that fits none of them changes nothing and fails in `verify`.
 *   Otherwise a server that could choose a rule for each response could choose one that it can forge.
 * - Rules that were specified or chosen by the user never change. Built-in rules may have alternatives, of which the first
 *   proof leaves one.
 *
 * Stays within the hashing budget. What was already tried is recorded in `search` of the pin, so that no search is
 * repeated; such a pin may contain no rules. Returns null until there is a sample to try, and the same object if
 * nothing changed. `now` in epoch milliseconds.
 */
export function narrowPin(
  pin: SchemePin | null,
  samples: readonly ProofSample[],
  now: number,
  { budget = createHashBudget(), candidates = wholeRegistry }: InferenceOptions = {},
): SchemePin | null {
  if (pin !== null && !mayChange(pin)) return pin;
  const isMissing =
    pin === null || (pin.origin === 'inferred' && (pin.path.length === 0 || pin.leaf.length === 0));
  const usable = usableSamples(isMissing ? samples.slice(0, samplesToLearnFrom) : samples);
  if (usable.length === 0 || !hasNews(pin, usable)) return pin;
  const after =
    pin?.origin === 'built-in'
      ? { ...pin, path: narrowedPath(pin, usable, budget) }
      : learnt(pin, usable, now, candidates, budget);
  if (pin !== null) return isSame(pin, after) ? pin : after;
  const { path = null, leaf = null } = after.search ?? {};
  return hasRules(after) || path !== null || leaf !== null ? after : null;
}

/** Whether further samples could change a pin. */
export function mayChange({ origin, path, leaf }: SchemePin): boolean {
  if (origin === 'built-in') return path.length > 1;
  return origin === 'inferred' && (path.length !== 1 || leaf.length !== 1);
}

/** Whether a pin has any rules. Without rules, it only records what was tried without success. */
export function hasRules(pin: SchemePin | null): pin is SchemePin {
  return pin !== null && (pin.path.length > 0 || pin.leaf.length > 0);
}

/** The pin after the first samples; as with `narrowPin`, it may contain no rules. */
export function learnPin(
  samples: readonly ProofSample[],
  now: number,
  options: InferenceOptions = {},
): SchemePin | null {
  return narrowPin(null, samples, now, options);
}

/** Whether any sample could change a pin, by ruling out a rule or by leading to one that earlier samples did not. */
function hasNews(pin: SchemePin | null, usable: readonly UsableSample[]): boolean {
  if (pin === null || pin.path.length > 1 || pin.leaf.length > 1) return true;
  const search = continueSearch(pin.search);
  return (
    (pin.path.length === 0 && usable.some((sample) => isNewPath(search, sample))) ||
    (pin.leaf.length === 0 && learnableSamples(usable).some((sample) => isNewLeaf(search, sample)))
  );
}

function learnt(
  pin: SchemePin | null,
  usable: readonly UsableSample[],
  now: number,
  candidates: SchemeCandidates,
  budget: HashBudget,
): SchemePin {
  const search = continueSearch(pin?.search);
  const path = pathFor(pin, usable, candidates, budget, search);
  const sound = usable.filter(({ chain }) => fittingPaths(chain, path.schemes, budget).length > 0);
  const pathSchemes = preferPadding(path.schemes, sound);
  const teaching = path.schemes.length > 0 ? sound : usable;
  // Once the hash function of the path is known, fewer leaf rules are possible, in another order.
  const isNarrower = !hasPath(pin) && pathSchemes.length > 0;
  const leafSearch = isNarrower ? { ...path.search, leaf: null } : path.search;
  const leaf = leafFor(pin, teaching, { ...candidates, path: pathSchemes }, budget, leafSearch);
  const rules = oneHash(pathSchemes, leaf.schemes);
  const isComplete = rules.path.length > 0 && rules.leaf.length > 0;
  const support = path.schemes.length === 0 ? leaf.support : hasPath(pin) ? sound : path.support;
  return {
    ...rules,
    origin: 'inferred',
    samples: (pin?.samples ?? 0) + support.length,
    pinnedAt: hasRules(pin) ? pin.pinnedAt : now,
    ...(pin?.confirmations === undefined ? {} : { confirmations: pin.confirmations }),
    ...(isComplete ? {} : { search: path.schemes.length > 0 ? { ...leaf.search, path: null } : leaf.search }),
  };
}

function hasPath(pin: SchemePin | null): boolean {
  return pin !== null && pin.path.length > 0;
}

function pathFor(
  pin: SchemePin | null,
  usable: readonly UsableSample[],
  candidates: SchemeCandidates,
  budget: HashBudget,
  search: SchemeSearch,
): LearnedRules<PathScheme> {
  if (pin === null || pin.path.length === 0) {
    const path = ofSameHash(candidates.path, pin?.leaf ?? []);
    return learnPath(usable, { ...candidates, path }, budget, search);
  }
  return { schemes: narrowedPath(pin, usable, budget), support: [], search };
}

function narrowedPath(
  { path }: SchemePin,
  usable: readonly UsableSample[],
  budget: HashBudget,
): readonly PathScheme[] {
  return usable.reduce((left, sample) => narrowPath(left, sample, budget), path);
}

function leafFor(
  pin: SchemePin | null,
  teaching: readonly UsableSample[],
  candidates: SchemeCandidates,
  budget: HashBudget,
  search: SchemeSearch,
): LearnedRules<LeafScheme> {
  if (pin === null || pin.leaf.length === 0)
    return learnLeaf(teaching, candidates, candidates.path, budget, search);
  const samples = pin.leaf.length > 1 ? learnableSamples(teaching) : [];
  const schemes = samples.reduce((left, sample) => narrowLeaf(left, sample, budget), pin.leaf);
  return { schemes, support: [], search };
}

/**
 * In a tree that is padded to a power of two, every shape has the same paths. Only the hash of an empty subtree at its
 * end shows the padding. That is sufficient evidence: in any other shape it would be a row of removed atoms.
 */
function preferPadding(
  schemes: readonly PathScheme[],
  sound: readonly UsableSample[],
): readonly PathScheme[] {
  const padding = schemes.filter(({ shape }) => shape === 'zero-pad');
  if (padding.length === 0 || padding.length === schemes.length) return schemes;
  const isFilledUp = sound.some(({ chain }) => {
    const proof = outermost(chain);
    return padding.some(
      (scheme) => proof.treeSize !== null && suggestPadding(emptyLeavesBeside(proof, scheme), proof.treeSize),
    );
  });
  return isFilledUp ? padding : schemes;
}

function narrowPath(
  schemes: readonly PathScheme[],
  { chain }: UsableSample,
  budget: HashBudget,
): readonly PathScheme[] {
  if (schemes.length === 1 || areAlikeFor(chain, schemes)) return schemes;
  const fitting = fittingPaths(chain, schemes, budget);
  return fitting.length === 0 || budget.isExhausted() ? schemes : fitting;
}

function narrowLeaf(
  schemes: readonly LeafScheme[],
  sample: UsableSample,
  budget: HashBudget,
): readonly LeafScheme[] {
  if (schemes.length === 1) return schemes;
  const { fits, unknown, tried } = fittingLeaves(sample, schemes, budget);
  return fits.length === 0 || tried < schemes.length
    ? schemes
    : schemes.filter((scheme) => fits.includes(scheme) || unknown.includes(scheme));
}

function isSame(before: SchemePin, after: SchemePin): boolean {
  return (
    after.path.length === before.path.length &&
    after.leaf.length === before.leaf.length &&
    JSON.stringify(after.search) === JSON.stringify(before.search)
  );
}
