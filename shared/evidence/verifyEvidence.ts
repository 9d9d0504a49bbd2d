import type { Json } from '../domain/json.ts';
import { conclude, type OpenGround } from '../grounds/conclude.ts';
import { given, noneByChoice, unavailable, type Ground } from '../grounds/grounds.ts';
import { claimedRoot } from '../merkle/proofReading.ts';
import {
  countVerdicts,
  isWorse,
  type CheckStatus,
  type VerdictCounts,
  type VerdictStatus,
} from '../merkle/verdict.ts';
import type { GivenRoot } from '../merkle/verifyImport.ts';
import type { CheckTimestamp, TimestampCheck } from '../timestamp/timestampCheck.ts';
import type { VerifyEd25519 } from '../transparency/signedNote.ts';
import { auditFinding, type AuditFinding, type GivenAudit } from './verifyAudit.ts';
import { compareResponses, type ResponseComparison } from './compareResponses.ts';
import { preAuthEncoding } from './envelope.ts';
import { parseBundle, parseStatement, type ParsedBundle } from './parseBundle.ts';
import type { EvidenceRefusal } from './refusal.ts';
import { atomsLeftOut, lacksRowCounts, rowsNotIncluded, type RowsNotIncluded } from './rowsNotIncluded.ts';
import { payloadType, type EvidencePredicate, type EvidenceStatement } from './statement.ts';
import { subjectsOf } from './subjects.ts';
import { verifyContradictions, type ContradictionsFound } from './verifyContradictions.ts';
import { verifyLedger, type LedgerVerification } from './verifyLedger.ts';
import { verifyRecord, type RecordFinding } from './verifyRecord.ts';
import { verifyReads, type VerifiedRead } from './verifyReads.ts';
import { verifyReceipts, type VerifiedReadBack } from './verifyReceipts.ts';

/** A key that the reader of a bundle has a reason to trust. */
export interface TrustedKey {
  readonly fingerprint: string;
  /**
   * `named`: by the user, for this bundle; `own`, `former`: the key of this installation, now or earlier; `trusted`: the
   * user added it to the trusted keys.
   */
  readonly source: 'named' | 'own' | 'former' | 'trusted';
}

/** `unknown`: nobody vouches for the key; `other`: the user named another one. */
export type SignerTrust = TrustedKey['source'] | 'unknown' | 'other';

export interface EvidenceOptions {
  readonly verifySignature: VerifyEd25519;
  readonly trustedKeys: readonly TrustedKey[];
  /** Roots from a trusted source: every proof must lead to one of them. Absent or empty if there are none. */
  readonly expectedRoots?: readonly GivenRoot[];
  /** The file of the audit that the reader has; absent if there is none. */
  readonly audit?: GivenAudit | null;
  /** Absent: timestamps are not checked. */
  readonly checkTimestamp?: CheckTimestamp;
}

/** What was checked about the bundle as a whole, in this order. */
export type EvidenceFinding = { readonly status: CheckStatus } & (
  | { readonly code: 'signature' }
  | { readonly code: 'signer'; readonly trust: SignerTrust; readonly fingerprint: string }
  /** That the digests are those of the contents. */
  | { readonly code: 'subjects'; readonly count: number }
  /** That the recorded verdicts are those that follow from the proofs. `differ`: positions of reads. */
  | { readonly code: 'reads'; readonly counts: VerdictCounts; readonly differ: readonly number[] }
  /** `other`: positions of reads that lead to another root, or to none; `otherReadBacks`: how many proofs of receipts do. */
  | {
      readonly code: 'expected-root';
      readonly roots: readonly string[];
      readonly other: readonly number[];
      readonly otherReadBacks: number;
    }
  | ({ readonly code: 'responses' } & ResponseComparison)
  | ({ readonly code: 'record' } & RecordFinding)
  | {
      readonly code: 'receipts';
      readonly readBacks: number;
      /** Of these, those whose value is in the bundle. */
      readonly withValue: number;
      /** Atoms of the receipts that were not read back, were not there, or are counted and left out. */
      readonly notThere: number;
      readonly differ: number;
      readonly notIncluded: RowsNotIncluded;
      /** A receipt of an upload does not say how many rows the upload had. */
      readonly lacksCounts: boolean;
    }
  | { readonly code: 'ledger'; readonly ledger: LedgerVerification }
  | ({ readonly code: 'contradictions' } & ContradictionsFound)
  | ({ readonly code: 'audit' } & Omit<AuditFinding, 'status'>)
  /** RFC 3161 timestamps of the signature. They are beside what is signed, so anyone may have put them there. */
  | { readonly code: 'timestamps'; readonly timestamps: readonly TimestampCheck[] }
);

