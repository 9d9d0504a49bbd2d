import { given, unavailable, type Ground } from '../grounds/grounds.ts';
import { isBare } from './checkContent.ts';
import { isFromLeafRules } from './checkReason.ts';
import type { ImportedAtom } from './importProofs.ts';
import { ofSameHash, type SchemeCandidates } from './infer.ts';
import { treeCountOf } from './linkRule.ts';
import { learnLeafless } from './learnLeafless.ts';
import { hasRules, learnPin } from './pin.ts';
import type { SchemePin } from './scheme.ts';
import { candidatesOf, treeCountOfText, type PartialScheme } from './schemeText.ts';
import type { Verdict } from './verdict.ts';

/**
 * Where the hashing rules come from by which atoms and proofs from a file are checked. Rules that only the file shows prove
 * nothing: for any atom, its author can find rules that fit.
 */
export type ImportRules =
  | { readonly from: 'file' }
  /** What somebody wrote of them; parts that are missing are inferred from the file. */
  | { readonly from: 'parts'; readonly parts: PartialScheme }
  /** Of a connection, or saved from one. */
  | { readonly from: 'pin'; readonly pin: SchemePin };

/** What the items of a file are held to. */
export interface HeldRules {
  /** null, or without any rule, if nothing was given and nothing fits. */
  readonly pin: SchemePin | null;
  /** For proofs without an atom. */
  readonly barePin: SchemePin | null;
  readonly possible: PossibleRules | null;
}

/** Every rule that is possible without looking at the file; null where nothing is known but the file. */
export type PossibleRules = Pick<SchemeCandidates, 'path' | 'leaf'>;

/** The number of trees that a proof leads through, by rules from elsewhere; one where they do not agree. */
export function treesOfRules(rules: ImportRules): number {
  switch (rules.from) {
    case 'file':
      return 1;
    case 'parts':
      return treeCountOfText(rules.parts);
    case 'pin': {
      const [count = 1, ...others] = new Set(rules.pin.path.map(treeCountOf));
      return others.length === 0 ? count : 1;
    }
  }
}

export function holdToRules(items: readonly ImportedAtom[], rules: ImportRules): HeldRules {
  if (rules.from === 'pin') {
    const { pin } = rules;
    return { pin, barePin: pin, possible: pin };
  }
  const parts = rules.from === 'parts' ? rules.parts : {};
  const pin = pinFor(items, parts);
  // By a path rule that was given, and not learned from the proofs themselves, a bare proof can be decided.
  const barePin: SchemePin | null =
    pin !== null && parts.node !== undefined
      ? { ...pin, leaf: leafRulesFor(pin, parts), origin: 'chosen', samples: 0 }
      : pin;
  return { pin, barePin, possible: rules.from === 'parts' ? candidatesOf(parts) : null };
}

/**
 * Whether the rules that a verdict used come from elsewhere: only if the proof passes by every rule that is possible without
 * looking at the file. Where it passes by some of them, the author of the file chose among them.
 */
export function rulesGround(
  { checks }: Verdict,
  atom: ImportedAtom['atom'],
  possible: PossibleRules | null,
): Ground {
  if (possible === null) return unavailable('from-the-claim');
  let path = 0;
  let leaf = 0;
  for (const { reason } of checks) {
    if (reason.code === 'root-reached') path = reason.schemes.length;
    if (isFromLeafRules(reason)) leaf = reason.schemes.length;
  }
  const isSettled = (fitting: number, all: number): boolean => all <= 1 || fitting === all;
  return isSettled(path, possible.path.length) && (isBare(atom) || isSettled(leaf, possible.leaf.length))
    ? given
    : unavailable('from-the-claim');
}

/**
 * The rules to hold the items to: of those that agree with what was given, the ones that most items fit. Where
 * none does, a given node rule or pre-image stands, so that what contradicts it fails; what was not given stays open.
 */
function pinFor(items: readonly ImportedAtom[], scheme: PartialScheme): SchemePin | null {
  const candidates = candidatesOf(scheme);
  const samples = items.map(({ atom, proof }) => ({ ...atom, proof }));
  const found = learnPin(samples, 0, { candidates });
  const learnt = hasRules(found) ? found : (learnLeafless(samples, candidates) ?? found);
  const learntPath = learnt?.path ?? [];
  const path = learntPath.length > 0 || scheme.node === undefined ? learntPath : candidates.path;
  const learntLeaf = learnt?.leaf ?? [];
  const leaf = learntLeaf.length > 0 || scheme.preimage === undefined ? learntLeaf : candidates.leaf;
  if (path.length === 0 && leaf.length === 0) return learnt;
  const isGiven = candidates.path.length === 1 && candidates.leaf.length === 1;
  return {
    path,
    leaf,
    origin: isGiven ? 'chosen' : 'inferred',
    samples: isGiven ? 0 : (learnt?.samples ?? 0),
    pinnedAt: 0,
    ...(learnt?.search === undefined ? {} : { search: learnt.search }),
  };
}

/**
 * How leaves are hashed, as far as it was given: it says whether they can be told from inner nodes. What the file's own atoms
 * suggest must not decide that.
 */
function leafRulesFor({ path }: SchemePin, scheme: PartialScheme): SchemePin['leaf'] {
  return scheme.digest === undefined ? [] : ofSameHash(candidatesOf(scheme).leaf, path);
}
