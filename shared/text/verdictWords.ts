import { assertNever } from '../domain/result.ts';
import type { CheckReason, Incoherence, PathWarning } from '../merkle/checkReason.ts';
import type { PreimageGap } from '../merkle/preimages.ts';
import type { LinkRule } from '../merkle/scheme.ts';
import type { SnapshotFinding } from '../merkle/snapshot.ts';
import {
  checkNames,
  type BoundField,
  type Check,
  type CheckName,
  type CheckStatus,
  type Verdict,
  type VerdictStatus,
} from '../merkle/verdict.ts';
import { shortHash } from './hashWords.ts';
import { conflictWords, unexplainedWords } from './memoryWords.ts';
import { countOf, evidenceWords, listWords, quoteText } from './phrases.ts';
import { noLeafRuleWords, noPathRuleWords } from './noRuleWords.ts';
import { problemWords } from './proofProblemWords.ts';
import { rootWords, vouchingWords } from './rootWords.ts';
import { countWords } from './sizes.ts';

export interface CheckWords {
  readonly name: CheckName;
  readonly label: string;
  readonly question: string;
  readonly status: CheckStatus;
  /** How the outcome is drawn: as its status, or as nothing to compare, which is no cause for concern. */
  readonly look: CheckStatus | 'nothing';
  readonly statusWord: string;
  /** The answer, in one to three full sentences. */
  readonly words: string;
}

export interface VerdictWords {
  readonly title: string;
  /** One sentence or two that claim no more than was shown. */
  readonly summary: string;
  /** One per check, in the order of `checkNames`. */
  readonly checks: readonly CheckWords[];
}

/** What no inclusion proof shows, whatever its verdict. */
export const verificationLimits: readonly string[] = [
  'That this is the latest version: an older version verifies as well, with its own proof.',
  'That nothing was left out of an answer: a proof speaks for the atom it came with, not for absent ones.',
  'That the tree has exactly the stated number of leaves: the same path often fits several sizes.',
  'That others are shown the same root: compare roots with someone you trust, or pin one you were given.',
  'That a recall score or a prediction is right: no proof covers them.',
];

const titles: Readonly<Record<VerdictStatus, string>> = {
  green: 'Verified',
  keyOnly: 'Key proven, value not covered',
  amber: 'Could not fully check',
  red: 'Verification failed',
};

const statusWords: Readonly<Record<CheckStatus, string>> = {
  pass: 'Passed',
  fail: 'Failed',
  undecided: 'Could not check',
};

const headings: Readonly<Record<CheckName, { readonly label: string; readonly question: string }>> = {
  wellFormed: { label: 'Well-formed', question: 'Is the proof complete, and does its length fit the tree?' },
  path: { label: 'Path', question: 'Does the path from the leaf lead to the root?' },
  content: { label: 'Content', question: 'Is the leaf the hash of this key, value and version?' },
  coherent: { label: 'Coherent', question: 'Do the atom, its proof and what was asked for belong together?' },
  snapshot: { label: 'Snapshot', question: 'Do all proofs of this answer speak of one and the same tree?' },
  root: { label: 'Root', question: 'Is this root known?' },
};

/** The words of a verdict. The window, reports and the command line all take them from here. */
export function verdictWords(verdict: Verdict): VerdictWords {
  return {
    title: isRootAllThatIsMissing(verdict) ? untrustedRoot : titles[verdict.status],
    summary: summarise(verdict),
    checks: verdict.checks.map((check) => ({
      name: check.name,
      ...headings[check.name],
      status: check.status,
      look: hasNothingToCompare(check.reason) ? 'nothing' : check.status,
      statusWord: statusWord(check),
      words: reasonWords(check.reason),
    })),
  };
}

const untrustedRoot = 'Consistent in itself; root not trusted';

