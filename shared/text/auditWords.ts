import type {
  AuditCounts,
  AuditFooter,
  AuditHeader,
  AuditRootFinding,
  AuditScope,
  AuditSelfTest,
} from '../audit/auditFile.ts';
import type { OpenGround } from '../grounds/conclude.ts';
import type { AuditCheck, AuditOutcome, AuditRecord, ExpectationField } from '../audit/auditRecord.ts';
import { selfTestResult, type AuditReason, type SelfTestResult } from '../audit/auditVerdict.ts';
import type { AuditDamage } from '../audit/readAudit.ts';
import type { GroundLoss } from '../grounds/grounds.ts';
import { groundIs, groundsLeftOut, groundWords } from './groundWords.ts';
import { conflictLabels } from './memoryWords.ts';
import { acceptedLossLines } from './acceptedLossWords.ts';
import { builtInRulesNotShown } from './builtInRulesNotShown.ts';
import { capitalized, countOf, listWords, quoteText, applying, counted } from './phrases.ts';
import { countWords } from './sizes.ts';
import { verdictNames } from './verdictNames.ts';
import { checkLabel } from './verdictWords.ts';

/** The names of outcomes on badges, in filters and in headings. */
export const auditOutcomeNames: Readonly<Record<AuditOutcome, string>> = {
  ...verdictNames,
  missing: 'Not returned',
  refused: 'Refused by the service',
  unsendable: 'Cannot be sent',
};

/** The status of a root of an audit, as a label. */
export const auditRootStatusNames: Readonly<Record<AuditRootFinding['status'], string>> = {
  pinned: 'Pinned',
  seen: 'Seen before',
  new: 'New',
  unexplained: 'Unexplained',
  contradiction: 'Contradiction',
};

const unmetWords: Readonly<Record<ExpectationField, string>> = {
  present: 'not there',
  version: 'a different version than expected',
  value: 'a different value than expected',
};

/** Which keys an audit covers, as a label. */
export function auditScopeWords(scope: AuditScope): string {
  switch (scope.kind) {
    case 'all':
      return 'All known keys';
    case 'branch':
      return `Branch ${quoteText(scope.prefix)}`;
    case 'both':
      return `Known keys of this connection and ${quoteText(scope.other)}`;
    case 'selection':
      return 'Selected keys';
    case 'bookmarks':
      return 'Bookmarked keys';
    case 'keys':
      return `Keys of ${quoteText(scope.source)}`;
    case 'expected':
      return `Expected list ${quoteText(scope.source)}`;
    case 'discovered':
      return `Keys discovered from ${listWords(scope.words.map(quoteText))}`;
  }
}

/** An input of an audit that is not what it was: the beginning of a sentence. */
export const auditInputWords = {
  scope: 'The scope has changed',
  keys: 'The list of keys has changed',
  expected: 'The expected list has changed',
  changes: 'The list of expected changes has changed',
  pins: 'The pinned roots have changed',
  rules: 'The hashing rules have changed',
} as const;