export interface VerifiedEvidence {
  /** The worst of all findings and reads: green only if a trusted key signed and every read verifies. */
  readonly status: VerdictStatus;
  /** Whether the bundle is as it was signed, and its record matches its contents, whatever that record shows. */
  readonly isIntact: boolean;
  readonly signer: {
    readonly fingerprint: string;
    /** Ed25519, 32 bytes. */
    readonly publicKey: Uint8Array;
    readonly trust: SignerTrust;
  };
  readonly findings: readonly EvidenceFinding[];
  /** What the verdict does without. */
  readonly open: readonly OpenGround[];
  /** null if the signature is wrong: nothing in the bundle is worth reading then. */
  readonly statement: EvidenceStatement | null;
  /** One for each read of the statement, in its order. */
  readonly reads: readonly VerifiedRead[];
  readonly readBacks: readonly VerifiedReadBack[];
}

export type EvidenceReading =
  | { readonly ok: true; readonly evidence: VerifiedEvidence }
  | { readonly ok: false; readonly refusal: EvidenceRefusal };

/**
 * Verifies a bundle offline: its signature, who signed it, and everything in it that can be computed again. Nothing of the
 * payload is parsed before its signature is known to be right. Never throws, whatever the bytes are.
 */
export function verifyEvidence(bytes: Uint8Array, options: EvidenceOptions): EvidenceReading {
  const parsed = parseBundle(bytes);
  if (!parsed.ok) return parsed;
  const bundle = parsed.value;
  const { payload, publicKey, fingerprint, signature } = bundle;
  const trust = trustIn(fingerprint, options.trustedKeys);
  const signer = { fingerprint, publicKey, trust };
  if (!options.verifySignature(publicKey, preAuthEncoding(payloadType, payload), signature)) {
    const findings = [{ status: 'fail', code: 'signature' }] as const;
    return {
      ok: true,
      evidence: {
        status: 'red',
        isIntact: false,
        signer,
        findings,
        open: [],
        statement: null,
        reads: [],
        readBacks: [],
      },
    };
  }
  const statement = parseStatement(payload);
  if (!statement.ok) return statement;
  return { ok: true, evidence: verifyStatement(statement.value, bundle, signer, options) };
}

function trustIn(fingerprint: string, keys: readonly TrustedKey[]): SignerTrust {
  const sources = keys.filter((key) => key.fingerprint === fingerprint).map(({ source }) => source);
  const [source] = sources;
  if (sources.includes('named')) return 'named';
  if (keys.some((key) => key.source === 'named')) return 'other';
  return source ?? 'unknown';
}

function verifyStatement(
  statement: EvidenceStatement,
  bundle: ParsedBundle,
  signer: VerifiedEvidence['signer'],
  { verifySignature, expectedRoots = [], audit = null, checkTimestamp }: EvidenceOptions,
): VerifiedEvidence {
  const { predicate } = statement;
  const reads = verifyReads(predicate);
  const readBacks = verifyReceipts(predicate);
  const findings = [
    { status: 'pass', code: 'signature' } as const,
    signerFinding(signer),
    subjectsFinding(statement),
    readsFinding(reads),
    expectedRoots.length === 0 ? null : rootFinding(predicate, expectedRoots),
    responsesFinding(predicate),
    recordFinding(statement),
    receiptsFinding(predicate, readBacks),
    ledgerFinding(predicate, signer.publicKey, verifySignature),
    contradictionsFinding(predicate),
    predicate.audit === undefined
      ? null
      : ({ code: 'audit', ...auditFinding(predicate.audit, predicate.reads, audit) } as const),
    timestampsFinding(bundle, checkTimestamp),
  ].filter((finding) => finding !== null);
  const isIntact = findings.every(
    (finding) =>
      finding.status !== 'fail' ||
      (finding.code === 'contradictions' ? finding.differ.length === 0 : aboutOthers.has(finding.code)),
  );
  return {
    ...conclude('bundle', overall(findings, [...reads, ...readBacks]), {
      signer: signerGround(signer),
      rules: rulesGround(signer, predicate),
      root: rootGround(predicate, expectedRoots),
    }),
    isIntact,
    signer,
    findings,
    statement,
    reads,
    readBacks,
  };
}

