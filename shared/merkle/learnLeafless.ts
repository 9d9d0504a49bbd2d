import { createHashBudget, type HashBudget } from './hashBudget.ts';
import { hashLeaf } from './hashing.ts';
import { toHex } from './hex.ts';
import {
  fittingPaths,
  longestToLearnFrom,
  pathRulesFor,
  type ProofSample,
  type SchemeCandidates,
} from './infer.ts';
import { carriesLeaf, parseProof } from './parseProof.ts';
import { linksOf } from './proofShape.ts';
import { likelyFirst } from './searchOrder.ts';
import type { LeafScheme, PathScheme, SchemePin } from './scheme.ts';

/**
 * Learns a scheme from a proof that names no leaf hash, where the atom has none either: each leaf rule is tried
 * together with each path rule. That takes a good part of a second where nothing fits, so it is for files and
 * the clipboard, not for the responses of a service, and stops where the budget is exhausted. null if no sample is of that kind, or none of the rules fits.
 */
export function learnLeafless(
  samples: readonly ProofSample[],
  candidates: SchemeCandidates,
  budget: HashBudget = createHashBudget(),
): SchemePin | null {
  const sample = samples.find(isLeafless);
  if (sample === undefined) return null;
  const leaf: LeafScheme[] = [];
  let path: readonly PathScheme[] = [];
  for (const scheme of likelyFirst(candidates.leaf)) {
    // Leaves and nodes use the same hash function, and two functions never give the same root.
    if (leaf[0] !== undefined && leaf[0].hash !== scheme.hash) continue;
    if (!budget.take((sample.key?.length ?? 0) + (sample.value?.length ?? 0))) break;
    const hashing = hashLeaf(sample, scheme);
    const parse = hashing.ok ? parseProof(sample.proof, { leafHash: toHex(hashing.hash) }) : null;
    if (parse === null || !parse.ok) continue;
    const sameHash = pathRulesFor(candidates, [parse]).filter(({ hash }) => hash === scheme.hash);
    const fitting = fittingPaths(parse.chain, sameHash, budget);
    if (fitting.length === 0) continue;
    leaf.push(scheme);
    path = fitting;
  }
  return leaf.length === 0 ? null : { path, leaf, origin: 'inferred', samples: 1, pinnedAt: 0 };
}

function isLeafless({ key, value, hash, proof }: ProofSample): boolean {
  const length = (key?.length ?? 0) + (value?.length ?? 0);
  const hasNone = proof !== null && (hash ?? null) === null && !carriesLeaf(linksOf(proof)[0]?.raw);
  return hasNone && key !== null && value !== null && length <= longestToLearnFrom;
}