/** Why an audit has its verdict: one or two full sentences. */
export function auditReasonWords(reason: AuditReason): string {
  switch (reason.code) {
    case 'failed': {
      const conflicts =
        reason.conflicts === 0
          ? ''
          : reason.keys === 1
            ? ' It contradicts an earlier response.'
            : ` ${countOf(reason.conflicts, 'of them contradicts', 'of them contradict')} earlier responses.`;
      return `${countOf(reason.keys, 'key')} failed verification.${conflicts}`;
    }
    case 'unmet':
      return `${countOf(reason.keys, 'key differs', 'keys differ')} from the expected list.`;
    case 'unexpected-changes':
      return `${countOf(reason.keys, 'key has', 'keys have')} changed and ${reason.keys === 1 ? 'is' : 'are'} not on the list of expected changes.`;
    case 'root-contradictions':
      return `${countOf(reason.roots, 'root contradicts', 'roots contradict')} earlier or pinned roots.`;
    case 'partial':
      return `${endWords[reason.end]} ${countWords(reason.read)} of ${countOf(reason.keys, 'key')} were read. Nothing is known about the others.`;
    case 'one-shard':
      return `This is part ${countWords(reason.number)} of ${countWords(reason.of)}. Merge all parts for a verdict on the whole audit.`;
    case 'capped':
      return `${countOf(reason.keys, 'key')} of the scope ${reason.keys === 1 ? 'was' : 'were'} left out because of a limit.`;
    case 'nothing-to-audit':
      return 'The scope contains no key, so nothing was checked.';
    case 'missing':
      return `${countOf(reason.keys, 'key was', 'keys were')} not returned. The service does not prove absence, so this was not checked.`;
    case 'unchecked':
      return `${countOf(reason.keys, 'key', 'keys')} could not be fully checked.`;
    case 'refused':
      return `The service refused to return ${countOf(reason.keys, 'key')}.`;
    case 'unsendable':
      return `${countOf(reason.keys, 'key is', 'keys are')} empty or invalid Unicode, so no request can carry ${reason.keys === 1 ? 'it' : 'them'}.`;
    case 'several-roots':
      return `The keys were proven under ${countOf(reason.roots, 'root')}, ${reason.haveOneSize ? 'of which some have the same tree size: the service showed different trees' : 'because the memory changed during the audit'}. No single root covers all of them.`;
    case 'rules-not-recorded':
      return 'The hashing rules that proofs were checked by are not recorded, so nothing shows whether they were the same everywhere.';
    case 'rules-differ':
      return 'The parts were checked by different hashing rules. No rules fit all of them.';
    case 'root-unexplained':
      return `${countOf(reason.roots, 'root has', 'roots have')} the tree size of an earlier root, and nothing was stored over this connection in between.`;
    case 'self-test':
      return reason.result === 'not-made' ? selfTestNotMade(reason) : selfTestReasons[reason.result];
    case 'unasked':
      return `The service returned ${countOf(reason.atoms, 'atom')} that ${reason.atoms === 1 ? 'was' : 'were'} not requested.`;
    case 'versions-not-covered':
      return 'Versions are not covered: no leaf includes the version of its atom, so a wrong version would go unnoticed.';
    case 'ground':
      return groundWords(reason.ground);
    case 'grounds-not-recorded':
      return 'An earlier version of Atom Explorer saved this audit. What its result rests on, such as pinned roots and earlier reads, was not recorded.';
    case 'key-only':
      return `For ${countOf(reason.keys, 'key')}, the leaf covers only the key: a changed value would go unnoticed.`;
  }
}

const endWords: Readonly<Record<Extract<AuditReason, { readonly code: 'partial' }>['end'], string>> = {
  canceled: 'The audit was canceled.',
  interrupted: 'The audit was interrupted.',
  failed: 'The audit stopped because of an error.',
  'shards-missing': 'Parts of the audit are missing.',
  'records-missing': 'The audit has too few records.',
};

const selfTestReasons: Readonly<Record<Exclude<SelfTestResult, 'not-made'>, string>> = {
  caught: 'The self-test found every planted fault.',
  'values-not-covered': 'The self-test showed that this audit cannot find altered values.',
  missed: 'The self-test missed a planted fault, so this audit may not have found real ones.',
};

/** @param cause why no atom was verified, if a lost ground is the reason */
function selfTestNotMade({
  hasVerified,
  cause,
}: {
  readonly hasVerified: boolean;
  readonly cause: OpenGround | null;
}): string {
  if (hasVerified)
    return 'The result of the self-test was not saved, because the app closed before. So nothing shows that this audit would have found a fault.';
  const why = cause === null ? '' : `, because ${lostGroundWords(cause)}`;
  return `The self-test was not possible: no atom was verified${why}.`;
}

const lossNames: Readonly<Partial<Record<GroundLoss, string>>> = {
  missing: 'missing',
  damaged: 'damaged',
  older: 'out of date',
};

/** `the root ledger is missing`. */
function lostGroundWords({ name, ground }: OpenGround): string {
  const loss = (ground.kind === 'unavailable' ? lossNames[ground.why] : undefined) ?? 'unavailable';
  return `${groundIs(name)} ${loss}`;
}

/** What the self-test showed: one or two full sentences. */
export function selfTestWords(
  selfTest: AuditSelfTest | null,
  { outcomes }: Pick<AuditCounts, 'outcomes'>,
): string {
  const result = selfTestResult(selfTest);
  const faults = selfTest?.faults ?? [];
  const caught = faults.flatMap(({ fault, caughtBy }) => (caughtBy === null ? [] : [plantedWords[fault]]));
  switch (result) {
    case 'caught':
      return `This audit would have caught a fault: in a copy of a response, it found ${listWords(caught)}.`;
    case 'values-not-covered':
      return `This audit cannot find altered values, because the leaves cover only the keys. It found ${listWords(caught)} in a copy of a response.`;
    case 'missed':
      return selfTestReasons.missed;
    case 'not-made':
      return selfTestNotMade({ hasVerified: outcomes.green + outcomes.keyOnly > 0, cause: null });
  }
}

