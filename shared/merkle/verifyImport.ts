import type { Json } from '../domain/json.ts';
import { given } from '../grounds/grounds.ts';
import type { ImportedAtom } from './importProofs.ts';
import { ofSameHash } from './infer.ts';
import { learnLeafless } from './learnLeafless.ts';
import { hasRules, learnPin } from './pin.ts';
import { claimedRoot } from './proofReading.ts';
import type { ExpectedRoot } from './rootVouching.ts';
import type { LeafScheme, SchemePin } from './scheme.ts';
import { candidatesOf, type PartialScheme } from './schemeText.ts';
import { checkCollection, checkSnapshots } from './snapshot.ts';
import type { Verdict } from './verdict.ts';
import { verify } from './verify.ts';

export interface ImportToVerify {
  readonly items: readonly ImportedAtom[];
  readonly oneAnswer: boolean;
  /** What is given of the scheme; the rest is inferred from the items. */
  readonly scheme: PartialScheme;
  /** The roots of which every proof has to lead to one; without any, nothing vouches for a root and none is green. */
  readonly expected: readonly ExpectedRoot[];
  /** The number of leaves of their trees where they state none; null or absent to take that of the proofs. */
  readonly trustedTreeSize?: bigint | null;
}

export interface ImportVerdicts {
  /** What the items were held to; null, or without any rule, if nothing was given and nothing fits. */
  readonly pin: SchemePin | null;
  /** One for each item, in their order. */
  readonly verdicts: readonly Verdict[];
}

/** Verifies atoms and proofs from a file or the clipboard, with no connection. */
export function verifyImport({
  items,
  oneAnswer,
  scheme,
  expected,
  trustedTreeSize = null,
}: ImportToVerify): ImportVerdicts {
  const pin = pinFor(items, scheme);
  // By a path rule that was given, and not learnt from the proofs themselves, a bare proof can be decided.
  const pathPin: SchemePin | null =
    pin !== null && scheme.node !== undefined
      ? { ...pin, leaf: leafRulesFor(pin, scheme), origin: 'chosen', samples: 0 }
      : pin;
  const proofs = items.map(({ proof }) => proof);
  const snapshots = oneAnswer ? checkSnapshots(proofs, pin) : checkCollection(proofs, pin);
  const grounds = { use: 'file', rules: given, root: { expected, ledger: null } } as const;
  const verdicts = items.map(({ atom, proof }, at) =>
    verify({
      atom,
      requestedKey: null,
      proof,
      pin: atom.key === null && atom.value === null ? pathPin : pin,
      snapshot: snapshots[at] ?? { kind: 'single' },
      root: null,
      grounds,
      trustedTreeSize: sizeExpected(proof, expected) ?? trustedTreeSize,
    }),
  );
  return { pin, verdicts };
}

/** The size of the tree with the root that a proof states, from the source of that root. */
function sizeExpected(proof: Json, expected: readonly ExpectedRoot[]): bigint | null {
  if (expected.every(({ treeSize }) => treeSize === null)) return null;
  const stated = claimedRoot(proof)?.rootHash;
  return expected.find(({ rootHash }) => rootHash === stated)?.treeSize ?? null;
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

/** How leaves are hashed, as far as it is known: it says whether they can be told from inner nodes. */
function leafRulesFor({ path, leaf }: SchemePin, scheme: PartialScheme): readonly LeafScheme[] {
  if (leaf.length > 0 || scheme.digest === undefined) return leaf;
  return ofSameHash(candidatesOf(scheme).leaf, path);
}
