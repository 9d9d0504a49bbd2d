import type { EvidenceRefusal } from '../evidence/refusal.ts';
import type { JsonTextFault } from '../evidence/readJsonText.ts';
import type { EvidenceFinding, SignerTrust, VerifiedEvidence } from '../evidence/verifyEvidence.ts';
import type { LedgerVerification } from '../evidence/verifyLedger.ts';
import { verdictStatuses, type CheckStatus } from '../merkle/verdict.ts';
import { shortHash } from './hashWords.ts';
import { countOf, listWords, quoteText, applying, listFirst, capitalized } from './phrases.ts';
import { rowsNotIncludedWords } from './rowsNotIncludedWords.ts';
import { sizeWords, countWords } from './sizes.ts';
import { timestampWords } from './timestampWords.ts';
import { verdictNames, verdictPhrases } from './verdictNames.ts';
import { visibleLine } from './visibleText.ts';

export interface EvidenceWords {
  /** Whether the bundle is what it claims to be, in a few words. */
  readonly title: string;
  /** What that means and what the bundle shows, in full sentences. */
  readonly summary: string;
}

/**
 * The first thing to read about a bundle: who signed it, whether its record holds, and what that record shows.
 *
 * @param signerName the name that the user gave to the key, if it is a trusted one
 */
export function evidenceSummary(evidence: VerifiedEvidence, signerName: string | null = null): EvidenceWords {
  const { statement, signer, isIntact } = evidence;
  const signed = signerSentence(signer.trust, signer.fingerprint, signerName);
  if (statement === null)
    return {
      title: 'Altered or damaged',
      summary:
        'The signature does not match the contents. The bundle was altered after it was signed, or damaged. Nothing in it is shown, because nothing in it can be trusted. Get the bundle again from its source.',
    };
  if (signer.trust === 'other')
    return {
      title: 'Signed by another key',
      summary: `${signed} Do not rely on this bundle unless you can explain that. ${shownWords(evidence)}`,
    };
  if (!isIntact)
    return {
      title: 'Record does not match contents',
      summary: `The contents are as they were signed, but what was recorded does not follow from them. ${signed} ${shownWords(evidence)}`,
    };
  const { findings } = evidence;
  if (findings.some(({ code, status }) => code === 'timestamps' && status === 'fail'))
    return {
      title: 'Intact, timestamp wrong',
      summary: `The contents are as they were signed, but their timestamp is wrong, so the bundle does not show when it existed. ${signed} ${shownWords(evidence)}`,
    };
  return {
    title: signer.trust === 'unknown' ? 'Intact, signer unknown' : 'Intact, signer known',
    summary: `${signed} ${shownWords(evidence)}`,
  };
}

function signerSentence(trust: SignerTrust, fingerprint: string, name: string | null = null): string {
  const key = `the key with fingerprint ${fingerprint}`;
  switch (trust) {
    case 'named':
      return `It was signed by ${key}, which you specified.`;
    case 'own':
      return `It was signed by this installation, with ${key}.`;
    case 'former':
      return `It was signed by this installation, with an earlier key, whose fingerprint is ${fingerprint}.`;
    case 'trusted':
      return `It was signed by ${name === null ? key : `${quoteText(name)}, with ${key}`}, which is one of your trusted keys.`;
    case 'unknown':
      return `It was signed by an unknown key: ${key}. Anyone can make a bundle like this with a key of their own, so it only shows that nothing was altered since. Ask the signer for the fingerprint of their key over another channel, and compare it.`;
    case 'other':
      return `It was signed by ${key}, which is not the key that you specified.`;
  }
}

/** What the reads show, as far as the bundle bears that out. */
function shownWords({ reads, readBacks, statement, findings }: VerifiedEvidence): string {
  const count = reads.length + readBacks.length;
  const counts = verdictStatuses.flatMap((status) => {
    const some = [...reads, ...readBacks].filter((each) => each.status === status).length;
    return some === 0 ? [] : [`${countWords(some)} ${verdictPhrases[status]}`];
  });
  const audit = findings.find(({ code }) => code === 'audit');
  const contradictions = findings.find(({ code }) => code === 'contradictions');
  const receipts = findings.find(({ code }) => code === 'receipts');
  return applying([
    audit?.code === 'audit' && `It records an audit: “${audit.headline}”.`,
    count === 0 ? 'It contains no read.' : `It contains ${countOf(count, 'read')}: ${counts.join(', ')}.`,
    receipts?.code === 'receipts' && notIncludedSentence(receipts),
    contradictions?.code === 'contradictions' &&
      contradictions.count > 0 &&
      `It records ${countOf(contradictions.count, 'contradiction')}.`,
    statement !== null &&
      statement.predicate.missing.length > 0 &&
      `${countOf(statement.predicate.missing.length, 'requested key')} ${statement.predicate.missing.length === 1 ? 'was' : 'were'} not returned.`,
  ]).join(' ');
}

