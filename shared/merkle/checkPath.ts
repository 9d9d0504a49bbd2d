import type { ChainedReason, PathWarning } from './checkReason.ts';
import { evidenceOf, find, notChecked, type Finding } from './finding.ts';
import { equalBytes, sharedHex, toHex } from './hex.ts';
import { linkRuleOf } from './linkRule.ts';
import { describePathScheme } from './registry.ts';
import { missingPosition, outermost, type InclusionProof, type ProofChain } from './proof.ts';
import type { ProofReading } from './proofReading.ts';
import { extentOf } from './schemeSearch.ts';
import type { LeafScheme, LinkRule, PathScheme, SchemePin } from './scheme.ts';
import { leadsToRoot, rootFromInclusionProof, type PathTrace } from './rootFromInclusionProof.ts';
import { pathLength, siblingCounts } from './treeShape.ts';
import type { CheckStatus } from './verdict.ts';

/** Are all fields present, and does the length of the path fit the position and the pinned tree shape? */
export function checkWellFormed(reading: ProofReading, pin: SchemePin | null): Finding {
  if (reading.kind === 'malformed') return find('fail', { code: 'malformed', problems: reading.problems });
  if (reading.kind !== 'read') return notChecked(reading.kind);
  const findings = reading.chain.map((proof) => checkWellFormedProof(proof, pin));
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
 * every proof must do so by the same rule, and each root must be the leaf of the next proof.
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
  const followable = placeless === null ? pin.path : pin.path.filter((scheme) => !needsSides(scheme));
  const attempts = followable.map((scheme): Attempt => ({
    scheme,
    traces: chain.map((proof) => ({ proof, trace: rootFromInclusionProof(proof, scheme) })),
  }));
  const reached = attempts.filter(({ traces }) =>
    traces.every(({ proof, trace }) => leadsToRoot(trace, proof)),
  );
  const [first] = reached;
  // The result of a rule that could not be tried is unknown.
  if (first === undefined && placeless !== null && followable.length < pin.path.length) return placeless;
  if (first === undefined) return explainPathFailure(chain, attempts);

  const linking = linkChain(chain, first.scheme);
  if ('broken' in linking) return linking.broken;
  return find('pass', {
    code: 'root-reached',
    rootHash: toHex(outermost(chain).rootHash),
    steps: first.traces.reduce((steps, { trace }) => steps + trace.steps.length, 0),
    links: linking.links,
    schemes: reached.map(({ scheme }) => scheme),
    evidence: evidenceOf(pin, pin.path.length),
    warnings: pathWarnings(reached.map(climbOf), pin.leaf),
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

function needsSides({ node }: PathScheme): boolean {
  return node !== 'sorted';
}

/** One rule tried on every proof of a chain. */
interface Attempt {
  readonly scheme: PathScheme;
  readonly traces: readonly { readonly proof: InclusionProof; readonly trace: PathTrace }[];
}

function linkChain(
  chain: ProofChain,
  { hash }: PathScheme,
): { readonly links: readonly LinkRule[] } | { readonly broken: Finding } {
  const links: LinkRule[] = [];
  for (const [at, outer] of chain.slice(1).entries()) {
    const inner = chain[at] ?? outer;
    const rule = linkRuleOf(inner, outer, hash);
    if (rule === null) {
      const [innerRoot, outerLeaf] = [toHex(inner.rootHash), toHex(outer.leafHash)];
      return { broken: find('fail', { code: 'chain-unlinked', at, innerRoot, outerLeaf }) };
    }
    links.push(rule);
  }
  return { links };
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

/**
 * Whether no bytes can be both a leaf's and a node's pre-image. A double leaf hash is taken over one hash and a
 * node over two, unless the node is hashed twice as well; hex digits never begin with the byte 00; otherwise both
 * need their prefix. An unknown leaf rule is judged by the node's prefix.
 */
function separatesLeaves({ node }: PathScheme, leaf: readonly LeafScheme[]): boolean {
  if (leaf.length === 0) return node === 'prefix-01';
  return leaf.every(({ digest }) => {
    if (digest === 'double') return node !== 'double';
    return digest === 'prefix-00' && (node === 'prefix-01' || node === 'hex');
  });
}

function distinct(counts: readonly number[]): readonly number[] {
  return [...new Set(counts)].sort((a, b) => a - b);
}