/** A proof without a connection that would pass, if something vouched for its root. */
function isRootAllThatIsMissing({ status, checks }: Verdict): boolean {
  const reason = checks.find(({ name }) => name === 'root')?.reason;
  return status === 'amber' && reason?.code === 'root-vouching' && reason.otherwise !== 'amber';
}

/** A root that is new or seen before was looked up well enough: it is just not pinned. */
function statusWord({ status, reason }: Check): string {
  if (hasNothingToCompare(reason)) return 'Nothing to compare';
  if (reason.code === 'root-vouching' && status === 'undecided') return 'Not trusted';
  if (reason.code !== 'root' || status !== 'undecided' || reason.standing === null)
    return statusWords[status];
  return reason.standing.kind === 'unexplained' ? 'Unexplained' : 'Not pinned';
}

function hasNothingToCompare(reason: CheckReason): boolean {
  return reason.code === 'snapshot' && reason.finding.kind === 'single';
}

function summarise(verdict: Verdict): string {
  const { status, checks, binds } = verdict;
  const named = new Map(checks.map((check) => [check.name, check]));
  if (isRootAllThatIsMissing(verdict)) return summariseUntrusted(named, binds);
  if (status === 'green') return summariseGreen(named, binds);
  const root = named.get('root')?.reason;
  if (status !== 'red' && root?.code === 'root' && root.standing?.kind === 'unexplained')
    return unexplainedWords(root.standing);
  if (status === 'keyOnly') return summariseKeyOnly(named, binds);
  const telling = status === 'red' ? checkNames : (['path', 'content', 'coherent'] as const);
  const wanted = status === 'red' ? 'fail' : 'undecided';
  const decisive = telling
    .map((name) => named.get(name))
    .find((check) => check !== undefined && check.status === wanted);
  return decisive === undefined ? '' : reasonWords(decisive.reason);
}

/** Says what holds if the root is right, and that nothing says so. */
function summariseUntrusted(checks: ReadonlyMap<CheckName, Check>, binds: readonly BoundField[]): string {
  const [path, root] = [checks.get('path'), checks.get('root')];
  if (path?.reason.code !== 'root-reached' || root === undefined) return '';
  const { rootHash, evidence } = path.reason;
  const what = binds.length === 0 ? 'the leaf' : `the ${listWords(binds)}`;
  return `The proof leads from ${what} to root ${shortHash(rootHash)}, ${evidenceWords(evidence)}. ${reasonWords(root.reason)}`;
}

function summariseGreen(checks: ReadonlyMap<CheckName, Check>, binds: readonly BoundField[]): string {
  const [path, content] = [checks.get('path'), checks.get('content')];
  if (path?.reason.code !== 'root-reached') return '';
  const { rootHash, evidence } = path.reason;
  if (content?.reason.code !== 'content-matches')
    return path.reason.shown === 'leaf'
      ? `This leaf is in the tree with root ${shortHash(rootHash)}, ${evidenceWords(evidence)}. No content came with the proof, so what the leaf holds is not shown.`
      : `This hash is in the tree with root ${shortHash(rootHash)}, ${evidenceWords(evidence)}. No content came with the proof, so nothing shows what the hash stands for.`;
  // The weaker of the two kinds of evidence is what the whole rests on.
  const weaker =
    content.reason.evidence.candidates > evidence.candidates ? content.reason.evidence : evidence;
  const limits = [
    ...(binds.includes('version') ? [] : ['the version is not covered']),
    ...(checks.get('wellFormed')?.status === 'undecided' ||
    path.reason.warnings.includes('position-not-bound')
      ? ['where the leaf stands in the tree is not shown']
      : []),
    ...(content.reason.openBoundary
      ? ['the hash does not fix where one field ends and the next begins']
      : []),
  ];
  const claim = `This ${listWords(binds)} are in the tree with root ${shortHash(rootHash)}, ${evidenceWords(weaker)}`;
  return [claim, ...limits].join('; ') + '.';
}