export interface FindingWords {
  readonly label: string;
  readonly status: CheckStatus;
  /** One to three full sentences. */
  readonly words: string;
}

export function findingWords(finding: EvidenceFinding): FindingWords {
  return { label: labels[finding.code], status: finding.status, words: wordsOf(finding) };
}

const labels: Readonly<Record<EvidenceFinding['code'], string>> = {
  signature: 'Signature',
  signer: 'Signer',
  subjects: 'Digests',
  reads: 'Verdicts',
  'expected-root': 'Expected root',
  responses: 'Raw responses',
  record: 'Record',
  receipts: 'Receipts',
  ledger: 'Root ledger',
  contradictions: 'Contradictions',
  audit: 'Audit',
  timestamps: 'Timestamp',
};

function wordsOf(finding: EvidenceFinding): string {
  switch (finding.code) {
    case 'signature':
      return finding.status === 'pass'
        ? 'The Ed25519 signature matches the contents: nothing was altered since they were signed.'
        : 'The Ed25519 signature does not match the contents.';
    case 'signer':
      return signerSentence(finding.trust, finding.fingerprint);
    case 'subjects':
      return finding.status === 'pass'
        ? `${countOf(finding.count, 'SHA-256 digest')} in the statement ${finding.count === 1 ? 'matches' : 'match'} its contents.`
        : 'The SHA-256 digests in the statement do not match its contents.';
    case 'reads':
      return finding.differ.length === 0
        ? 'Every proof was verified again, and each result agrees with the recorded verdict.'
        : `${placesWords(finding.differ, 'read')} ${finding.differ.length === 1 ? 'has' : 'have'} a recorded verdict that does not follow from the proof and the hashing rules in the bundle.`;
    case 'expected-root': {
      const roots = `root ${listWords(finding.roots.map(shortHash), 'or')}, which you provided`;
      const other = [
        ...(finding.other.length === 0 ? [] : [placesWords(finding.other, 'read')]),
        ...(finding.otherReadBacks === 0
          ? []
          : [countOf(finding.otherReadBacks, 'proof of a receipt', 'proofs of receipts')]),
      ];
      if (other.length === 0) return `Every proof leads to ${roots}.`;
      const does = finding.other.length + finding.otherReadBacks === 1 ? 'does' : 'do';
      return `${listWords(other)} ${does} not lead to ${roots}.`;
    }
    case 'responses':
      return responseWords(finding);
    case 'record':
      return recordWords(finding);
    case 'receipts':
      return receiptsWords(finding);
    case 'ledger':
      return ledgerWords(finding.ledger);
    case 'contradictions':
      return contradictionWords(finding);
    case 'audit':
      return `${auditFindingWords(finding)} ${auditFileWords[finding.file]}`;
    case 'timestamps':
      return finding.timestamps.map(timestampWords).join(' ');
  }
}

function auditFindingWords({
  headline,
  verdict,
  isWhole,
}: Extract<EvidenceFinding, { code: 'audit' }>): string {
  const recorded = `The signer recorded: “${headline}” (${verdictNames[verdict]}).`;
  if (isWhole)
    return `${recorded} The bundle has a read for each of its records, and each was verified again.`;
  return verdict === 'red'
    ? recorded
    : `${recorded} Of this audit, only the reads in the bundle were verified again.`;
}

const auditFileWords = {
  same: 'The file of the audit is the one that the bundle is about.',
  other: 'The audit file is not the one that the bundle is about.',
  'not-given':
    'The file of the audit, which has all records, was not given. To include it, choose Export → All records on the page of the audit, then run atom-explorer verify with --audit.',
} as const;