const plantedWords = {
  value: 'an altered value',
  sibling: 'an altered sibling hash',
  root: 'an altered root',
} as const;

/** What a check found, by its code: a short phrase. */
export function auditCheckWords({ name, status, code }: AuditCheck): string {
  const [main = ''] = code.split('.');
  const known = codeWords[code] ?? codeWords[main];
  return known ?? `${checkLabel(name)}: ${status === 'fail' ? 'failed' : 'could not be checked'}`;
}

const codeWords: Readonly<Record<string, string>> = {
  'no-proof.missing': 'No proof',
  'no-proof.malformed': 'Malformed proof',
  'no-proof.leafless': 'Proof without a leaf hash',
  malformed: 'Malformed proof',
  'sibling-count': 'Wrong number of sibling hashes',
  'tree-size-differs': 'Wrong tree size',
  'no-path-rule': 'Unknown hashing rules for the path',
  'root-not-reached': 'The path does not lead to the root',
  'not-a-duplicate': 'The path does not fit the tree',
  'not-padding': 'The path does not fit the tree',
  'chain-unlinked': 'The proofs of the chain do not connect',
  'link-may-be-atom': 'An atom could stand for the root of an inner tree',
  'response-unreadable': 'The response cannot be read',
  'service-failed': 'The service failed or did not respond',
  'empty-leaf': 'The leaf is empty',
  'no-leaf-rule': 'Unknown hashing rules for the leaf',
  'leaf-rule-not-applicable': 'The leaf cannot be computed',
  'content-differs': 'The content does not match the leaf',
  'content-not-covered': 'The leaf does not cover the value',
  'atom-may-be-node': 'The atom may be an inner node of the tree',
  'boundary-open': 'The leaf does not show where the key ends',
  'incoherent.key': 'Another key was returned',
  'incoherent.hash': 'Two different leaf hashes',
  'incoherent.memory': 'Contradicts an earlier response',
  'incoherent.copies': 'Contradicting copies in one response',
  'incoherent.leaf': 'Another key has the same leaf',
  'copy-unchecked': 'Another copy in the response could not be checked',
  'snapshot.differ': 'Two roots in one response',
  'snapshot.node-differs': 'Two hashes for one node of the tree',
  'root.unexplained': 'Two roots for one tree size',
  'root.same-root-other-size': 'One root with two tree sizes',
  'root.shrinking': 'The tree became smaller',
  'root.other-than-pinned': 'Not the pinned root',
  'root.pinned-with-other-size': 'The pinned root with another tree size',
  'root.smaller-than-pinned': 'A smaller tree than the pinned one',
};

/** What an audit found about one key, in a few words; for a list. */
export function auditRecordWords(record: AuditRecord): string {
  const conflict = record.conflict === null ? null : conflictLabels[record.conflict];
  const said = applying([
    // The contradiction says more.
    record.check === null || (conflict !== null && record.check.code === 'incoherent.memory')
      ? null
      : auditCheckWords(record.check),
    conflict,
    ...record.unmet.map((field) => unmetWords[field]),
  ]);
  return said.length === 0 ? auditOutcomeNames[record.outcome] : capitalized(said.join('; '));
}

/** The keys that are not part of the audit; completes `Not looked at: `. */
export function keysNotLookedAt({ scope, keys }: Pick<AuditHeader, 'scope' | 'keys'>): string {
  const others =
    scope.kind === 'all' || scope.kind === 'both'
      ? 'keys that Atom Explorer does not know'
      : 'all other keys';
  return keys.leftOut === 0
    ? others
    : `${others}, and ${countOf(keys.leftOut, 'key')} of the scope that ${keys.leftOut === 1 ? 'was' : 'were'} left out`;
}

/** The code of what an audit does not show because the user accepted a loss. */
export const lossAccepted = 'loss-accepted';

