import type { CheckReason, Incoherence, PathWarning } from '../merkle/checkReason.ts';
import type { PreimageGap } from '../merkle/preimages.ts';
import type { LinkRule } from '../merkle/scheme.ts';
import type { SnapshotFinding } from '../merkle/snapshot.ts';
import { shortHash } from './hashWords.ts';
import { conflictWords } from './memoryWords.ts';
import { countOf, evidenceWords, listWords, quoteText, applying } from './phrases.ts';
import { noLeafRuleWords, noPathRuleWords } from './noRuleWords.ts';
import { problemWords } from './proofProblemWords.ts';
import { rootWords, vouchingWords } from './rootWords.ts';
import { countWords } from './sizes.ts';

/** Why a check has its status, in one to three full sentences. */
export function reasonWords(reason: CheckReason): string {
  switch (reason.code) {
    case 'no-proof':
      return noProofWords(reason.because);
    case 'chain':
      return reason.links
        .map((link) => `Proof ${link.at + 1} of ${reason.of}: ${reasonWords(link.reason)}`)
        .join(' ');
    case 'well-formed':
      return wellFormedWords(reason);
    case 'malformed':
      return `The proof cannot be read. ${problemWords(reason.problems)}`;
    case 'shape-unknown':
      return `All fields are present. Whether ${countOf(reason.siblings, 'sibling')} is the right number could not be checked, because the shape of this tree is unknown.`;
    case 'position-missing':
      if (!reason.sidesNeeded)
        return `The proof does not contain ${listWords(reason.missing)}. The path can still be followed, because nodes are joined in sorted order, but the position of the leaf is unknown.`;
      return reason.missing.includes('leafIndex')
        ? `The proof does not contain ${listWords(reason.missing)}, so the left and right sides of the path are unknown.`
        : 'The proof does not contain treeSize, so its index and path length could not be checked against the size of the tree.';
    case 'sibling-count':
      return `The proof lists ${countOf(reason.given, 'sibling')}, but its index and tree size require ${listWords(reason.expected.map(String), 'or')}.`;
    case 'no-path-rule':
      return noPathRuleWords(reason.tried);
    case 'root-reached':
      return reachedWords(reason);
    case 'root-not-reached':
      return `By the current hashing rules, the path leads to ${shortHash(reason.computed)}, not to the claimed root ${shortHash(reason.rootHash)}. The leaf hash, a sibling, the position, or the root is wrong.`;
    case 'not-a-duplicate':
      return `At level ${reason.level}, this node is the last of an odd number and is paired with itself, but the proof lists a different sibling there.`;
    case 'not-padding':
      return `At level ${reason.level}, this node is the last of an odd number and is paired with padding, but the proof lists a different sibling there.`;
    case 'chain-unlinked':
      return `Each proof leads to its own root, but the proofs do not link up: the root of proof ${reason.at + 1}, ${shortHash(reason.innerRoot)}, is not the leaf of proof ${reason.at + 2}, ${shortHash(reason.outerLeaf)}, nor is its hash.`;
    case 'link-may-be-atom':
      return linkDoubtWords(reason);
    case 'tree-size-differs':
      return `The proof states that the tree has ${countOf(reason.stated, 'leaf', 'leaves')}, but the size that you trust is ${countWords(reason.trusted)}.`;
    case 'node-not-leaf':
      return nodeNotLeafWords(reason);
    case 'empty-leaf':
      return reason.hasContent
        ? 'The leaf hash is all zeros, which marks an empty or removed leaf. It cannot be the hash of this atom.'
        : 'The leaf hash is all zeros, which marks an empty or removed leaf. The proof came without an atom, so there was nothing to compare.';
    case 'no-leaf-rule':
      return noLeafRuleWords(reason.tried);
    case 'leaf-rule-not-applicable':
      return gapWords(reason.gap);
    case 'content-matches':
      return contentWords(reason);
    case 'content-not-covered':
      return notCoveredWords(reason);
    case 'atom-may-be-node':
      return `The leaf is the hash of this atom. ${openContentWords(reason)} To settle this, paste the proof under Pasted proof and enter a Tree size that you trust, or use verify --tree-size.`;
    case 'boundary-open':
      return `${joinedWords(reason)} ${openContentWords(reason)} You cannot settle this; only the operator can, by hashing atoms as JSON or with lengths.`;
    case 'content-differs':
      return `The hash of this atom is ${shortHash(reason.computed)}, but the leaf is ${shortHash(reason.leafHash)}. The key, the value, the version, or the leaf hash is wrong.`;
    case 'coherent':
      return coherentWords(reason.compared);
    case 'incoherent':
      return reason.differences.map(differenceWords).join(' ');
    case 'copy-unchecked':
      return `The response contains this key ${reason.copies} times, and another copy could not be fully checked.`;
    case 'snapshot':
      return snapshotWords(reason.finding);
    case 'root':
      return rootWords(reason.rootStatus);
    case 'root-vouching':
      return vouchingWords(reason.vouching);
  }
}

