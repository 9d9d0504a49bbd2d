import type { CheckReason } from '../merkle/checkReason.ts';
import {
  checkNames,
  type Check,
  type CheckName,
  type CheckStatus,
  type Verdict,
  type VerdictStatus,
} from '../merkle/verdict.ts';
import type { BoundField } from '../merkle/scheme.ts';
import { groundsWords } from './groundWords.ts';
import { shortHash } from './hashWords.ts';
import { evidenceWords, listWords, applying } from './phrases.ts';
import { openContentWords, reasonWords } from './reasonWords.ts';
import { rootWords } from './rootWords.ts';

export interface CheckWords {
  readonly name: CheckName;
  readonly label: string;
  readonly question: string;
  readonly status: CheckStatus;
  /** How the outcome is drawn: as its status, or as `nothing` where there was nothing to compare, which is harmless. */
  readonly look: CheckStatus | 'nothing';
  readonly statusWord: string;
  /** The result, in one to three full sentences. */
  readonly words: string;
}

export interface VerdictWords {
  readonly title: string;
  /** One or two sentences that claim no more than was proven. */
  readonly summary: string;
  /** One per check, in the order of `checkNames`. */
  readonly checks: readonly CheckWords[];
  /** The grounds that the verdict does without, one or two sentences each. */
  readonly grounds: readonly string[];
}

/** What no inclusion proof can show, whatever its verdict. */
export const verificationLimits: readonly string[] = [
  'That this is the latest version: an older version also verifies, with its own proof.',
  'That a response is complete: a proof covers only the atom it came with, not atoms that are missing.',
  'That the tree has exactly the stated number of leaves: the same path often fits several tree sizes.',
  'That others see the same root: compare roots with someone you trust, or pin a root that they gave you.',
  'That a recall score or a prediction is correct: no proof covers them.',
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
  content: { label: 'Content', question: 'Is the leaf the hash of this key, value, and version?' },
  coherent: { label: 'Coherent', question: 'Do the atom, its proof, and the request match?' },
  snapshot: { label: 'Snapshot', question: 'Do all proofs in this response come from the same tree?' },
  root: { label: 'Root', question: 'Is this root known?' },
};

/** The name of a check, as it is shown. */
export function checkLabel(name: CheckName): string {
  return headings[name].label;
}

/** The text of a verdict, used by the window, reports, and the command line alike. */
export function verdictWords(verdict: Verdict): VerdictWords {
  const summary = summarise(verdict);
  return {
    title: titleOf(verdict),
    summary,
    checks: verdict.checks.map((check) => ({
      name: check.name,
      ...headings[check.name],
      status: check.status,
      look: hasNothingToCompare(check.reason) ? 'nothing' : check.status,
      statusWord: statusWord(check),
      words: reasonWords(check.reason),
    })),
    grounds: groundsWords(verdict.open).filter((words) => !summary.includes(words)),
  };
}

function titleOf(verdict: Verdict): string {
  if (isRootAllThatIsMissing(verdict)) return untrustedRoot;
  if (!areRulesMissing(verdict)) return titles[verdict.status];
  const isRootMissing = verdict.open.some(({ name }) => name === 'root');
  return isRootMissing ? `${ownRules}, root not trusted` : ownRules;
}

const untrustedRoot = 'Internally consistent, root not trusted';
const ownRules = 'Consistent under rules inferred from the proof';

/** A proof without a connection that would pass if its rules, and perhaps its root, came from elsewhere. */
function areRulesMissing({ status, checks, open }: Verdict): boolean {
  if (!open.some(({ name, holdsBack }) => holdsBack && name === 'rules')) return false;
  const reason = checks.find(({ name }) => name === 'root')?.reason;
  return status === 'amber' && reason?.code === 'root-vouching' && reason.otherwise !== 'amber';
}