/** A bundle cannot vouch for the key that signed it. */
function signerGround({ trust }: VerifiedEvidence['signer']): Ground {
  return trust === 'unknown' || trust === 'other' ? unavailable('from-the-claim') : given;
}

/** The rules are those of the signer. */
function rulesGround(
  signer: VerifiedEvidence['signer'],
  { reads, receipts }: Pick<EvidencePredicate, 'reads' | 'receipts'>,
): Ground {
  if ([...reads, ...receipts].some(({ scheme }) => scheme === null)) return unavailable('not-recorded');
  return signerGround(signer);
}

function overall(
  findings: readonly EvidenceFinding[],
  items: readonly { readonly status: VerdictStatus }[],
): VerdictStatus {
  if (findings.some(({ status }) => status === 'fail')) return 'red';
  const isOpen = items.length === 0 || findings.some(({ status }) => status === 'undecided');
  return items.reduce<VerdictStatus>(
    (worst, { status }) => (isWorse(status, worst) ? status : worst),
    isOpen ? 'amber' : 'green',
  );
}

function signerFinding({ trust, fingerprint }: VerifiedEvidence['signer']): EvidenceFinding {
  const status = trust === 'other' ? 'fail' : trust === 'unknown' ? 'undecided' : 'pass';
  return { status, code: 'signer', trust, fingerprint };
}

function subjectsFinding({ subject, predicate }: EvidenceStatement): EvidenceFinding {
  const expected = subjectsOf(predicate);
  const isSame =
    expected.length === subject.length &&
    expected.every(
      ({ name, digest }, at) => subject[at]?.name === name && subject[at].digest.sha256 === digest.sha256,
    );
  return { status: isSame ? 'pass' : 'fail', code: 'subjects', count: subject.length };
}

function readsFinding(reads: readonly VerifiedRead[]): EvidenceFinding | null {
  if (reads.length === 0) return null;
  const differ = reads.flatMap(({ differences }, at) => (differences.length > 0 ? [at] : []));
  const counts = countVerdicts(reads.map(({ status }) => ({ verdict: status })));
  return { status: differ.length > 0 ? 'fail' : 'pass', code: 'reads', counts, differ };
}

function rootFinding(
  { reads, receipts }: EvidencePredicate,
  expected: readonly GivenRoot[],
): EvidenceFinding | null {
  const readBacks = proofsOfReceipts(receipts);
  if (reads.length + readBacks.length === 0) return null;
  const other = reads.flatMap(({ proof }, at) => (leadsToOneOf(expected, proof) ? [] : [at]));
  const otherReadBacks = readBacks.filter((proof) => !leadsToOneOf(expected, proof)).length;
  const roots = expected.map(({ rootHash }) => rootHash);
  const status = other.length + otherReadBacks > 0 ? 'fail' : 'pass';
  return { status, code: 'expected-root', roots, other, otherReadBacks };
}

/** A checkpoint whose signature was not verified, or that may be of another memory, cannot be relied on. */
function rootGround({ reads, receipts }: EvidencePredicate, expected: readonly GivenRoot[]): Ground {
  if (expected.length === 0) return noneByChoice;
  const relied = expected.filter(({ ground }) => ground.kind === 'given');
  const proofs = [...reads.map(({ proof }) => proof), ...proofsOfReceipts(receipts)];
  if (proofs.every((proof) => leadsToOneOf(relied, proof))) return given;
  return expected.find(({ ground }) => ground.kind !== 'given')?.ground ?? given;
}