function responseWords({
  compared,
  differ,
  notFound,
  returned,
  unrelated,
  unused,
}: Extract<EvidenceFinding, { code: 'responses' }>): string {
  const refuted = applying([
    differ.length > 0 &&
      `${placesWords(differ, 'read')} ${differ.length === 1 ? 'differs' : 'differ'} from the raw response in the bundle.`,
    returned.length > 0 &&
      `${placesWords(returned, 'missing key')} ${returned.length === 1 ? 'is' : 'are'} recorded as not returned, but the response has ${returned.length === 1 ? 'it' : 'them'}.`,
    unrelated.length > 0 &&
      `${placesWords(unrelated, 'raw response')} ${unrelated.length === 1 ? 'has' : 'have'} atoms, but the bundle has no read of ${unrelated.length === 1 ? 'it' : 'them'}.`,
  ]);
  if (refuted.length > 0) return refuted.join(' ');
  if (notFound.length > 0)
    return `${placesWords(notFound, 'read')} could not be found in the raw response of the same request, so ${notFound.length === 1 ? 'it was' : 'they were'} not compared.`;
  if (unused.length > 0)
    return `The bundle has no read of ${listFirst(
      unused.map((at) => `raw response ${countWords(at + 1)}`),
      5,
    )}, so ${unused.length === 1 ? 'it shows' : 'they show'} nothing.`;
  return compared === 0
    ? 'None of the reads came from a raw response in the bundle.'
    : `${countOf(compared, 'read')} ${compared === 1 ? 'agrees' : 'agree'} with the raw responses in the bundle.`;
}

function recordWords({
  notPinned,
  limitsLeftOut,
  hasSubject,
}: Extract<EvidenceFinding, { code: 'record' }>): string {
  const refuted = applying([
    notPinned.length > 0 &&
      `${placesWords(notPinned, 'read')} ${notPinned.length === 1 ? 'is' : 'are'} recorded as leading to a pinned root, but no pin in the bundle has that root.`,
    limitsLeftOut.length > 0 &&
      `The list of what the bundle does not show lacks ${listWords(limitsLeftOut.map(quoteText))}.`,
    !hasSubject && 'The atom that the bundle is about is not in it.',
  ]);
  return refuted.length > 0
    ? refuted.join(' ')
    : 'The pins, the subject, and the list of what the bundle does not show follow from its contents.';
}

function contradictionWords({
  count,
  differ,
  unproven,
  unrecorded,
}: Extract<EvidenceFinding, { code: 'contradictions' }>): string {
  const derived = count - unproven - differ.length;
  const [pair] = unrecorded;
  return applying([
    count > 0 && `${countOf(count, 'contradiction')} recorded.`,
    differ.length > 0 &&
      `${placesWords(differ, 'contradiction')} ${differ.length === 1 ? 'does' : 'do'} not follow from the entries of the root ledger in the bundle.`,
    derived > 0 &&
      `${countWords(derived)} ${derived === 1 ? 'follows' : 'follow'} from the entries of the root ledger in the bundle, which contradict each other.`,
    unproven > 0 &&
      `For ${countWords(unproven)}, the bundle does not contain what is needed to check, so this is only the signer’s statement.`,
    pair !== undefined &&
      `${countOf(unrecorded.length, 'pair')} of entries of the root ledger ${unrecorded.length === 1 ? 'contradicts' : 'contradict'} each other without a record of it, such as entries ${countWords(pair[0])} and ${countWords(pair[1])}. The signer may have settled this.`,
  ]).join(' ');
}

function ledgerWords(ledger: LedgerVerification): string {
  switch (ledger.kind) {
    case 'included':
      return `The signed checkpoint ${quoteText(ledger.origin)} has ${countOf(ledger.size, 'entry', 'entries')}; the ${countOf(ledger.entries, 'entry', 'entries')} in the bundle ${ledger.entries === 1 ? 'is' : 'are'} among them.`;
    case 'not-a-checkpoint':
      return 'The checkpoint of the root ledger cannot be read.';
    case 'wrong-signature':
      return 'The signature of the checkpoint of the root ledger is wrong.';
    case 'other-key':
      return 'The checkpoint of the root ledger was signed by another key than the bundle, so its signature was not checked.';
    case 'not-included':
      return `Entry ${countWords(ledger.index)} of the root ledger does not lead to the checkpoint.`;
  }
}

/** `Read 3`, `Reads 3 and 5`, `Reads 3, 5, 8, and 12 more`. */
function placesWords(places: readonly number[], one: string): string {
  const numbers = places.map((at) => countWords(at + 1));
  return `${capitalized(one)}${places.length === 1 ? '' : 's'} ${listFirst(numbers, 5)}`;
}