/** A proof without a connection that would pass if something vouched for its root. */
function isRootAllThatIsMissing({ status, checks, open }: Verdict): boolean {
  if (open.some(({ name, holdsBack }) => holdsBack && name !== 'root')) return false;
  const reason = checks.find(({ name }) => name === 'root')?.reason;
  return status === 'amber' && reason?.code === 'root-vouching' && reason.otherwise !== 'amber';
}

/** A root that is new or seen before was checked as far as possible: it is just not pinned. */
function statusWord({ status, reason }: Check): string {
  if (hasNothingToCompare(reason)) return 'Nothing to compare';
  if (reason.code === 'root-vouching' && status === 'undecided') return 'Not trusted';
  if (reason.code !== 'root' || status !== 'undecided' || reason.rootStatus === null)
    return statusWords[status];
  return reason.rootStatus.kind === 'unexplained' ? 'Unexplained' : 'Not pinned';
}

function hasNothingToCompare(reason: CheckReason): boolean {
  return reason.code === 'snapshot' && reason.finding.kind === 'single';
}

function summarise(verdict: Verdict): string {
  const { status, checks, binds } = verdict;
  const named = new Map(checks.map((check) => [check.name, check]));
  if (isRootAllThatIsMissing(verdict)) return summariseUntrusted(named, binds);
  if (areRulesMissing(verdict))
    return 'The proof fits hashing rules that were inferred from it. For any atom, whoever made it can choose rules by which it fits, so it proves nothing. Check it by rules from another source, such as a connection or a specification.';
  if (status === 'green') return summariseGreen(named, binds);
  const root = named.get('root')?.reason;
  if (status !== 'red' && root?.code === 'root' && root.rootStatus?.kind === 'unexplained')
    return rootWords(root.rootStatus);
  if (status === 'keyOnly') return summariseKeyOnly(named, binds);
  const telling = status === 'red' ? checkNames : (['path', 'content', 'coherent'] as const);
  const wanted = status === 'red' ? 'fail' : 'undecided';
  const decisive = telling
    .map((name) => named.get(name))
    .find((check) => check !== undefined && check.status === wanted);
  if (decisive !== undefined) {
    const { reason } = decisive;
    // The check itself also says what to do.
    const isOpen = reason.code === 'boundary-open' || reason.code === 'atom-may-be-node';
    return isOpen ? openContentWords(reason) : reasonWords(reason);
  }
  return groundsWords(verdict.open.filter(({ holdsBack }) => holdsBack)).join(' ');
}

/** Says what holds if the root is genuine, and that nothing vouches for it. */
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
      ? `This leaf is in the tree with root ${shortHash(rootHash)}, ${evidenceWords(evidence)}. The proof came without an atom, so it does not show what the leaf holds.`
      : `This hash is in the tree with root ${shortHash(rootHash)}, ${evidenceWords(evidence)}. The proof came without an atom, so nothing shows what the hash stands for.`;
  // The claim is only as strong as the weaker of the two.
  const weaker =
    content.reason.evidence.candidates > evidence.candidates ? content.reason.evidence : evidence;
  const isWhole = content.reason.isWholeAtom === true;
  const limits = applying([
    !(binds.includes('version') || isWhole) && 'the version is not covered',
    (checks.get('wellFormed')?.status === 'undecided' ||
      path.reason.warnings.includes('position-not-bound')) &&
      'the position of the leaf is not proven',
  ]);
  const what = isWhole ? 'atom is' : `${listWords(binds)} are`;
  const claim = `This ${what} in the tree with root ${shortHash(rootHash)}, ${evidenceWords(weaker)}`;
  return [claim, ...limits].join('; ') + '.';
}

function summariseKeyOnly(checks: ReadonlyMap<CheckName, Check>, binds: readonly BoundField[]): string {
  const path = checks.get('path');
  if (path?.reason.code !== 'root-reached') return '';
  const { rootHash, evidence } = path.reason;
  return `This ${listWords(binds)} ${binds.length > 1 ? 'are' : 'is'} in the tree with root ${shortHash(rootHash)}, ${evidenceWords(evidence)}. The proof does not cover the value, which could be anything.`;
}