/** What an audit does not show, whatever its verdict. The codes are stable; the words may change. */
export function notShownByAudit(
  header: Pick<AuditHeader, 'scope' | 'keys'>,
  { counts, rules, acceptedLosses = [] }: Pick<AuditFooter, 'counts' | 'rules' | 'acceptedLosses'>,
  open: readonly OpenGround[],
): readonly { readonly code: string; readonly words: string }[] {
  const { missing } = counts.outcomes;
  const all = [
    { code: 'outside-scope', words: `Not looked at: ${keysNotLookedAt(header)}.` },
    {
      code: 'service-did-not-sign',
      words:
        'The service signs nothing, so nothing shows that it sent this. Whoever ran the audit states what they received.',
    },
    {
      code: 'latest-version',
      words: 'These may not be the latest versions: an older version also verifies, with its own proof.',
    },
    {
      code: 'same-root-for-others',
      words: 'Others may see another root. Compare roots with someone you trust.',
    },
    {
      code: 'between-audits',
      words: 'An audit shows what the service returned while it ran, not what happened before or after.',
    },
    missing > 0
      ? {
          code: 'absence',
          words: `The ${missing === 1 ? 'key' : countOf(missing, 'key')} that the service did not return may exist: the service does not prove absence.`,
        }
      : null,
    rules?.origin === 'inferred'
      ? {
          code: 'rules-inferred',
          words:
            'The service may use other hashing rules: these were inferred from its proofs, which is weaker than a specification.',
        }
      : null,
    rules?.origin === 'built-in'
      ? {
          code: builtInRulesNotShown.code,
          words:
            'The service may use other hashing rules: these are built into Atom Explorer, and the service does not specify them.',
        }
      : null,
  ];
  return [
    ...acceptedLossLines(acceptedLosses).map((words) => ({ code: lossAccepted, words })),
    ...all.filter((each) => each !== null),
    ...groundsLeftOut(open),
  ];
}

/** The counts in one line: `9,975 verified, 25 failed`; only those that are not zero. */
export function auditCountsWords({ counts }: { readonly counts: Pick<AuditCounts, 'outcomes'> }): string {
  const { outcomes } = counts;
  const found = counted([
    [outcomes.red, 'failed'],
    [outcomes.green, 'verified'],
    [outcomes.keyOnly, 'key only'],
    [outcomes.amber, 'could not be checked'],
    [outcomes.missing, 'not returned'],
    [outcomes.refused, 'refused'],
    [outcomes.unsendable, 'cannot be sent'],
  ]);
  return found.length === 0 ? 'no keys' : found.join(', ');
}

/** Why a file is not a usable audit; one or two full sentences. */
export function auditDamageWords(damage: AuditDamage): string {
  switch (damage.kind) {
    case 'empty':
      return 'The file is empty.';
    case 'not-an-audit':
      return 'The file is not an audit saved by Atom Explorer.';
    case 'newer':
      return `A newer version of Atom Explorer wrote this file (format ${damage.version}). Update Atom Explorer to read it.`;
    case 'header-invalid':
      return `The first line is not valid: ${quoteText(damage.field)} is missing or wrong.`;
    case 'footer-invalid':
      return `The last line is not valid: ${quoteText(damage.field)} is missing or wrong.`;
    case 'line-too-long':
      return `Line ${countWords(damage.line)} is too long.`;
    case 'not-utf8':
      return `The text after line ${countWords(damage.line - 1)} is not valid UTF-8.`;
    case 'not-json':
      return `Line ${countWords(damage.line)} is not JSON.`;
    case 'line-invalid':
      return `Line ${countWords(damage.line)} is not valid${damage.field === '' ? '' : `: ${quoteText(damage.field)} is missing or wrong`}.`;
    case 'line-rewritten':
      return `Line ${countWords(damage.line)} was rewritten: Atom Explorer writes the same content in another way.`;
    case 'out-of-order':
      return `Line ${countWords(damage.line)} is out of order: its key comes before the one above.`;
    case 'repeated-key':
      return `Line ${countWords(damage.line)} repeats the key above.`;
    case 'root-unknown':
      return `Line ${countWords(damage.line)} refers to a root that the file does not contain.`;
    case 'root-repeated':
      return `Line ${countWords(damage.line)} repeats a root.`;
    case 'too-many-lines':
      return `The file has more lines than can be read: ${countWords(damage.line - 1)} at most.`;
    case 'cut-off':
      return `The file ends after line ${countWords(damage.lines)}, before the audit does. It was not finished, or it was cut off.`;
    case 'text-after-footer':
      return `There is text after the end of the audit, in line ${countWords(damage.line)}.`;
    case 'records-changed':
      return 'The records were changed: their SHA-256 is not the one in the last line.';
    case 'counts-changed':
      return 'The counts in the last line are not those of the records.';
    case 'roots-changed':
      return 'The roots in the last line are not those of the records.';
    case 'ends-changed':
      return 'The first or the last line was changed: their SHA-256 is not the one in the last line.';
    case 'keys-changed':
      return 'The keys of the records are not those of the list that was audited: a key was replaced.';
  }
}
