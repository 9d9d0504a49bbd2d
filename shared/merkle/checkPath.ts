import type { ChainedReason, PathWarning } from './checkReason.ts';
import { evidenceOf, find, notChecked, type Finding } from './finding.ts';
import { equalBytes, sharedHex, toHex } from './hex.ts';
import { firstUnlinked, treeCountOf, mayLinkBeAtom } from './linkRule.ts';
import { describePathScheme } from './registry.ts';
import { missingPosition, outermost, type InclusionProof, type ProofChain } from './proof.ts';
import type { ProofReading } from './proofReading.ts';
import { extentOf } from './schemeSearch.ts';
import type { LeafScheme, PathScheme, SchemePin } from './scheme.ts';
import { separatesLeaves } from './separation.ts';
import { leadsToRoot, rootFromInclusionProof, type PathTrace } from './rootFromInclusionProof.ts';
import { pathLength, siblingCounts } from './treeShape.ts';
import type { CheckStatus } from './verdict.ts';

/** Are all fields present, and does the length of the path fit the position and the pinned tree shape? */
export function checkWellFormed(reading: ProofReading, pin: SchemePin | null): Finding {
  if (reading.kind === 'malformed') return find('fail', { code: 'malformed', problems: reading.problems });
  if (reading.kind !== 'read') return notChecked(reading.kind);
  const { chain } = reading;
  const rules = pin === null ? null : { ...pin, path: rulesFor(chain, pin) };
  const findings = chain.map((proof) => checkWellFormedProof(proof, rules));
  return (
    inChain(findings, 'fail') ??
    inChain(findings, 'undecided') ??
    inChain(findings, 'pass') ??
    notChecked('missing')
  );
}

function checkWellFormedProof(proof: InclusionProof, pin: SchemePin | null): Finding {
  const { siblings, leafIndex, treeSize } = proof;
  if (leafIndex === null || treeSize === null)
    return find('undecided', {
      code: 'position-missing',
      missing: missingPosition(proof),
      sidesNeeded: pin?.path.some(needsSides) !== false,
    });

  const given = siblings.length;
  const length = pathLength(leafIndex, treeSize);
  if (pin === null || pin.path.length === 0) {
    // In every shape, a leaf of a tree with more than one leaf has a sibling.
    if (given === 0 && treeSize > 1n)
      return find('fail', {
        code: 'sibling-count',
        given,
        expected: siblingCounts(length, 'duplicate-last'),
      });
    return find('undecided', { code: 'shape-unknown', siblings: given });
  }
  const expected = distinct(pin.path.flatMap(({ shape }) => siblingCounts(length, shape)));
  if (!expected.includes(given)) return find('fail', { code: 'sibling-count', given, expected });
  return find('pass', { code: 'well-formed', siblings: given, treeSize: `${treeSize}` });
}

/**
 * Does the path recomputed from the leaf hash, by a pinned rule, reach exactly the stated root? In a chain,
 * every proof must do so by the same rule, and each root must be the leaf of the next proof by the link of that rule.
 * `readProof` lets only chains through that have as many proofs as a pinned rule has trees.
 */
export function checkPath(
  reading: ProofReading,
  pin: SchemePin | null,
  provenPath: PathScheme | null = null,
): Finding {
  if (reading.kind !== 'read') return notChecked(reading.kind);
  const { chain } = reading;
  if (pin === null || pin.path.length === 0)
    return find('undecided', { code: 'no-path-rule', tried: extentOf(pin?.search?.path) });
  const proven = provenPath === null ? null : passProven(chain, pin, provenPath);
  if (proven !== null) return proven;
  const placeless = inChain(
    chain.map((proof) =>
      proof.leafIndex === null
        ? find('undecided', {
            code: 'position-missing',
            missing: missingPosition(proof),
            sidesNeeded: true,
          })
        : null,
    ),
    'undecided',
  );
  const rules = rulesFor(chain, pin);
  const followable = placeless === null ? rules : rules.filter((scheme) => !needsSides(scheme));
  const attempts = followable.map((scheme): Attempt => ({
    scheme,
    traces: chain.map((proof) => ({ proof, trace: rootFromInclusionProof(proof, scheme) })),
  }));
  const reached = attempts.filter(({ traces }) =>
    traces.every(({ proof, trace }) => leadsToRoot(trace, proof)),
  );
  const linked = reached.filter(({ scheme }) => firstUnlinked(chain, scheme) === null);
  const [first] = reached;
  // The result of a rule that could not be tried is unknown.
  if (first === undefined && placeless !== null && followable.length < rules.length) return placeless;
  if (first === undefined) return explainPathFailure(chain, attempts);

  if (linked.length === 0) return explainUnlinked(chain, first.scheme);
  const schemes = linked.map(({ scheme }) => scheme);
  const [{ links = [] } = first.scheme] = schemes;
  if (schemes.some((scheme) => isLinkInDoubt(scheme, pin)))
    return find('undecided', { code: 'link-may-be-atom', links, origin: pin.origin });
  return find('pass', {
    code: 'root-reached',
    rootHash: toHex(outermost(chain).rootHash),
    steps: first.traces.reduce((steps, { trace }) => steps + trace.steps.length, 0),
    links,
    schemes,
    evidence: evidenceOf(pin, pin.path.length),
    warnings: pathWarnings(linked.map(climbOf), pin.leaf),
  });
}

/**
 * The finding on a single proof whose path was folded elsewhere, by the only pinned rule. null if folding it
 * here has more to say: of equal siblings, or of other pinned rules.
 */