/** Why a file is not read as evidence, and what to do. Full sentences. */
export function evidenceRefusalWords(refusal: EvidenceRefusal): string {
  switch (refusal.code) {
    case 'too-large':
      return `The bundle has ${sizeWords(refusal.bytes)}, more than the limit of ${sizeWords(refusal.limit)}.`;
    case 'text':
      return textFaultWords(refusal.part, refusal.fault);
    case 'not-a-bundle':
      return 'This is not a Sigstore bundle. Evidence bundles end in .sigstore.json.';
    case 'media-type':
      return `The bundle has the type ${quoteText(refusal.found)}. Only Sigstore bundles of version 0.3 can be read.`;
    case 'signatures':
      return `The bundle has ${countOf(refusal.count, 'signature')}. An evidence bundle has exactly one, so that there is no doubt about who signed what.`;
    case 'bundle-field':
      return `The bundle does not have the form of an evidence bundle: ${quoteText(refusal.field)} is missing, unexpected, or of the wrong type.`;
    case 'payload-type':
      return `The signed contents have the type ${quoteText(refusal.found)}. An evidence bundle contains an in-toto statement.`;
    case 'base64':
      return `${quoteText(refusal.field)} is not valid base64 of the right length.`;
    case 'key':
      return 'The bundle does not contain an Ed25519 public key that anyone can own.';
    case 'key-id':
      return 'The key ID in the bundle is not the fingerprint of its public key. The bundle was altered or damaged.';
    case 'statement-type':
      return `The signed contents have the type ${quoteText(refusal.found)}, which is not an in-toto statement of version 1.`;
    case 'predicate-type':
      return `The signed statement is of the type ${quoteText(refusal.found)}. It is not evidence from Atom Explorer, or it was made by a newer version.`;
    case 'nothing':
      return 'There is nothing to sign: no response and no atom would be in the bundle. Select the atoms and export evidence about them.';
    case 'too-many':
      return `The bundle has ${countWords(refusal.count)} items in ${quoteText(refusal.what)}, more than the limit of ${countWords(refusal.limit)}.`;
    case 'statement-field':
      return `The signed statement does not have the form of evidence: ${quoteText(refusal.field)} (${visibleLine(refusal.problem)}).`;
  }
}

function textFaultWords(part: 'bundle' | 'statement', fault: JsonTextFault): string {
  const name = part === 'bundle' ? 'The bundle' : 'The signed statement';
  switch (fault.kind) {
    case 'not-utf8':
      return `${name} is not valid UTF-8.`;
    case 'too-deep':
      return `${name} is nested more than ${countWords(fault.limit)} levels deep. It was not read.`;
    case 'too-many-values':
      return `${name} has more than ${countWords(fault.limit)} values. It was not read.`;
    case 'not-json':
      return `${name} is not valid JSON.`;
    case 'not-canonical':
      return part === 'bundle'
        ? `The bundle is not written the way Atom Explorer writes it: byte ${countWords(fault.at + 1)} differs. It was altered, or another program reformatted it. Get the original file.`
        : `The signed statement is not written the way Atom Explorer writes it: character ${countWords(fault.at + 1)} differs. Duplicate names, rounded numbers, or other spellings let programs read it in different ways.`;
    case 'not-unicode':
      return `${name} contains half of a surrogate pair at character ${countWords(fault.at + 1)}, which programs read in different ways.`;
  }
}

type ReceiptsFinding = Extract<EvidenceFinding, { readonly code: 'receipts' }>;

function receiptsWords(finding: ReceiptsFinding): string {
  const { readBacks, notThere, differ, lacksCounts } = finding;
  if (readBacks === 0)
    return 'No proof was read back after storing, so what was stored is only the signer’s statement.';
  if (differ > 0)
    return `${countOf(differ, 'proof')} read back after storing ${differ === 1 ? 'fails' : 'fail'}, although the receipt records otherwise.`;
  const verified = `${countOf(readBacks, 'proof')} read back after storing ${readBacks === 1 ? 'was' : 'were'} verified again, ${withValueWords(finding)}.`;
  return applying([
    verified,
    notThere > 0 &&
      `${countOf(notThere, 'atom')} of the receipt ${notThere === 1 ? 'was' : 'were'} not read back, or not there.`,
    lacksCounts && 'The receipt does not say how many rows the upload had.',
    notIncludedSentence(finding),
  ]).join(' ');
}

function notIncludedSentence({ notIncluded }: ReceiptsFinding): string | false {
  const words = rowsNotIncludedWords(notIncluded);
  return words !== null && `Nothing is shown about ${words}.`;
}

function withValueWords({ readBacks, withValue }: ReceiptsFinding): string {
  const values = readBacks === 1 ? 'the value' : 'the values';
  if (withValue === readBacks)
    return `with ${values} that the receipt says ${readBacks === 1 ? 'was' : 'were'} stored`;
  return withValue === 0 ? `without ${values}` : `${withValue} of them with the value`;
}