function proofsOfReceipts(receipts: EvidencePredicate['receipts']): readonly Json[] {
  return receipts
    .flatMap(({ atoms }) => atoms)
    .flatMap(({ readBack }) => (readBack === null ? [] : [readBack.proof]));
}

function leadsToOneOf(expected: readonly GivenRoot[], proof: Json): boolean {
  const root = claimedRoot(proof);
  return expected.some(
    ({ rootHash, treeSize }) =>
      rootHash === root?.rootHash &&
      (treeSize === null || root.treeSize === null || treeSize === root.treeSize),
  );
}

function responsesFinding(predicate: EvidencePredicate): EvidenceFinding | null {
  const comparison = compareResponses(predicate);
  const { differ, notFound, returned, unrelated, unused } = comparison;
  if (predicate.rawResponses.length === 0 && returned.length === 0) return null;
  const isRefuted = [differ, returned, unrelated].some(({ length }) => length > 0);
  const isOpen = notFound.length > 0 || unused.length > 0;
  const status = isRefuted ? 'fail' : isOpen ? 'undecided' : 'pass';
  return { status, code: 'responses', ...comparison };
}

function recordFinding(statement: EvidenceStatement): EvidenceFinding {
  const found = verifyRecord(statement);
  const { notPinned, mayLackPins, limitsLeftOut, hasSubject } = found;
  const isRefuted = (notPinned.length > 0 && !mayLackPins) || limitsLeftOut.length > 0 || !hasSubject;
  const status = isRefuted ? 'fail' : notPinned.length > 0 ? 'undecided' : 'pass';
  return { status, code: 'record', ...found };
}

function receiptsFinding(
  { receipts }: EvidencePredicate,
  readBacks: readonly VerifiedReadBack[],
): EvidenceFinding | null {
  if (receipts.length === 0) return null;
  const differ = readBacks.filter(({ isAsRecorded }) => !isAsRecorded).length;
  const atoms = receipts.reduce((sum, receipt) => sum + receipt.atoms.length, 0);
  const notThere = atoms - readBacks.length + atomsLeftOut(receipts);
  const lacksCounts = lacksRowCounts(receipts);
  const isOpen = readBacks.length === 0 || notThere > 0 || lacksCounts;
  const status = differ > 0 ? 'fail' : isOpen ? 'undecided' : 'pass';
  const withValue = readBacks.filter(({ hasValue }) => hasValue).length;
  return {
    status,
    code: 'receipts',
    readBacks: readBacks.length,
    withValue,
    notThere,
    differ,
    notIncluded: rowsNotIncluded(receipts),
    lacksCounts,
  };
}

function ledgerFinding(
  { ledger }: EvidencePredicate,
  publicKey: Uint8Array,
  verifySignature: VerifyEd25519,
): EvidenceFinding | null {
  if (ledger === null) return null;
  const result = verifyLedger(ledger, publicKey, verifySignature);
  const status = result.kind === 'included' ? 'pass' : result.kind === 'other-key' ? 'undecided' : 'fail';
  return { status, code: 'ledger', ledger: result };
}

/** A contradiction is what the bundle shows, and makes it red, as a failed check does. */
function contradictionsFinding(predicate: EvidencePredicate): EvidenceFinding | null {
  const found = verifyContradictions(predicate);
  if (found.count === 0 && found.unrecorded.length === 0) return null;
  return { status: found.count > 0 ? 'fail' : 'undecided', code: 'contradictions', ...found };
}

function timestampsFinding(
  { timestamps, signature }: ParsedBundle,
  checkTimestamp: CheckTimestamp | undefined,
): EvidenceFinding | null {
  if (timestamps.length === 0) return null;
  const checks = timestamps.map<TimestampCheck>(
    (response) => checkTimestamp?.(response, signature) ?? { kind: 'unchecked' },
  );
  const isWrong = checks.some(({ kind }) => kind === 'wrong');
  const status = isWrong ? 'fail' : checks.every(({ kind }) => kind === 'proven') ? 'pass' : 'undecided';
  return { status, code: 'timestamps', timestamps: checks };
}

/** Findings that say nothing about whether the bundle is as it was signed. */
const aboutOthers = new Set<EvidenceFinding['code']>(['audit', 'expected-root', 'timestamps']);