function passProven(chain: ProofChain, pin: SchemePin, scheme: PathScheme): Finding | null {
  const [{ leafIndex, treeSize, rootHash }] = chain;
  const [pinned] = pin.path;
  if (
    chain.length > 1 ||
    pin.path.length > 1 ||
    pinned === undefined ||
    leafIndex === null ||
    treeSize === null
  )
    return null;
  if (scheme.shape === 'duplicate-last' || describePathScheme(pinned) !== describePathScheme(scheme))
    return null;
  const steps = pathLength(leafIndex, treeSize).levels;
  return find('pass', {
    code: 'root-reached',
    rootHash: sharedHex(rootHash),
    steps,
    links: [],
    schemes: [pinned],
    evidence: evidenceOf(pin, 1),
    warnings: pathWarnings([{ scheme: pinned, steps, hasEqualSiblings: false }], pin.leaf),
  });
}

/**
 * Whether whoever can store an atom could have linked a tree of their own. Rules that this program or the service
 * supplies say what the outer trees contain; rules that a user chose say that atoms are in the innermost ones.
 */
function isLinkInDoubt(scheme: PathScheme, { origin, leaf }: SchemePin): boolean {
  return origin !== 'built-in' && origin !== 'specified' && mayLinkBeAtom(scheme, leaf, origin === 'chosen');
}

/** The pinned rules of as many trees as a chain has proofs. */
function rulesFor(chain: ProofChain, { path }: SchemePin): readonly PathScheme[] {
  return path.filter((scheme) => treeCountOf(scheme) === chain.length);
}

function needsSides({ node }: PathScheme): boolean {
  return node !== 'sorted';
}

/** One rule tried on every proof of a chain. */
interface Attempt {
  readonly scheme: PathScheme;
  readonly traces: readonly { readonly proof: InclusionProof; readonly trace: PathTrace }[];
}

function explainUnlinked(chain: ProofChain, scheme: PathScheme): Finding {
  const at = firstUnlinked(chain, scheme) ?? 0;
  const [inner, outer] = [chain[at] ?? chain[0], chain[at + 1] ?? chain[0]];
  const [innerRoot, outerLeaf] = [toHex(inner.rootHash), toHex(outer.leafHash)];
  return find('fail', { code: 'chain-unlinked', at, innerRoot, outerLeaf });
}

function explainPathFailure(chain: ProofChain, attempts: readonly Attempt[]): Finding {
  // By the rule that gets furthest, so that only the actual fault is reported.
  const soundLinks = ({ traces }: Attempt) =>
    traces.filter(({ proof, trace }) => leadsToRoot(trace, proof)).length;
  const most = Math.max(...attempts.map(soundLinks));
  const closest = attempts.filter((attempt) => soundLinks(attempt) === most);
  const findings = chain.map((proof, at) => {
    const traces = closest.flatMap((attempt) => attempt.traces[at]?.trace ?? []);
    return traces.some((trace) => leadsToRoot(trace, proof)) ? null : explainFailure(proof, traces);
  });
  return inChain(findings, 'fail') ?? explainFailure(chain[0], []);
}

/** The failure of the rule that got furthest: a different root is more informative than an extra sibling. */
function explainFailure(proof: InclusionProof, traces: readonly PathTrace[]): Finding {
  const complete = traces.find(({ problem }) => problem === null);
  if (complete?.root)
    return find('fail', {
      code: 'root-not-reached',
      rootHash: toHex(proof.rootHash),
      computed: toHex(complete.root),
    });
  for (const { problem } of traces)
    if (problem?.kind === 'not-a-duplicate' || problem?.kind === 'not-padding')
      return find('fail', { code: problem.kind, level: problem.level });
  const expected = traces.flatMap(({ problem }) =>
    problem?.kind === 'sibling-count' ? problem.expected : [],
  );
  return find('fail', {
    code: 'sibling-count',
    given: proof.siblings.length,
    expected: distinct(expected),
  });
}

/** Combines the findings of one status: unchanged for a single proof, numbered for a chain. null if there is none. */
function inChain(findings: readonly (Finding | null)[], status: CheckStatus): Finding | null {
  const links = findings.flatMap((finding, at): ChainedReason[] =>
    finding?.status === status ? [{ at, reason: finding.reason }] : [],
  );
  const [only] = links;
  if (only === undefined) return null;
  return find(status, findings.length === 1 ? only.reason : { code: 'chain', of: findings.length, links });
}

/** Warnings about a path that reached the root. */
interface Climb {
  readonly scheme: PathScheme;
  readonly steps: number;
  readonly hasEqualSiblings: boolean;
}

function climbOf({ scheme, traces }: Attempt): Climb {
  const steps = traces.flatMap(({ trace }) => trace.steps);
  const hasEqualSiblings = steps.some(
    ({ rule, left, right }) => rule === 'hash' && right !== null && equalBytes(left, right),
  );
  return { scheme, steps: steps.length, hasEqualSiblings };
}

function pathWarnings(reached: readonly Climb[], leaf: readonly LeafScheme[]): readonly PathWarning[] {
  const warnings: PathWarning[] = [];
  if (reached.every(({ steps }) => steps === 0)) warnings.push('single-leaf');
  else if (reached.some(({ scheme }) => !separatesLeaves(scheme, leaf))) warnings.push('leaf-and-node-alike');
  if (reached.some(({ scheme, steps }) => scheme.node === 'sorted' && steps > 0))
    warnings.push('position-not-bound');
  if (reached.some(({ scheme, hasEqualSiblings }) => scheme.shape === 'duplicate-last' && hasEqualSiblings))
    warnings.push('equal-siblings');
  return warnings;
}

function distinct(counts: readonly number[]): readonly number[] {
  return [...new Set(counts)].sort((a, b) => a - b);
}