function summariseKeyOnly(checks: ReadonlyMap<CheckName, Check>, binds: readonly BoundField[]): string {
  const path = checks.get('path');
  if (path?.reason.code !== 'root-reached') return '';
  const { rootHash, evidence } = path.reason;
  return `This ${listWords(binds)} ${binds.length > 1 ? 'are' : 'is'} in the tree with root ${shortHash(rootHash)}, ${evidenceWords(evidence)}. The proof does not cover the value, which could be any.`;
}

function reasonWords(reason: CheckReason): string {
  switch (reason.code) {
    case 'no-proof':
      return noProofWords(reason.because);
    case 'chain':
      return reason.links
        .map((link) => `Proof ${link.at + 1} of ${reason.of}: ${reasonWords(link.reason)}`)
        .join(' ');
    case 'well-formed':
      return `All fields are there, and the path is as long as this position in a tree of ${countOf(reason.treeSize, 'leaf', 'leaves')} demands (${countOf(reason.siblings, 'sibling')}).`;
    case 'malformed':
      return `The proof cannot be read. ${problemWords(reason.problems)}`;
    case 'shape-unknown':
      return `All fields are there. Whether ${countOf(reason.siblings, 'sibling')} is the right number could not be checked: the shape of this tree is not known.`;
    case 'position-missing':
      if (!reason.sidesNeeded)
        return `The proof does not carry ${listWords(reason.missing)}. The path can be followed without, because nodes are joined in sorted order, but where the leaf stands is not known.`;
      return reason.missing.includes('leafIndex')
        ? `The proof does not carry ${listWords(reason.missing)}, without which the sides of the path are not known.`
        : 'The proof does not carry treeSize, so that it could not be checked whether its index and the length of its path belong to this tree.';
    case 'sibling-count':
      return `The proof lists ${countOf(reason.given, 'sibling')}, but its index and tree size demand ${listWords(reason.expected.map(String), 'or')}.`;
    case 'no-path-rule':
      return noPathRuleWords(reason.tried);
    case 'root-reached':
      return reachedWords(reason);
    case 'root-not-reached':
      return `By the rules in force the path leads to ${shortHash(reason.computed)}, not to the stated root ${shortHash(reason.rootHash)}. The leaf hash, a sibling, the position or the root is wrong.`;
    case 'not-a-duplicate':
      return `At level ${reason.level} this node is the last of an odd number and is paired with itself, but the proof lists a different sibling there.`;
    case 'not-padding':
      return `At level ${reason.level} this node is the last of an odd number and is paired with padding, but the proof lists a different sibling there.`;
    case 'chain-unlinked':
      return `Each of the proofs leads to its own root, but they do not belong together: the root of proof ${reason.at + 1}, ${shortHash(reason.innerRoot)}, is not the leaf of proof ${reason.at + 2}, ${shortHash(reason.outerLeaf)}, nor is its hash.`;
    case 'tree-size-differs':
      return `The proof says that the tree has ${countOf(reason.stated, 'leaf', 'leaves')}, but the size you trust is ${countWords(reason.trusted)}.`;
    case 'node-not-leaf':
      return nodeNotLeafWords(reason);
    case 'empty-leaf':
      return reason.hasContent
        ? 'The leaf hash is all zeros, which marks an empty or removed place. It cannot be the hash of this content.'
        : 'The leaf hash is all zeros, which marks an empty or removed place. No content came with the proof, so there was nothing to compare.';
    case 'no-leaf-rule':
      return noLeafRuleWords(reason.tried);
    case 'leaf-rule-not-applicable':
      return gapWords(reason.gap);
    case 'content-matches':
      return contentWords(reason);
    case 'content-not-covered':
      return notCoveredWords(reason);
    case 'content-differs':
      return `The hash of this content is ${shortHash(reason.computed)}, but the leaf is ${shortHash(reason.leafHash)}. The key, the value, the version or the leaf hash is not right.`;
    case 'coherent':
      return coherentWords(reason.compared);
    case 'incoherent':
      return reason.differences.map(differenceWords).join(' ');
    case 'copy-unchecked':
      return `The answer holds this key ${reason.copies} times, and another copy could not be checked fully.`;
    case 'snapshot':
      return snapshotWords(reason.finding);
    case 'root':
      return rootWords(reason.standing);
    case 'root-vouching':
      return vouchingWords(reason.vouching);
    default:
      return assertNever(reason);
  }
}