type OpenContent = Extract<CheckReason, { code: 'atom-may-be-node' | 'boundary-open' }>;

/** Why a leaf that is the hash of an atom does not prove the atom, in one sentence. */
export function openContentWords(reason: OpenContent): string {
  if (reason.code === 'atom-may-be-node')
    return 'The atom may be an inner node of the tree: its text has the form of one, and these rules hash leaves and inner nodes in the same way.';
  const other =
    reason.other === undefined
      ? 'Another atom'
      : `The key ${quoteText(reason.other.key)} with the value ${quoteText(reason.other.value)}`;
  return `${other} has the same hash, so the proof does not show which of them was stored.`;
}

function joinedWords({ other }: Extract<CheckReason, { code: 'boundary-open' }>): string {
  return other === undefined
    ? 'The leaf is the hash of this atom, but these rules hash its parts as one text, which does not show where the key ends.'
    : `The leaf is the hash of this atom, but these rules hash key and value as one text, ${quoteText(other.text)}.`;
}

function wellFormedWords({
  treeSize,
  siblings,
  isLeafSettled,
}: Extract<CheckReason, { code: 'well-formed' }>): string {
  const size = countOf(treeSize, 'leaf', 'leaves');
  const found = `All fields are present, and the path has the right length for this position in a tree of ${size} (${countOf(siblings, 'sibling')}).`;
  return isLeafSettled === true ? `${found} You trust this tree size, so the path begins at a leaf.` : found;
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
      : `The path leads from the leaf exactly to root ${shortHash(rootHash)} in ${countOf(steps, 'step')}, ${evidenceWords(evidence)}.`;
  const linked = links.map((rule, at) => `The root of proof ${at + 1} ${linkWords[rule]}.`);
  return [reached, ...linked, ...warnings.map(warningWords)].join(' ');
}

/** Why proofs that link up by the rules still prove nothing. */
function linkDoubtWords({ origin }: Extract<CheckReason, { code: 'link-may-be-atom' }>): string {
  const doubt =
    'Each proof leads to its root, and the roots link up, but by these rules, an ordinary atom could stand for the root of an inner tree: whoever may store one could link any tree to this root.';
  return origin === 'inferred'
    ? `${doubt} The rules were inferred, so nothing else says that proofs lead through several trees. If you know that they do, choose the rules.`
    : `${doubt} Leaves and inner nodes are hashed in the same way, and the root of an inner tree is itself a leaf.`;
}

function nodeNotLeafWords({ rootHash, steps }: Extract<CheckReason, { code: 'node-not-leaf' }>): string {
  const remedy = 'To settle this, provide the atom, or the tree size from a source that you trust.';
  return steps === 0
    ? `The hash is the root ${shortHash(rootHash)} itself, so nothing was hashed. Any node can be presented that way, not only a leaf. ${remedy}`
    : `The path leads to root ${shortHash(rootHash)} in ${countOf(steps, 'step')}. This shows that the hash is a node of the tree, but not that it is a leaf: these rules hash leaves and inner nodes in the same way. ${remedy}`;
}

function warningWords(warning: PathWarning): string {
  switch (warning) {
    case 'single-leaf':
      return 'The tree has only one leaf, so the rule for joining nodes was not tested.';
    case 'leaf-and-node-alike':
      return 'Note: these rules do not separate the hashes of leaves and inner nodes, so an inner node could be presented as a leaf.';
    case 'position-not-bound':
      return 'Note: nodes are joined in sorted order, so the path shows that the leaf is in the tree but not where: its index could be anything.';
    case 'equal-siblings':
      return 'Note: two adjacent nodes are equal. If the last node is duplicated, a tree with repeated leaves has the same root (CVE-2012-2459), so the tree size is less certain.';
  }
}

const linkWords: Readonly<Record<LinkRule, string>> = {
  same: 'is the leaf of the next proof',
  hash: 'is the leaf of the next proof once hashed',
  'hash-00': 'is the leaf of the next proof once hashed after the byte 00',
  'hash-hex': 'is the leaf of the next proof once hashed as hex text',
};

function noProofWords(because: Extract<CheckReason, { code: 'no-proof' }>['because']): string {
  switch (because) {
    case 'missing':
      return 'The response contained no proof for this atom, so there was nothing to check.';
    case 'malformed':
      return 'The proof could not be read, so this could not be checked.';
    case 'leafless':
      return 'Proofs in this format contain no leaf hash, and neither the atom nor a leaf rule provides one, so this could not be checked.';
  }
}

