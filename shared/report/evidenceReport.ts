import { limitsToShow } from '../evidence/bundleLimits.ts';
import { plainText } from '../evidence/carriedText.ts';
import type { EvidenceRead, EvidenceStatement } from '../evidence/statement.ts';
import type { VerifiedRead } from '../evidence/verifyReads.ts';
import type { VerifiedEvidence } from '../evidence/verifyEvidence.ts';
import { claimedPlace } from '../merkle/proofReading.ts';
import { describeLeafScheme, describePathScheme } from '../merkle/registry.ts';
import { countVerdicts } from '../merkle/verdict.ts';
import { evidenceSummary, findingWords } from '../text/evidenceWords.ts';
import { groundRecords } from '../text/verdictRecord.ts';

/**
 * What a report says of one bundle, in every format. Times are ISO 8601, in UTC. Titles and sentences may change;
 * codes and names are stable.
 *
 * @param withValues false leaves out the values that the bundle contains
 */
export function evidenceReport(evidence: VerifiedEvidence, withValues = true) {
  const { status, isIntact, signer, findings, open, statement } = evidence;
  return {
    status,
    isIntact,
    ...evidenceSummary(evidence),
    signer: { fingerprint: signer.fingerprint, trust: signer.trust },
    findings: findings.map((finding) => ({ code: finding.code, ...findingWords(finding) })),
    /** What the verdict does without. */
    grounds: groundRecords(open),
    /** null if the signature is wrong. */
    contents: statement === null ? null : contentsOf(statement, evidence, withValues),
  };
}
export type EvidenceReport = ReturnType<typeof evidenceReport>;

function contentsOf(
  { predicate }: EvidenceStatement,
  { reads, readBacks }: VerifiedEvidence,
  withValues: boolean,
) {
  const rows = predicate.reads.flatMap((read, at) => {
    const verified = reads[at];
    return verified === undefined ? [] : [rowOf(read, verified, withValues)];
  });
  const times = predicate.reads.map(({ at }) => at).sort();
  return {
    app: predicate.app,
    service: predicate.service,
    scope: { ...predicate.scope, title: plainText(predicate.scope.title) },
    observedAt: predicate.observedAt,
    /** Of the first and the last read; null if there is none. */
    firstReadAt: times[0] ?? null,
    lastReadAt: times.at(-1) ?? null,
    counts: countVerdicts(rows.map(({ status }) => ({ verdict: status }))),
    schemes: predicate.schemes.map(({ origin, samples, pinnedAt, path, leaf }) => ({
      origin,
      samples,
      pinnedAt,
      path: path.map(describePathScheme),
      leaf: leaf.map(describeLeafScheme),
    })),
    /** Every root that a read leads to. */
    roots: rootsOf(rows),
    failures: reads.flatMap((read, at) => failuresOf(read, at, rows[at]?.key ?? '')),
    reads: rows,
    /** Keys that were requested and not returned. */
    missing: predicate.missing.map(({ key }) => plainText(key)),
    receipts: predicate.receipts.map(({ id, title, outcome, startedAt, atomCount }, at) => ({
      id,
      title: plainText(title),
      outcome,
      startedAt,
      atoms: atomCount,
      readBacks: countVerdicts(
        readBacks.filter(({ receipt }) => receipt === at).map(({ status }) => ({ verdict: status })),
      ),
    })),
    contradictions: predicate.contradictions,
    pins: predicate.pins,
    rawResponses: predicate.rawResponses.length,
    notShown: limitsToShow(predicate),
  };
}
export type ReportContents = ReturnType<typeof contentsOf>;

function rowOf(read: EvidenceRead, { status, checks, grounds }: VerifiedRead, withValues: boolean) {
  return {
    key: plainText(read.key),
    /** null if it was left out. */
    value: withValues && read.value !== undefined ? plainText(read.value) : null,
    valueSha256: read.valueSha256,
    valueBytes: read.valueBytes,
    version: read.version,
    status,
    /** As the signer recorded it. */
    recorded: read.verdict.status,
    checks,
    /** What the verdict of the signer did without, as recorded. */
    grounds,
    ...claimedPlace(read.proof),
    at: read.at,
    requestId: read.requestId,
  };
}
export type ReportRead = ReturnType<typeof rowOf>;

function rootsOf(rows: readonly ReportRead[]) {
  const roots = new Map<string, { rootHash: string; treeSize: string | null; reads: number }>();
  for (const { rootHash, treeSize } of rows) {
    if (rootHash === null) continue;
    const name = `${rootHash} ${treeSize}`;
    const root = roots.get(name) ?? { rootHash, treeSize, reads: 0 };
    root.reads += 1;
    roots.set(name, root);
  }
  return [...roots.values()];
}

/** Every failed check, and every difference between the record and the bundle. */
function failuresOf({ checks, differences }: VerifiedRead, at: number, key: string) {
  // Counted from 1.
  const read = at + 1;
  const failed = checks
    .filter(({ status }) => status === 'fail')
    .map(({ name, code, values, why }) => ({
      read,
      key,
      check: name,
      code,
      /** The two values that should be the same; null where there are none, or only the signer saw them. */
      stated: values?.stated ?? null,
      found: values?.found ?? null,
      why,
    }));
  const untrue = differences.map(({ what, recorded, recomputed }) => ({
    read,
    key,
    /** The record does not follow from the bundle. */
    check: 'record' as const,
    code: `record-differs.${what}`,
    stated: recorded,
    found: recomputed,
    why: 'What the signer recorded does not follow from the proof and the hashing rules in the bundle.',
  }));
  return [...failed, ...untrue];
}