function reachedWords({
  rootHash,
  steps,
  links,
  evidence,
  warnings,
}: Extract<CheckReason, { code: 'root-reached' }>): string {
  const reached =
    steps === 0
      ? `The leaf hash is the root ${shortHash(rootHash)} itself.`
      : `In ${countOf(steps, 'step')} the path leads from the leaf exactly to root ${shortHash(rootHash)}, ${evidenceWords(evidence)}.`;
  const linked = links.map((rule, at) => `The root of proof ${at + 1} ${linkWords[rule]}.`);
  return [reached, ...linked, ...warnings.map(warningWords)].join(' ');
}

function nodeNotLeafWords({ rootHash, steps }: Extract<CheckReason, { code: 'node-not-leaf' }>): string {
  const remedy = 'To settle it, give the content, or the tree size from a source you trust.';
  return steps === 0
    ? `The hash is the root ${shortHash(rootHash)} itself, so nothing was hashed. Any node can be shown that way, not only a leaf. ${remedy}`
    : `In ${countOf(steps, 'step')} the path leads to root ${shortHash(rootHash)}, which shows that this hash is a node of the tree, but not that it is a leaf: this scheme hashes leaves and inner nodes alike. ${remedy}`;
}

function warningWords(warning: PathWarning): string {
  switch (warning) {
    case 'single-leaf':
      return 'The tree has one leaf, so no rule for joining nodes was put to the test.';
    case 'leaf-and-node-alike':
      return 'Note: this scheme does not keep the hashes of leaves and of inner nodes apart, so an inner node could be presented as a leaf.';
    case 'position-not-bound':
      return 'Note: nodes are joined in sorted order, so the path shows that the leaf is in the tree, but not where: its index could be any.';
    case 'equal-siblings':
      return 'Note: two neighbouring nodes are equal. Where the last node is duplicated, a tree with repeated leaves has the same root (CVE-2012-2459), so the tree size is less certain.';
    default:
      return assertNever(warning);
  }
}

const linkWords: Readonly<Record<LinkRule, string>> = {
  same: 'is the leaf of the next',
  hash: 'is, hashed, the leaf of the next',
  'hash-00': 'is, hashed after the byte 00, the leaf of the next',
  'hash-hex': 'is, hashed as hex text, the leaf of the next',
};

function noProofWords(because: Extract<CheckReason, { code: 'no-proof' }>['because']): string {
  switch (because) {
    case 'missing':
      return 'The answer carried no proof for this atom, so there was nothing to check.';
    case 'malformed':
      return 'The proof could not be read, so this could not be checked.';
    case 'leafless':
      return 'Proofs of this form name no leaf hash, and neither the atom nor a leaf rule gives one, so this could not be checked.';
    default:
      return assertNever(because);
  }
}

function contentWords({
  binds,
  evidence,
  openBoundary,
}: Extract<CheckReason, { code: 'content-matches' }>): string {
  const sentences = [
    `The leaf is the hash of this ${listWords(binds)}, ${evidenceWords(evidence)}.`,
    ...(binds.includes('version') ? [] : ['It does not cover the version, which could be any.']),
    ...(openBoundary
      ? [
          'Note: the fields are joined so that the same bytes could be divided differently: the hash covers the text as a whole, not where one field ends and the next begins.',
        ]
      : []),
  ];
  return sentences.join(' ');
}