function contentWords({
  binds,
  evidence,
  isWholeAtom,
}: Extract<CheckReason, { code: 'content-matches' }>): string {
  if (isWholeAtom === true)
    return `The leaf is the hash of this atom, which has a key and no value, ${evidenceWords(evidence)}.`;
  const sentences = applying([
    `The leaf is the hash of this ${listWords(binds)}, ${evidenceWords(evidence)}.`,
    !binds.includes('version') && 'It does not cover the version, which could be anything.',
  ]);
  return sentences.join(' ');
}

function notCoveredWords({
  binds,
  unbound,
  isSettled,
}: Extract<CheckReason, { code: 'content-not-covered' }>): string {
  if (binds.length === 0 || !isSettled)
    return 'Several rules that cover different parts of this atom give the same leaf, so it is undecided what the proof covers. Other atoms may settle this.';
  const covered = `The leaf is the hash of the ${listWords(binds)}. It does not cover the ${listWords(unbound)}`;
  return `${covered}, so the proof says nothing about ${unbound.length > 1 ? 'them' : 'it'}.`;
}

function gapWords(gap: PreimageGap): string {
  switch (gap) {
    case 'key-missing':
      return 'The proof came without a key, so the leaf could not be recomputed.';
    case 'value-missing':
      return 'The leaf covers the value, but the proof came without one, so the leaf could not be recomputed.';
    case 'version-missing':
      return 'The leaf covers the version, but the response contained none, so the leaf could not be recomputed.';
    case 'version-inexact':
      return 'The leaf covers the version, but the version in the response is not an exact integer, so the leaf could not be recomputed.';
    case 'has-value':
      return 'The leaf rule is for atoms without a value, but the proof came with one, so the leaf could not be recomputed.';
    case 'not-unicode':
      return 'The key or value contains an unpaired surrogate, which has no bytes in UTF-8, so the leaf could not be recomputed.';
    case 'unknown-rule':
      return 'This version of Atom Explorer does not know the current leaf rule.';
  }
}

function coherentWords(compared: readonly ('key' | 'hash')[]): string {
  const words = {
    key: 'The key is the requested one.',
    hash: 'The hash of the atom equals the leaf hash.',
  };
  if (compared.length === 0)
    return 'There was nothing to compare: no exact key was requested, and the response contains no hash besides the proof.';
  return compared.map((field) => words[field]).join(' ');
}

function differenceWords(difference: Incoherence): string {
  switch (difference.field) {
    case 'key':
      return `The response is for the key ${quoteText(difference.answered)}, but ${quoteText(difference.asked)} was requested.`;
    case 'hash':
      return `The hash of the atom, ${quoteText(difference.atomHash)}, is not the leaf hash ${shortHash(difference.leafHash)}.`;
    case 'memory':
      return conflictWords(difference.conflict);
    case 'copies':
      return difference.because === 'differ'
        ? `The response contains this key ${difference.copies} times, with different values for the same version.`
        : `The response contains this key ${difference.copies} times, and another copy failed its checks.`;
    case 'leaf':
      return `The key ${quoteText(difference.otherKey)} has the same leaf, at the same place under the same root. A leaf is of one atom, so at most one of the two was stored.`;
  }
}

function snapshotWords(finding: SnapshotFinding): string {
  switch (finding.kind) {
    case 'single':
      return 'The response contained only this proof, so there was no other to compare it with.';
    case 'agree':
      return `All ${finding.count} proofs in the response have the same root and the same tree size.`;
    case 'apart':
      return `These proofs have ${finding.roots} different roots. They may come from different responses, so this is neither a contradiction nor an agreement.`;
    case 'node-differs': {
      const { level, index, given, other, alteredLevels } = finding;
      const against = finding.otherIs === 'established' ? 'verified proofs have' : 'another proof has';
      const differs = `At level ${level}, position ${countWords(index)}, this proof leads to ${shortHash(given)}, but ${against} ${shortHash(other)} there.`;
      return `${differs} ${alterationWords(alteredLevels)}`;
    }
    case 'differ': {
      const { first, second } = finding;
      const shown = (value: string) => (finding.field === 'rootHash' ? shortHash(value) : countWords(value));
      const what = finding.field === 'rootHash' ? 'root' : 'tree size';
      return `The proofs of one response disagree on the ${what}: entry ${first.entry + 1} has ${shown(first.value)}, entry ${second.entry + 1} has ${shown(second.value)}.`;
    }
  }
}

function alterationWords(levels: readonly number[]): string {
  const [first] = levels;
  const last = levels.at(-1);
  if (first === undefined || last === undefined)
    return 'It is not possible to tell where this proof was altered.';
  return first === last
    ? `This proof was altered at level ${first}.`
    : `This proof was altered somewhere between level ${first} and level ${last}.`;
}