function notCoveredWords({
  binds,
  unbound,
  isSettled,
}: Extract<CheckReason, { code: 'content-not-covered' }>): string {
  if (binds.length === 0 || !isSettled)
    return 'Rules that cover different parts of this atom give the same leaf, so it is not settled what the proof speaks of. Other atoms may tell them apart.';
  const covered = `The leaf is the hash of the ${listWords(binds)}. It does not cover the ${listWords(unbound)}`;
  return `${covered}, so the proof says nothing about ${unbound.length > 1 ? 'them' : 'it'}.`;
}

function gapWords(gap: PreimageGap): string {
  switch (gap) {
    case 'key-missing':
      return 'There is no key to go with this proof, so the leaf could not be recomputed.';
    case 'value-missing':
      return 'The leaf covers the value, and there is none to go with this proof, so the leaf could not be recomputed.';
    case 'version-missing':
      return 'The leaf covers the version, and the answer carried none, so the leaf could not be recomputed.';
    case 'version-inexact':
      return 'The leaf covers the version, and the answer carries one that is not an exact integer, so the leaf could not be recomputed.';
    case 'not-unicode':
      return 'The key or value holds half a character (a lone surrogate), which has no bytes of its own to hash.';
    case 'unknown-rule':
      return 'The leaf rule in force is not one that this version of the program knows.';
    default:
      return assertNever(gap);
  }
}

function coherentWords(compared: readonly ('key' | 'hash')[]): string {
  const words = {
    key: 'The key is the one that was asked for.',
    hash: 'The hash of the atom is the leaf hash.',
  };
  if (compared.length === 0)
    return 'There was nothing to compare: no exact key was asked for, and the answer carries no hash besides the proof.';
  return compared.map((field) => words[field]).join(' ');
}

function differenceWords(difference: Incoherence): string {
  switch (difference.field) {
    case 'key':
      return `The answer is for the key ${quoteText(difference.answered)}, but ${quoteText(difference.asked)} was asked for.`;
    case 'hash':
      return `The hash of the atom, ${quoteText(difference.atomHash)}, is not the leaf hash ${shortHash(difference.leafHash)}.`;
    case 'memory':
      return conflictWords(difference.conflict);
    case 'copies':
      return difference.because === 'differ'
        ? `The answer holds this key ${difference.copies} times, with different content under the same version.`
        : `The answer holds this key ${difference.copies} times, and another copy failed its checks.`;
    default:
      return assertNever(difference);
  }
}

function snapshotWords(finding: SnapshotFinding): string {
  switch (finding.kind) {
    case 'single':
      return 'The answer carried only this proof, so there was no other to compare it with.';
    case 'agree':
      return `All ${finding.count} proofs of the answer have the same root and the same tree size.`;
    case 'apart':
      return `These proofs speak of ${finding.roots} different roots. Nothing says that they came in one answer, so that is no contradiction, and no agreement either.`;
    case 'node-differs': {
      const { level, index, given, other, alteredLevels } = finding;
      const against = finding.otherIs === 'established' ? 'verified proofs have' : 'another proof has';
      const differs = `At level ${level}, place ${countWords(index)}, this proof leads to ${shortHash(given)}, but ${against} ${shortHash(other)} there.`;
      return `${differs} ${alterationWords(alteredLevels)}`;
    }
    case 'differ': {
      const { first, second } = finding;
      const shown = (value: string) => (finding.field === 'rootHash' ? shortHash(value) : countWords(value));
      const what = finding.field === 'rootHash' ? 'root' : 'tree size';
      return `The proofs of one answer disagree on the ${what}: entry ${first.entry + 1} has ${shown(first.value)}, entry ${second.entry + 1} has ${shown(second.value)}.`;
    }
    default:
      return assertNever(finding);
  }
}

function alterationWords(levels: readonly number[]): string {
  const [first] = levels;
  const last = levels.at(-1);
  if (first === undefined || last === undefined) return 'Where this proof was altered cannot be told.';
  return first === last
    ? `So it was altered at level ${first}.`
    : `So it was altered somewhere from level ${first} to level ${last}.`;
}
